#ifndef MIX_TRAINING_H
#define MIX_TRAINING_H

/* The forward and backward pass of the mix network in training (`MixPass.swift`), in floating
   point and with any number of channels. A fixed order of additions, without fused multiply-adds,
   gives the same bits with every instruction set. */

#include <stdbool.h>
#include <stdint.h>

#include "mix.h"

enum {
  /* The number of embedding rows that are summed for a point in one view. */
  mix_row_count = 7,
  /* The largest number of channels; all numbers of channels are multiples of 16. */
  mix_most_channels = 64,
};

/* The tables of a network in training, or the gradients of their numbers. */
struct mix_tables {
  /* [row][channels]: the embedding. */
  float *rows;
  /* [4][channels]: the convolution's weights of the point, of its orthogonal and of its diagonal
     neighbours, then its bias. */
  float *mixing;
  /* The policy head: [2 * policy channels][policy hidden], and [policy hidden] twice. The bias
     is that of the example's set of threats. */
  float *policy_first, *policy_bias, *policy_last;
};

/* The position that passes through the network. Vectors of points are in a grid with `width` + 1
   cells in a row. Its first and last rows are empty, and so is the first cell of each row; one more
   empty cell ends it. Empty cells are zero, so the convolution needs no test for the edge. */
struct mix_example {
  unsigned width, height, channels;
  /* [points][2][row count]: the embedding rows of each point, row by row, in the mover's view and
     in the opponent's. */
  const uint16_t *rows;
  /* The points without a stone, row by row. */
  const uint16_t *empties;
  unsigned empty_count;
  /* [2][cells][channels]: the embeddings after ReLU, the convolution's outputs after ReLU, and
     the gradients of the convolution's outputs. */
  float *excited, *convolved, *slopes;
  /* [points][policy hidden]: the policy head's hidden layer before its ReLU. Only empty points
     are in use. */
  float *hidden;
  /* [points]: the policy head's outputs (logits). Only empty points are in use. */
  float *scores;
  /* True if 256-bit vectors may be used. */
  bool is_wide;
};

/* Computes the embeddings and the convolution's outputs, and sums the outputs over the board:
   [2][channels]. */
void mix_train_body(const struct mix_tables *, const struct mix_example *, float *sums);

/* Computes the policy head's outputs. */
void mix_train_policy(const struct mix_tables *, const struct mix_example *);

/* Passes the errors of the policy head's outputs, which are in `scores`, back to `slopes`, and adds
   the gradients of the policy head's tables. All are multiplied by `share`, the weight of the loss.
   Errors of a magnitude below `least` are skipped.

   `transposed` has the first layer's weights as [2][policy hidden][policy channels]. */
void mix_train_policy_back(
    const struct mix_tables *, const float *transposed, const struct mix_example *, float share,
    float least, const struct mix_tables *gradient);

/* Passes `slopes` back through convolution and embedding, and adds the gradients of both tables.

   Sets `used` to true for each embedding row that occurs in the position. */
void mix_train_body_back(
    const struct mix_tables *, const struct mix_example *, const struct mix_tables *gradient,
    bool *used);

#endif
