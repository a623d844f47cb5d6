#ifndef EVALUATION_H
#define EVALUATION_H

/* The sums of the network that judges Liuzhou chess (`Evaluation.swift`): products of 16-bit numbers as processors have
   them, which Swift's vectors do not reach. Whole numbers up to the last layer, and a fixed order there, give the same bits
   on every machine. */

#include <stdint.h>

enum {
  /* Numbers of a row, and of the excited layer. */
  evaluation_channels = 32,
  evaluation_hidden = 8,
};

/* What follows the sum of rows, in one stage of the game. */
struct evaluation_head {
  /* [channels / 2][hidden][2]: what pairs of channels excite. */
  int16_t layer[evaluation_channels / 2 * evaluation_hidden * 2];
  /* [hidden]: what is added to that. */
  int32_t added[evaluation_hidden];
  /* [hidden]: what the excited numbers are worth. */
  float worth[evaluation_hidden];
  /* What is added to that. */
  float bias;
};

/* The worth of a position.

   `rows` are vectors of 16-bit numbers, aligned to 64 bytes; `shown` are the numbers of those to add to `start`. What is
   passed on of a sum is between 0 and `ceiling`. */
float evaluation_worth(
    const int16_t *rows, const int16_t *start, const uint16_t *shown, int count,
    const struct evaluation_head *, int16_t ceiling);

#endif
