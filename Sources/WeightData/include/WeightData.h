#ifndef WEIGHT_DATA_H
#define WEIGHT_DATA_H

/* What the laboratories have made for the games: the weights that they are played with, and the books
   of proved wins. The files beside WeightData.c are compiled in byte by byte. To install others, put their file in place of one of
   these (`cp FILE Sources/WeightData/gomoku-renju.weights`) and build. */

#include <stddef.h>

/* The bytes of a file, those of weights aligned to 64; without bytes if there is none of that name. */
struct weight_data {
  const void *bytes;
  size_t count;
};

/* The file of a name, such as gomoku-freestyle or book-freestyle-15. */
struct weight_data weight_data(const char *name);

#endif
