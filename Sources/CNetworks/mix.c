#include "mix.h"

#include <string.h>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

/* Each loop is written once and compiled twice: for any processor, and for processors with
   256-bit vectors. */
#define EACH static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
int mix_has_wide_vectors(void) { return __builtin_cpu_supports("avx2"); }
#else
#define WIDE
int mix_has_wide_vectors(void) { return false; }
#endif

/* Ignores a warning about passing vectors that are longer than registers. All functions that
   take such vectors are inlined, so none is passed. */
#pragma clang diagnostic ignored "-Wpsabi"

/* The number of cells in a row of the grid, and the largest number of points convolved together.
   Summed over that many points, the changes of an output still fit into 16 bits. */
enum { row = mix_grid_width, summed = 8 };

/* All channels of a cell in one colour's view, and the two views of a cell. */
typedef int16_t vector __attribute__((vector_size(2 * mix_channels)));
struct views {
  vector black, white;
};

/* The number of channels that are convolved together: as many as fit into the registers, beside
   the other data of the loop. A `slice` has these channels in 16 bits each, a `wide` in 32. */
#if defined(__wasm_simd128__)
enum { slice_channels = 8 };
#else
enum { slice_channels = mix_channels };
#endif
enum { slices = mix_channels / slice_channels };
typedef int16_t slice __attribute__((vector_size(2 * slice_channels)));
typedef int32_t wide __attribute__((vector_size(4 * slice_channels)));
typedef float hidden __attribute__((vector_size(4 * mix_hidden)));

/* Clamps x to the range from least to most. */
#define BETWEEN(least, x, most) \
  __builtin_elementwise_min(__builtin_elementwise_max(x, least), (typeof(x)){} + (most))

