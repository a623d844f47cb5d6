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
static const alignas(64) unsigned char policy_freestyle[] = {
#embed "policy-freestyle.weights"
};
static const unsigned char book_freestyle_15[] = {
#embed "freestyle-15.book"
};
static const unsigned char book_standard_15[] = {
#embed "standard-15.book"
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
    {"policy-freestyle", {policy_freestyle, sizeof policy_freestyle}},
    {"book-freestyle-15", {book_freestyle_15, sizeof book_freestyle_15}},
    {"book-standard-15", {book_standard_15, sizeof book_standard_15}},
    {"liuzhou", {liuzhou, sizeof liuzhou}},
};

struct weight_data weight_data(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i].data;
  }
  return (struct weight_data){0, 0};
}
