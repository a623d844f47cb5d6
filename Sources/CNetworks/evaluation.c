#include "evaluation.h"

#include <string.h>

#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

enum { parts = evaluation_channels / 8, quarters = evaluation_hidden / 4 };

float evaluation_worth(
    const int16_t *rows, const int16_t *start, const uint16_t *shown, int count,
    const struct evaluation_head *head, int16_t ceiling) {
  /* The accumulator: `start` plus the rows shown. */
  eight sum[parts];
  memcpy(sum, start, sizeof sum);
  const eight *vectors = (const eight *)rows;
  for (int n = 0; n < count; n++) {
    for (int part = 0; part < parts; part++) sum[part] += vectors[shown[n] * parts + part];
  }
  /* The hidden layer: clamped inputs, two channels a product. */
  four excited[quarters];
  memcpy(excited, head->added, sizeof excited);
  for (int part = 0; part < parts; part++) {
    eight passed = __builtin_elementwise_max(sum[part], (eight){});
    passed = __builtin_elementwise_min(passed, (eight){} + ceiling);
    int32_t couples[4];
    memcpy(couples, &passed, sizeof couples);
    for (int i = 0; i < 4; i++) {
      four both = (four){} + couples[i];
      for (int quarter = 0; quarter < quarters; quarter++) {
        eight weights;
        memcpy(&weights, head->layer + ((part * 4 + i) * quarters + quarter) * 8, sizeof weights);
        excited[quarter] += products((eight)both, weights);
      }
    }
  }
  /* The output: ReLU, weights, and additions in a fixed order. */
  layer worth = {};
  for (int quarter = 0; quarter < quarters; quarter++) {
    layer each;
    memcpy(&each, head->worth + quarter * 4, sizeof each);
    worth += __builtin_convertvector(
                 __builtin_elementwise_max(excited[quarter], (four){}), layer) * each;
  }
  return (worth[0] + worth[2]) + (worth[1] + worth[3]) + head->bias;
}
