#include "mix_training.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

/* Each loop is written once and compiled twice, as in mix.c. */
#define EACH static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#else
#define WIDE
#endif

/* Ignores a warning about passing vectors that are longer than registers. All functions that
   take such vectors are inlined, so none is passed. */
#pragma clang diagnostic ignored "-Wpsabi"

/* A `slice` has eight neighbouring channels: so many can be convolved within the registers. A
   `policy` has all numbers of the policy head's hidden layer. */
enum { lanes = 8 };
typedef float slice __attribute__((vector_size(4 * lanes)));
typedef int32_t mask __attribute__((vector_size(4 * lanes)));
typedef float policy __attribute__((vector_size(4 * mix_policy_hidden)));
typedef int32_t policy_mask __attribute__((vector_size(4 * mix_policy_hidden)));

_Static_assert(mix_policy_channels == mix_policy_hidden, "one type of vectors for both");

#define LOAD(type, from) \
  ({ \
    type loaded; \
    memcpy(&loaded, from, sizeof loaded); \
    loaded; \
  })
#define STORE(to, vector) \
  ({ \
    const typeof(vector) stored = vector; \
    memcpy(to, &stored, sizeof stored); \
  })
#define ADD(to, vector) STORE(to, LOAD(typeof(vector), to) + (vector))
#define RELU(x) __builtin_elementwise_max(x, (typeof(x)){})
/* The backward pass of a ReLU: the gradient x where the ReLU's output is above zero, else 0. */
#define PASSED(masks, x, output) (typeof(x))((masks)(x) & ((output) > 0))

EACH unsigned stride(const struct mix_example *e) { return e->width + 1; }
EACH unsigned cell_count(const struct mix_example *e) { return (e->height + 2) * stride(e) + 1; }

/* Returns the channels of the first point of row y in one view. */
EACH float *row_start(const struct mix_example *e, float *vectors, int view, unsigned y) {
  return vectors + (view * cell_count(e) + (y + 1) * stride(e) + 1) * e->channels;
}

/* Returns the channels of a point in one view. */
EACH float *point_start(const struct mix_example *e, float *vectors, int view, unsigned point) {
  return row_start(e, vectors, view, point / e->width) + point % e->width * e->channels;
}

/* The 3x3 cells around a cell, in eight channels. `begin` reads them, and `move_on` moves to the
   next cell of the row. It reads the new column alone, so each column is read once. */
struct around {
  const float *cell;
  /* The distances to the cells on the right and below, in numbers. */
  int right, down;
  /* The cell on the left, the cell, and the cell on the right. For each of the three cells, the sum
     of the cells above and below follows. */
  slice before, here, after, beside_before, beside_here, beside_after;
};

EACH slice beside(const float *cell, int down) {
  return LOAD(slice, cell - down) + LOAD(slice, cell + down);
}

EACH void begin(struct around *a, const float *cell, const struct mix_example *e, int channels) {
  a->cell = cell;
  a->right = channels;
  a->down = (int)stride(e) * channels;
  a->before = LOAD(slice, cell - a->right);
  a->here = LOAD(slice, cell);
  a->after = LOAD(slice, cell + a->right);
  a->beside_before = beside(cell - a->right, a->down);
  a->beside_here = beside(cell, a->down);
  a->beside_after = beside(cell + a->right, a->down);
}

EACH void move_on(struct around *a) {
  a->cell += a->right;
  a->before = a->here, a->here = a->after;
  a->after = LOAD(slice, a->cell + a->right);
  a->beside_before = a->beside_here, a->beside_here = a->beside_after;
  a->beside_after = beside(a->cell + a->right, a->down);
}

EACH slice orthogonal(const struct around *a) { return a->before + a->after + a->beside_here; }
EACH slice diagonal(const struct around *a) { return a->beside_before + a->beside_after; }

/* Returns the depthwise 3x3 convolution: one weight for the cell, its orthogonal neighbours and its
   diagonal neighbours each. */
EACH slice convolve(const struct around *a, slice center, slice beside, slice across) {
  return center * a->here + beside * orthogonal(a) + across * diagonal(a);
}

