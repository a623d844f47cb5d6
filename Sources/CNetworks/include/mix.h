#ifndef MIX_H
#define MIX_H

/* The inner loops of the mix network (`MixNetwork.swift`): products of 16-bit numbers as processors have them, which
   Swift's vectors do not reach. Whole numbers up to the heads, and a fixed order there, give the same bits on every machine
   and with every set of instructions. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /* Numbers of a point's vector in one colour's view. */
  mix_channels = 32,
  /* Of these, those from which moves are judged, and what they excite. */
  mix_policy_channels = 16,
  mix_policy_hidden = 16,
  /* Numbers of both excited layers from which a position is judged. */
  mix_hidden = 32,
  /* The largest numbers passed on by points, and by points with their neighbours; the latter's may be as far below zero. */
  mix_excited_limit = 8191,
  mix_mixed_limit = 2047,
  /* Cells in a row of the grid of points, and in all of it. */
  mix_grid_width = 32,
  mix_cell_count = 1024,
};

/* The vectors that are added up for a point, in one colour's view. All vectors are aligned to their length. */
struct mix_rows {
  /* [2][256][channels]: by the pair of patterns along a file or rank, and along a diagonal; the viewer's in the low four
     bits. */
  const int16_t *lines;
  /* [codes][channels]: by the viewer's code, and by the other's; a code has twelve bits. */
  const int16_t *own, *opponent;
  /* [256][channels]: by the pair of classes; the viewer's in the high four bits. */
  const int16_t *classes;
};

/* What is known of all cells of a board: zero outside of it. */
struct mix_cells {
  /* [cell count]: the states that have been seen (`Board.CellState`). */
  uint64_t *states;
  /* [cell count][2][channels]: what points pass on of the vectors added up for them, Black's view first; and what they pass
     on together with their neighbours. */
  int16_t *excited, *mixed;
  /* [2][channels]: the sums of the latter. */
  int32_t *sums;
};

/* What a cell was before it changed. */
struct mix_saved {
  int16_t views[2 * mix_channels];
  uint64_t state;
  uint32_t cell;
  bool is_mixed;
};

/* The network's part that follows the board. */
struct mix_body {
  struct mix_rows black, white;
  /* [5][channels]: weights of a point itself, of its neighbours beside and across, what is added, and the least that is
     passed on. */
  const int16_t *mixing;
  /* Whether 256-bit vectors may be used. */
  bool is_wide;
};

/* Brings the cells `inside` the board (a bit each) up to date whose states differ from what has been seen, and what those
   around them pass on.

   Saves what was there before at `saved`, at most twice as many cells as the board has, and returns the end of that. */
struct mix_saved *mix_follow(
    const struct mix_body *, const struct mix_cells *, const uint64_t *states,
    const uint64_t *inside, struct mix_saved *saved);

/* Puts back what was saved between `start` and `end`; the sums are the caller's. */
void mix_restore(
    const struct mix_cells *, const struct mix_saved *start, const struct mix_saved *end);

/* How a position is judged: all in floating point. */
struct mix_judge {
  /* [channels]: the sums' means, and the inverses of their deviations. */
  const float *mean, *scale;
  /* [2 * channels][hidden]: what both views excite, the mover's first. */
  const float *first;
  /* [hidden]: what is excited besides. */
  const float *context;
  /* [hidden][hidden] and [hidden]: what those excite, and what is excited besides. */
  const float *second, *added;
  /* [hidden]: what that is worth. */
  const float *last;
  bool is_wide;
};

/* The worth of the position for the side whose sums come first. */
float mix_worth(const struct mix_judge *, const int32_t *own, const int32_t *opponent);

/* How moves are judged. */
struct mix_policy {
  /* [2 * policy channels / 2][policy hidden][2]: what both views excite, the mover's first. */
  const int16_t *first;
  /* [policy hidden]: what is excited besides. */
  const int32_t *context;
  /* [policy hidden]: what all that is worth. */
  const float *last;
};

/* Writes the scores of moves of a colour, 0 for Black, on some points. */
void mix_score(
    const struct mix_policy *, const struct mix_cells *, int mover, const uint16_t *points,
    int count, float *scores);

/* Whether the processor has 256-bit vectors. */
bool mix_has_wide_vectors(void);

#endif
