#ifndef POLICY_H
#define POLICY_H

/* The inner loop of the policy network (`PolicyNetwork.swift`): products of 16-bit numbers as processors have them,
   which Swift's vectors do not reach. Whole numbers up to the last layer, and a fixed order there, give the same bits on
   every machine. */

#include <stddef.h>
#include <stdint.h>

enum {
  /* Numbers of a point's vector in one colour's view, and what they excite. */
  policy_channels = 16,
  policy_hidden = 16,
  /* Cells in a row of the grid of points. */
  policy_grid_width = 32,
};

/* A network's head. */
struct policy_head {
  /* [4][channels]: weights of the point itself, of its neighbours beside and across, and what is added. */
  const int16_t *mixing;
  /* [2 * channels / 2][hidden][2]: what both views excite, the mover's first. */
  const int16_t *first;
  /* [hidden]: what is excited besides. */
  const int32_t *context;
  /* [hidden]: what all that is worth. */
  const float *last;
};

/* Writes the scores of moves on some points.

   `own` and `opponent` hold the vectors of all cells of the grid in the mover's and the other's view, 0 to 8191 a number,
   and 0 outside the board. */
void policy_score(
    const struct policy_head *, const int16_t *own, const int16_t *opponent, const uint16_t *points,
    int count, float *scores);

#endif