EACH void body_of(
    const int channels, const struct mix_tables *t, const struct mix_example *e, float *sums) {
  memset(sums, 0, 2 * channels * sizeof *sums);
  for (int view = 0; view < 2; view++) {
    const uint16_t *rows = e->rows + view * mix_row_count;
    for (unsigned y = 0; y < e->height; y++) {
      float *cell = row_start(e, e->excited, view, y);
      for (unsigned x = 0; x < e->width; x++, cell += channels, rows += 2 * mix_row_count) {
        for (int c = 0; c < channels; c += lanes) {
          slice sum = LOAD(slice, t->rows + rows[0] * channels + c);
          for (int n = 1; n < mix_row_count; n++) {
            sum += LOAD(slice, t->rows + rows[n] * channels + c);
          }
          STORE(cell + c, RELU(sum));
        }
      }
    }
    for (unsigned y = 0; y < e->height; y++) {
      for (int c = 0; c < channels; c += lanes) {
        const slice center = LOAD(slice, t->mixing + c);
        const slice beside = LOAD(slice, t->mixing + channels + c);
        const slice across = LOAD(slice, t->mixing + 2 * channels + c);
        const slice bias = LOAD(slice, t->mixing + 3 * channels + c);
        float *convolved = row_start(e, e->convolved, view, y) + c;
        slice total = {};
        struct around a;
        begin(&a, row_start(e, e->excited, view, y) + c, e, channels);
        for (unsigned x = 0;;) {
          const slice output = RELU(bias + convolve(&a, center, beside, across));
          STORE(convolved + x * channels, output);
          total += output;
          if (++x == e->width) break;
          move_on(&a);
        }
        ADD(sums + view * channels + c, total);
      }
    }
  }
}

/* Calls `loop` with the number of channels. The engine's own number, the most frequent one, is
   passed as a constant, so that the compiler can optimise the loop for it. */
#define WITH_CHANNELS(loop, ...) \
  do { \
    if (e->channels == mix_channels) loop(mix_channels, __VA_ARGS__); \
    else loop(e->channels, __VA_ARGS__); \
  } while (0)

EACH void body(const struct mix_tables *t, const struct mix_example *e, float *sums) {
  WITH_CHANNELS(body_of, t, e, sums);
}

WIDE static void body_wide(const struct mix_tables *t, const struct mix_example *e, float *sums) {
  body(t, e, sums);
}

void mix_train_body(const struct mix_tables *t, const struct mix_example *e, float *sums) {
  (e->is_wide ? body_wide : body)(t, e, sums);
}

/* Adds the lanes of a vector in a fixed order. */
EACH float sum(policy x) {
  float parts[mix_policy_hidden];
  memcpy(parts, &x, sizeof parts);
  for (int half = mix_policy_hidden / 2; half > 0; half /= 2) {
    for (int n = 0; n < half; n++) parts[n] += parts[n + half];
  }
  return parts[0];
}

EACH void policy_head(const struct mix_tables *t, const struct mix_example *e) {
  const policy last = LOAD(policy, t->policy_last);
  for (unsigned n = 0; n < e->empty_count; n++) {
    const unsigned point = e->empties[n];
    policy hidden = LOAD(policy, t->policy_bias);
    for (int view = 0; view < 2; view++) {
      const float *convolved = point_start(e, e->convolved, view, point);
      const float *first = t->policy_first + view * mix_policy_channels * mix_policy_hidden;
      for (int c = 0; c < mix_policy_channels; c++) {
        hidden += convolved[c] * LOAD(policy, first + c * mix_policy_hidden);
      }
    }
    STORE(e->hidden + point * mix_policy_hidden, hidden);
    e->scores[point] = sum(RELU(hidden) * last);
  }
}

WIDE static void policy_head_wide(const struct mix_tables *t, const struct mix_example *e) {
  policy_head(t, e);
}

void mix_train_policy(const struct mix_tables *t, const struct mix_example *e) {
  (e->is_wide ? policy_head_wide : policy_head)(t, e);
}

EACH void policy_back(
    const struct mix_tables *t, const float *transposed, const struct mix_example *e, float share,
    float least, const struct mix_tables *gradient) {
  const policy last = LOAD(policy, t->policy_last);
  policy last_gradient = {}, bias_gradient = {};
  for (unsigned n = 0; n < e->empty_count; n++) {
    const unsigned point = e->empties[n];
    const float error = e->scores[point];
    if (error < least && error > -least) continue;
    const policy output = RELU(LOAD(policy, e->hidden + point * mix_policy_hidden));
    last_gradient += error * share * output;
    const policy hidden = PASSED(policy_mask, error * share * last, output);
    bias_gradient += hidden;
    float numbers[mix_policy_hidden];
    memcpy(numbers, &hidden, sizeof numbers);
    for (int view = 0; view < 2; view++) {
      const float *convolved = point_start(e, e->convolved, view, point);
      float *first = gradient->policy_first + view * mix_policy_channels * mix_policy_hidden;
      for (int c = 0; c < mix_policy_channels; c++) {
        ADD(first + c * mix_policy_hidden, convolved[c] * hidden);
      }
      const float *weights = transposed + view * mix_policy_hidden * mix_policy_channels;
      policy slope = {};
      for (int h = 0; h < mix_policy_hidden; h++) {
        slope += numbers[h] * LOAD(policy, weights + h * mix_policy_channels);
      }
      ADD(point_start(e, e->slopes, view, point), slope);
    }
  }
  ADD(gradient->policy_last, last_gradient);
  ADD(gradient->policy_bias, bias_gradient);
}

