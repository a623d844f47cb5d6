#ifndef EVALUATION_H
#define EVALUATION_H

/* The forward pass of the network that evaluates Liuzhou chess (`Evaluation.swift`). It is
   in C because Swift's vectors lack the multiply-add instructions for 16-bit numbers.
   Whole numbers up to the last layer, and a fixed order of additions there, give the
   same bits on every machine. */

#include <stdint.h>

enum {
  /* The number of channels (the length of an embedding row), and the size of the hidden layer. */
  evaluation_channels = 32,
  evaluation_hidden = 8,
};

/* The layers after the accumulator, for one stage of the game. */
struct evaluation_head {
  /* [channels / 2][hidden][2]: the weights of two channels lie side by side. */
  int16_t hidden_weights[evaluation_channels / 2 * evaluation_hidden * 2];
  /* [hidden] */
  int32_t hidden_bias[evaluation_hidden];
  /* [hidden] */
  float output_weights[evaluation_hidden];
  float output_bias;
};

/* Returns the log odds that the side to move wins.

   `rows` is the embedding table, aligned to 64 bytes. The accumulator begins with `start`, to which
   the `count` rows with the indices `active_rows` are added. Its ReLU has the upper clamp
   `upper_clamp`. */
float evaluation_log_odds(
    const int16_t *rows, const int16_t *start, const uint16_t *active_rows, int count,
    const struct evaluation_head *, int16_t upper_clamp);

#endif