/* Returns x * y / 65536, rounded down. The numbers of y are weights with 16 fractional bits. */
EACH slice share(slice x, slice y) {
#if defined(__wasm_simd128__)
  const v128_t low = wasm_i32x4_extmul_low_i16x8((v128_t)x, (v128_t)y);
  const v128_t high = wasm_i32x4_extmul_high_i16x8((v128_t)x, (v128_t)y);
  return (slice)wasm_i16x8_shuffle(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
#else
  return __builtin_convertvector(
      __builtin_convertvector(x, wide) * __builtin_convertvector(y, wide) >> 16, slice);
#endif
}

/* Returns the embedding of a point in one view: the clamped ReLU of the sum of seven rows that
   its state selects. */
EACH vector embed(const struct mix_rows *rows, uint64_t state, bool is_black) {
  const unsigned own = (is_black ? state >> 32 : state >> 48) & 0xFFFF;
  const unsigned opponent = (is_black ? state >> 48 : state >> 32) & 0xFFFF;
  /* Black's patterns are in the low halves of bytes. */
  uint32_t pairs = (uint32_t)state;
  if (!is_black) pairs = (pairs >> 4 & 0x0F0F0F0F) | (pairs & 0x0F0F0F0F) << 4;
  const vector *lines = (const vector *)rows->lines, *diagonals = lines + 256;
  vector sum = lines[pairs & 255] + lines[pairs >> 8 & 255];
  sum += diagonals[pairs >> 16 & 255] + diagonals[pairs >> 24];
  sum += ((const vector *)rows->own)[own & 4095];
  sum += ((const vector *)rows->opponent)[opponent & 4095];
  sum += ((const vector *)rows->classes)[own >> 12 << 4 | opponent >> 12];
  const vector nothing = {};
  return BETWEEN(nothing, sum, mix_embedding_limit);
}

/* Adds the changes in some channels to an accumulator. */
EACH void add(int32_t *sums, slice changes) {
  wide sum;
  memcpy(&sum, sums, sizeof sum);
  sum += __builtin_convertvector(changes, wide);
  memcpy(sums, &sum, sizeof sum);
}

/* Recomputes the convolution at `count` points of a row, from cell `first` on, in one view and for
   the channels of slice `part`. Adds the changes of the outputs to the accumulator. Each column of
   three cells is read once and kept for the next two points. */
EACH void convolve(
    const slice *mixing, const struct mix_cells *cells, unsigned first, unsigned count, int view,
    int part) {
  /* The distance from a cell to the next one, in slices: a cell has two views. */
  enum { step = 2 * slices };
  const slice *cell = (const slice *)cells->embedded + step * first + view * slices + part;
  slice *passed = (slice *)cells->convolved + step * first + view * slices + part;
  mixing += part;
#define AT(cells) cell[step * (cells)]
#define MIXING(n) mixing[slices * (n)]
  slice before = AT(-1), here = AT(0), changes = {0};
  slice beside_before = AT(-1 - row) + AT(row - 1), beside_here = AT(-row) + AT(row);
  for (unsigned n = 0; n < count; n++, cell += step, passed += step) {
    const slice after = AT(1), beside_after = AT(1 - row) + AT(row + 1);
    slice sum = MIXING(3) + share(here, MIXING(0));
    sum += share(before + after + beside_here, MIXING(1));
    sum += share(beside_before + beside_after, MIXING(2));
    const slice now = BETWEEN(MIXING(4), sum, mix_convolved_limit);
    changes += now - *passed;
    *passed = now;
    before = here, here = after;
    beside_before = beside_here, beside_here = beside_after;
  }
#undef AT
#undef MIXING
  add(cells->sums + view * mix_channels + part * slice_channels, changes);
}

/* Does the work of `mix_update` (mix.h). It is compiled for each width of vectors below. */
EACH struct mix_saved *update(
    const struct mix_trunk *trunk, const struct mix_cells *cells, const uint64_t *states,
    const uint64_t *inside, struct mix_saved *saved) {
  struct views *all_embedded = (struct views *)cells->embedded;
  const struct views *all_convolved = (const struct views *)cells->convolved;
  uint64_t around[mix_cell_count / 64] = {0};
  /* Lists the changed cells first, without a branch for each cell. A branch around the work on a
     cell would be unpredictable, and its mispredictions would cost more than the list. */
  uint16_t changed[mix_cell_count];
  unsigned count = 0;
  /* Compares eight cells at a time: most have not changed. */
  for (unsigned first = 0; first < mix_cell_count; first += 8) {
    if ((inside[first / 64] >> first % 64 & 255) == 0) continue;
    uint64_t change = 0;
    for (unsigned n = 0; n < 8; n++) change |= states[first + n] ^ cells->states[first + n];
    if (change == 0) continue;
    for (unsigned cell = first; cell < first + 8; cell++) {
      changed[count] = cell;
      count += states[cell] != cells->states[cell];
    }
  }
  for (unsigned n = 0; n < count; n++, saved++) {
    const unsigned cell = changed[n];
    struct views *embedded = all_embedded + cell;
    memcpy(saved->views, embedded, sizeof *embedded);
    saved->state = cells->states[cell];
    saved->cell = cell;
    saved->is_convolved = false;
    cells->states[cell] = states[cell];
    embedded->black = embed(&trunk->black, states[cell], true);
    embedded->white = embed(&trunk->white, states[cell], false);
    /* Marks the 3x3 cells around the changed one. No point is in a row's first or last cell, so
       three bits fit into one word if a word of `around` has whole rows of the grid. */
    for (unsigned y = 0; y < 3; y++) {
      const unsigned first = cell + (y - 1) * row - 1;
      around[first / 64] |= (uint64_t)7 << first % 64;
      if (64 % row != 0 && first % 64 > 61) around[first / 64 + 1] |= 7 >> (64 - first % 64);
    }
  }
  const slice *mixing = (const slice *)trunk->mixing;
  for (int word = 0; word < mix_cell_count / 64; word++) {
    uint64_t bits = around[word] & inside[word];
    while (bits != 0) {
      const unsigned start = __builtin_ctzll(bits), first = word * 64 + start;
      unsigned count = __builtin_ctzll(~(bits >> start));
      if (count > summed) count = summed;
      bits &= ~((((uint64_t)1 << count) - 1) << start);
      for (unsigned n = 0; n < count; n++, saved++) {
        memcpy(saved->views, all_convolved + first + n, sizeof saved->views);
        saved->cell = first + n;
        saved->is_convolved = true;
      }
      for (int view = 0; view < 2; view++) {
        for (int part = 0; part < slices; part++) convolve(mixing, cells, first, count, view, part);
      }
    }
  }
  return saved;
}

_Static_assert(summed * 2 * mix_convolved_limit <= INT16_MAX, "the changes that are added up");

WIDE static struct mix_saved *update_wide(
    const struct mix_trunk *trunk, const struct mix_cells *cells, const uint64_t *states,
    const uint64_t *inside, struct mix_saved *saved) {
  return update(trunk, cells, states, inside, saved);
}

struct mix_saved *mix_update(
    const struct mix_trunk *trunk, const struct mix_cells *cells, const uint64_t *states,
    const uint64_t *inside, struct mix_saved *saved) {
  return (trunk->is_wide ? update_wide : update)(trunk, cells, states, inside, saved);
}

void mix_restore(
    const struct mix_cells *cells, const struct mix_saved *start, const struct mix_saved *end) {
  while (end > start) {
    end--;
    int16_t *views = (end->is_convolved ? cells->convolved : cells->embedded);
    memcpy(views + end->cell * 2 * mix_channels, end->views, sizeof end->views);
    if (!end->is_convolved) cells->states[end->cell] = end->state;
  }
}

/* Leaky ReLU with slope 1/8 below zero. */
EACH hidden leaky(hidden x) {
  return __builtin_elementwise_max(x, x * 0.125f);
}

EACH hidden load(const float *numbers) {
  hidden vector;
  memcpy(&vector, numbers, sizeof vector);
  return vector;
}

EACH float log_odds(
    const struct mix_value_head *head, const int32_t *own, const int32_t *opponent) {
  hidden sum = load(head->first_bias);
  const int32_t *views[2] = {own, opponent};
  for (int view = 0; view < 2; view++) {
    for (int channel = 0; channel < mix_channels; channel++) {
      const float number =
          ((float)views[view][channel] - head->mean[channel]) * head->scale[channel];
      sum += number * load(head->first + (view * mix_channels + channel) * mix_hidden);
    }
  }
  float activations[mix_hidden];
  sum = leaky(sum);
  memcpy(activations, &sum, sizeof sum);
  hidden second = load(head->second_bias);
  for (int n = 0; n < mix_hidden; n++) {
    second += activations[n] * load(head->second + n * mix_hidden);
  }
  second = leaky(second) * load(head->output_weights);
  float parts[mix_hidden];
  memcpy(parts, &second, sizeof parts);
  /* Adds the lanes in a fixed order. */
  for (int half = mix_hidden / 2; half > 0; half /= 2) {
    for (int n = 0; n < half; n++) parts[n] += parts[n + half];
  }
  return parts[0];
}

WIDE static float log_odds_wide(
    const struct mix_value_head *head, const int32_t *own, const int32_t *opponent) {
  return log_odds(head, own, opponent);
}

float mix_log_odds(const struct mix_value_head *head, const int32_t *own, const int32_t *opponent) {
  return (head->is_wide ? log_odds_wide : log_odds)(head, own, opponent);
}

void mix_logits(
    const struct mix_policy_head *head, const struct mix_cells *cells, int mover,
    const uint16_t *points, int count, float *logits) {
  enum { quarters = mix_policy_hidden / 4, couples = mix_policy_channels / 2 };
  const eight *first = (const eight *)head->first;
  const layer *weights = (const layer *)head->output_weights;
  for (int n = 0; n < count; n++) {
    const int16_t *views = cells->convolved + points[n] * 2 * mix_channels;
    four sum[quarters];
    memcpy(sum, head->first_bias, sizeof sum);
    for (int view = 0; view < 2; view++) {
      int32_t numbers[couples];
      memcpy(numbers, views + (view ^ mover) * mix_channels, sizeof numbers);
      for (int couple = 0; couple < couples; couple++) {
        const eight both = (eight)((four){} + numbers[couple]);
        for (int quarter = 0; quarter < quarters; quarter++) {
          sum[quarter] += products(both, first[(view * couples + couple) * quarters + quarter]);
        }
      }
    }
    layer lanes = {};
    for (int quarter = 0; quarter < quarters; quarter++) {
      lanes += __builtin_convertvector(
                   __builtin_elementwise_max(sum[quarter], (four){}), layer) * weights[quarter];
    }
    logits[n] = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  }
}
