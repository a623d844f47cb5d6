#ifndef EVALUATION_H
#define EVALUATION_H

/* The forward pass of the network that evaluates Liuzhou chess (`Evaluation.swift`). Its
   multiply-add instructions for 16-bit numbers are out of reach for Swift's vectors.
   Whole numbers up to the last layer, and a fixed order of additions there, give the
   same bits on every machine. */

#include <stdint.h>

enum {
  /* Numbers of an embedding row, and of the hidden layer. */
  evaluation_channels = 32,
  evaluation_hidden = 8,
};

/* The layers after the accumulator, for one stage of the game. */
struct evaluation_head {
  /* [channels / 2][hidden][2]: the hidden layer's weights, two channels side by side. */
  int16_t layer[evaluation_channels / 2 * evaluation_hidden * 2];
  /* [hidden]: the hidden layer's bias. */
  int32_t added[evaluation_hidden];
  /* [hidden]: the output weights. */
  float worth[evaluation_hidden];
  /* The output's bias. */
  float bias;
};

/* Returns the value of a position.

   `rows` is the embedding table of 16-bit numbers, aligned to 64 bytes. `shown` has the numbers
   of the `count` rows to add to the accumulator `start`. The sums are clamped to 0...`ceiling`. */
float evaluation_worth(
    const int16_t *rows, const int16_t *start, const uint16_t *shown, int count,
    const struct evaluation_head *, int16_t ceiling);

#endif
