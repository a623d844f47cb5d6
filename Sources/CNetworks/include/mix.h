#ifndef MIX_H
#define MIX_H

/* The inner loops of the mix network (`MixNetwork.swift`). They are in C because Swift's
   vectors lack the multiply-add instructions for 16-bit numbers. Embedding and convolution use
   integers. The heads add floating-point numbers in a fixed order. Results are therefore
   the same on every machine and with every instruction set. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /* The number of channels: the length of a point's vector in one colour's view. */
  mix_channels = 32,
  /* The number of channels that the policy head reads, and the size of its hidden layer. */
  mix_policy_channels = 16,
  mix_policy_hidden = 16,
  /* The size of each of the value head's two hidden layers. */
  mix_hidden = 32,
  /* The upper clamps after the embedding and after the convolution. The convolution's lower clamp
     is at least `-mix_convolved_limit`. */
  mix_embedding_limit = 8191,
  mix_convolved_limit = 2047,
  /* The number of cells in a row of the grid of points, and in the whole grid. */
#ifdef WIDE_BOARDS
  mix_grid_width = 48,
#else
  mix_grid_width = 32,
#endif
  mix_cell_count = mix_grid_width * mix_grid_width,
};

/* The embedding tables for the view of one colour, the viewer. All vectors are aligned to their
   length. */
struct mix_rows {
  /* [2][256][channels]: by the pair of patterns along a row or column, then along a diagonal;
     the viewer's pattern is in the low four bits. */
  const int16_t *lines;
  /* [codes][channels]: by the viewer's point code, and by the opponent's; a code has twelve
     bits. */
  const int16_t *own, *opponent;
  /* [256][channels]: by the pair of classes; the viewer's class is in the high four bits. */
  const int16_t *classes;
};

/* The network's data for all cells of the grid; zero for cells outside of the board. */
struct mix_cells {
  /* [cell count]: the states at the last update (`Board.CellState`). */
  uint64_t *states;
  /* [cell count][2][channels]: the embeddings after ReLU, Black's view first, and the
     convolution's clamped outputs. */
  int16_t *embedded, *convolved;
  /* [2][channels]: the accumulators, sums of `convolved` over the board. */
  int32_t *sums;
};

/* A cell's content before an update, to undo the update: its state and embeddings, or the
   convolution's outputs if `is_convolved`. */
struct mix_saved {
  int16_t views[2 * mix_channels];
  uint64_t state;
  uint32_t cell;
  bool is_convolved;
};

/* The embedding and the convolution, which are updated with the board. */
struct mix_trunk {
  struct mix_rows black, white;
  /* [5][channels]: the convolution's weights of the point, of its orthogonal and of its diagonal
     neighbours, then bias and lower clamp. */
  const int16_t *mixing;
  /* True if 256-bit vectors may be used. */
  bool is_wide;
};

/* Updates the cells whose `states` have changed since the last update, and the convolution around
   them. `inside` has a bit for each cell that is on the board.

   Saves the old contents at `saved`, at most two entries for each cell of the board, and returns
   the end of the entries. */
struct mix_saved *mix_update(
    const struct mix_trunk *, const struct mix_cells *, const uint64_t *states,
    const uint64_t *inside, struct mix_saved *saved);

/* Undoes an update: restores the cells saved from `start` to `end`, the last one first. The caller
   restores the accumulators. */
void mix_restore(
    const struct mix_cells *, const struct mix_saved *start, const struct mix_saved *end);

/* The value head, in floating point. */
struct mix_value_head {
  /* [channels]: the accumulators' means, and the inverses of their standard deviations. */
  const float *mean, *scale;
  /* [2 * channels][hidden]: the first layer's weights, the mover's view first. */
  const float *first;
  /* [hidden]: the first layer's bias. */
  const float *first_bias;
  /* [hidden][hidden] and [hidden]: the second layer's weights and bias. */
  const float *second, *second_bias;
  /* [hidden]: the output weights. */
  const float *output_weights;
  /* True if 256-bit vectors may be used. */
  bool is_wide;
};

/* Returns the log odds of winning for the side with the accumulator `own`, before the network's
   bias is added. */
float mix_log_odds(const struct mix_value_head *, const int32_t *own, const int32_t *opponent);

/* The policy head. */
struct mix_policy_head {
  /* [2 * policy channels / 2][policy hidden][2]: the first layer's weights, two channels side by
     side, the mover's view first. */
  const int16_t *first;
  /* [policy hidden]: the first layer's bias. */
  const int32_t *first_bias;
  /* [policy hidden]: the output weights. */
  const float *output_weights;
};

/* Writes the policy logits of moves on `count` points; `mover` is 0 for Black. */
void mix_logits(
    const struct mix_policy_head *, const struct mix_cells *, int mover, const uint16_t *points,
    int count, float *logits);

/* Returns whether the processor has 256-bit vectors. */
int mix_has_wide_vectors(void);

#endif
