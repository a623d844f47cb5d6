#include "WeightData.h"

#include <string.h>

static const alignas(64) unsigned char gomoku_freestyle[] = {
#embed "gomoku-freestyle.weights"
};
static const alignas(64) unsigned char gomoku_standard[] = {
#embed "gomoku-standard.weights"
};
static const alignas(64) unsigned char gomoku_renju[] = {
#embed "gomoku-renju.weights"
};
static const alignas(64) unsigned char gomoku_caro[] = {
#embed "gomoku-caro.weights"
};
static const alignas(64) unsigned char gomoku_exact_caro[] = {
#embed "gomoku-exact-caro.weights"
};
static const alignas(64) unsigned char mix_freestyle[] = {
#embed "mix-freestyle.weights"
};
static const alignas(64) unsigned char mix_standard[] = {
#embed "mix-standard.weights"
};
static const alignas(64) unsigned char mix_renju[] = {
#embed "mix-renju.weights"
};
static const alignas(64) unsigned char mix_caro[] = {
#embed "mix-caro.weights"
};
static const alignas(64) unsigned char mix_exact_caro[] = {
#embed "mix-exact-caro.weights"
};
static const unsigned char book_freestyle_15[] = {
#embed "freestyle-15.book"
};
static const unsigned char book_freestyle_17[] = {
#embed "freestyle-17.book"
};
static const unsigned char book_freestyle_19[] = {
#embed "freestyle-19.book"
};
static const unsigned char book_freestyle_21[] = {
#embed "freestyle-21.book"
};
static const unsigned char book_standard_15[] = {
#embed "standard-15.book"
};
static const unsigned char book_renju_15[] = {
#embed "renju-15.book"
};
static const alignas(64) unsigned char liuzhou[] = {
#embed "liuzhou.weights"
};
static const unsigned char liuzhou_openings[] = {
#embed "liuzhou.openings"
};

static const struct {
  const char *name;
  struct weight_data data;
} files[] = {
    {"liuzhou-openings", {liuzhou_openings, sizeof liuzhou_openings}},
    {"gomoku-freestyle", {gomoku_freestyle, sizeof gomoku_freestyle}},
    {"gomoku-standard", {gomoku_standard, sizeof gomoku_standard}},
    {"gomoku-renju", {gomoku_renju, sizeof gomoku_renju}},
    {"gomoku-caro", {gomoku_caro, sizeof gomoku_caro}},
    {"gomoku-exact-caro", {gomoku_exact_caro, sizeof gomoku_exact_caro}},
    {"mix-freestyle", {mix_freestyle, sizeof mix_freestyle}},
    {"mix-standard", {mix_standard, sizeof mix_standard}},
    {"mix-renju", {mix_renju, sizeof mix_renju}},
    {"mix-caro", {mix_caro, sizeof mix_caro}},
    {"mix-exact-caro", {mix_exact_caro, sizeof mix_exact_caro}},
    {"book-freestyle-15", {book_freestyle_15, sizeof book_freestyle_15}},
    {"book-freestyle-17", {book_freestyle_17, sizeof book_freestyle_17}},
    {"book-freestyle-19", {book_freestyle_19, sizeof book_freestyle_19}},
    {"book-freestyle-21", {book_freestyle_21, sizeof book_freestyle_21}},
    {"book-standard-15", {book_standard_15, sizeof book_standard_15}},
    {"book-renju-15", {book_renju_15, sizeof book_renju_15}},
    {"liuzhou", {liuzhou, sizeof liuzhou}},
};

const struct weight_data *weight_data(const char *name) {
  static const struct weight_data none = {0, 0};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return &files[i].data;
  }
  return &none;
}