WIDE static void policy_back_wide(
    const struct mix_tables *t, const float *transposed, const struct mix_example *e, float share,
    float least, const struct mix_tables *gradient) {
  policy_back(t, transposed, e, share, least, gradient);
}

void mix_train_policy_back(
    const struct mix_tables *t, const float *transposed, const struct mix_example *e, float share,
    float least, const struct mix_tables *gradient) {
  (e->is_wide ? policy_back_wide : policy_back)(t, transposed, e, share, least, gradient);
}

/* Passes the gradients of row y's convolution outputs (`slopes`) back through the ReLU, in place.
   Adds the gradients of the convolution's weights and bias. */
EACH void convolution_back(
    const int channels, const struct mix_example *e, int view, unsigned y,
    const struct mix_tables *gradient) {
  for (int c = 0; c < channels; c += lanes) {
    const float *convolved = row_start(e, e->convolved, view, y) + c;
    float *slopes = row_start(e, e->slopes, view, y) + c;
    slice center = {}, beside = {}, across = {}, bias = {};
    struct around a;
    begin(&a, row_start(e, e->excited, view, y) + c, e, channels);
    for (unsigned x = 0;;) {
      const slice output = LOAD(slice, convolved + x * channels);
      const slice slope = PASSED(mask, LOAD(slice, slopes + x * channels), output);
      STORE(slopes + x * channels, slope);
      center += slope * a.here;
      beside += slope * orthogonal(&a);
      across += slope * diagonal(&a);
      bias += slope;
      if (++x == e->width) break;
      move_on(&a);
    }
    float *mixing = gradient->mixing + c;
    ADD(mixing, center);
    ADD(mixing + channels, beside);
    ADD(mixing + 2 * channels, across);
    ADD(mixing + 3 * channels, bias);
  }
}

/* Passes the gradients of the convolution's sums back to the embeddings of row y, and through the
   ReLU of the embeddings. The sums of the rows above and below contribute too. */
EACH void embedding_back(
    const int channels, const struct mix_tables *t, const struct mix_example *e, int view,
    unsigned y, float *embedding_slopes) {
  for (int c = 0; c < channels; c += lanes) {
    const slice center = LOAD(slice, t->mixing + c);
    const slice beside = LOAD(slice, t->mixing + channels + c);
    const slice across = LOAD(slice, t->mixing + 2 * channels + c);
    const float *excited = row_start(e, e->excited, view, y) + c;
    struct around a;
    begin(&a, row_start(e, e->slopes, view, y) + c, e, channels);
    for (unsigned x = 0;;) {
      const slice slope = convolve(&a, center, beside, across);
      const slice output = LOAD(slice, excited + x * channels);
      STORE(embedding_slopes + x * channels + c, PASSED(mask, slope, output));
      if (++x == e->width) break;
      move_on(&a);
    }
  }
}

EACH void body_back_of(
    const int channels, const struct mix_tables *t, const struct mix_example *e,
    const struct mix_tables *gradient, bool *used) {
  float slopes[mix_grid_width * mix_most_channels];
  for (int view = 0; view < 2; view++) {
    for (unsigned y = 0; y < e->height; y++) convolution_back(channels, e, view, y, gradient);
    const uint16_t *rows = e->rows + view * mix_row_count;
    for (unsigned y = 0; y < e->height; y++) {
      embedding_back(channels, t, e, view, y, slopes);
      for (unsigned x = 0; x < e->width; x++, rows += 2 * mix_row_count) {
        const float *slope = slopes + x * channels;
        for (int n = 0; n < mix_row_count; n++) {
          float *row = gradient->rows + rows[n] * channels;
          used[rows[n]] = true;
          for (int c = 0; c < channels; c += lanes) ADD(row + c, LOAD(slice, slope + c));
        }
      }
    }
  }
}

EACH void body_back(
    const struct mix_tables *t, const struct mix_example *e, const struct mix_tables *gradient,
    bool *used) {
  WITH_CHANNELS(body_back_of, t, e, gradient, used);
}

WIDE static void body_back_wide(
    const struct mix_tables *t, const struct mix_example *e, const struct mix_tables *gradient,
    bool *used) {
  body_back(t, e, gradient, used);
}

void mix_train_body_back(
    const struct mix_tables *t, const struct mix_example *e, const struct mix_tables *gradient,
    bool *used) {
  (e->is_wide ? body_back_wide : body_back)(t, e, gradient, used);
}
