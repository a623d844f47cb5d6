#ifndef VECTORS_H
#define VECTORS_H

/* 128-bit vectors as processors have them, for the inner loops of the networks. */

#include <stdint.h>

typedef int16_t eight __attribute__((vector_size(16)));
typedef int32_t four __attribute__((vector_size(16)));
typedef float layer __attribute__((vector_size(16)));

/* Multiplies the numbers of x and y pairwise, and adds each two neighbouring products. */
static inline four products(eight x, eight y) {
#if defined(__SSE2__)
  return (four)__builtin_ia32_pmaddwd128(x, y);
#elif defined(__wasm_simd128__)
  return __builtin_wasm_dot_s_i32x4_i16x8(x, y);
#else
  four sum;
  for (int i = 0; i < 4; i++) sum[i] = x[2 * i] * y[2 * i] + x[2 * i + 1] * y[2 * i + 1];
  return sum;
#endif
}

#endif
