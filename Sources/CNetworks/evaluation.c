#include "evaluation.h"

#include <string.h>

#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

enum { parts = evaluation_channels / 8, quarters = evaluation_hidden / 4 };

float evaluation_log_odds(
    const int16_t *rows, const int16_t *start, const uint16_t *active_rows, int count,
    const struct evaluation_head *head, int16_t upper_clamp) {
  /* The accumulator: `start` plus the active rows. */
  eight accumulator[parts];
  memcpy(accumulator, start, sizeof accumulator);
  const eight *vectors = (const eight *)rows;
  for (int n = 0; n < count; n++) {
    for (int part = 0; part < parts; part++) {
      accumulator[part] += vectors[active_rows[n] * parts + part];
    }
  }
  /* The hidden layer: its inputs are the accumulator after ReLU and upper clamp. `products`
     multiplies and adds two channels at once, so the weights of two channels lie side by side. */
  four hidden[quarters];
  memcpy(hidden, head->hidden_bias, sizeof hidden);
  for (int part = 0; part < parts; part++) {
    eight activations = __builtin_elementwise_max(accumulator[part], (eight){});
    activations = __builtin_elementwise_min(activations, (eight){} + upper_clamp);
    int32_t pairs[4];
    memcpy(pairs, &activations, sizeof pairs);
    for (int i = 0; i < 4; i++) {
      four pair = (four){} + pairs[i];
      for (int quarter = 0; quarter < quarters; quarter++) {
        eight weights;
        const int16_t *source = head->hidden_weights + ((part * 4 + i) * quarters + quarter) * 8;
        memcpy(&weights, source, sizeof weights);
        hidden[quarter] += products((eight)pair, weights);
      }
    }
  }
  /* The output: ReLU, weights, and additions in a fixed order. */
  layer output = {};
  for (int quarter = 0; quarter < quarters; quarter++) {
    layer weights;
    memcpy(&weights, head->output_weights + quarter * 4, sizeof weights);
    output += __builtin_convertvector(
                  __builtin_elementwise_max(hidden[quarter], (four){}), layer) * weights;
  }
  return (output[0] + output[2]) + (output[1] + output[3]) + head->output_bias;
}
