#include "policy.h"

#include <string.h>

#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

typedef int32_t wide __attribute__((vector_size(32)));

enum {
  parts = policy_channels / 8,
  quarters = policy_hidden / 4,
  row = policy_grid_width,
};

/* The high halves of products. */
#define SHARE(x, y) \
  __builtin_convertvector( \
      __builtin_convertvector(x, wide) * __builtin_convertvector(y, wide) >> 16, eight)

/* Adds what a point's mixed vector in one view excites. */
static inline void excite(
    const eight *mixing, const eight *first, const eight *cells, four sum[quarters]) {
  for (int part = 0; part < parts; part++) {
#define AT(step) cells[(step) * parts + part]
    eight mixed = mixing[3 * parts + part];
    mixed += SHARE(AT(0), mixing[part]);
    mixed += SHARE(AT(1) + AT(-1) + AT(row) + AT(-row), mixing[parts + part]);
    mixed += SHARE(
        AT(row + 1) + AT(row - 1) + AT(1 - row) + AT(-row - 1), mixing[2 * parts + part]);
#undef AT
    /* The network's limits keep all sums inside their bits (`PolicyNetwork.swift`). */
    mixed = __builtin_elementwise_max(mixed, (eight){});
    mixed = __builtin_elementwise_min(mixed, (eight){} + 2047);
    int32_t couples[4];
    memcpy(couples, &mixed, sizeof couples);
    for (int i = 0; i < 4; i++, first += quarters) {
      four both = (four){} + couples[i];
      for (int j = 0; j < quarters; j++) sum[j] += products((eight)both, first[j]);
    }
  }
}

void policy_score(
    const struct policy_head *head, const int16_t *own, const int16_t *opponent,
    const uint16_t *points, int count, float *scores) {
  const eight *mixing = (const eight *)head->mixing, *first = (const eight *)head->first;
  const eight *views[2] = {(const eight *)own, (const eight *)opponent};
  const layer *last = (const layer *)head->last;
  for (int n = 0; n < count; n++) {
    four sum[quarters];
    memcpy(sum, head->context, sizeof sum);
    for (int view = 0; view < 2; view++) {
      excite(
          mixing, first + view * (policy_channels / 2 * quarters), views[view] + points[n] * parts,
          sum);
    }
    layer worth = {};
    for (int j = 0; j < quarters; j++) {
      worth += __builtin_convertvector(__builtin_elementwise_max(sum[j], (four){}), layer) * last[j];
    }
    scores[n] = (worth[0] + worth[2]) + (worth[1] + worth[3]);
  }
}
