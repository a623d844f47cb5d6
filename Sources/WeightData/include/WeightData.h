#ifndef WEIGHT_DATA_H
#define WEIGHT_DATA_H

/* The weights that the games are played with, as the laboratories write them: the files beside
   WeightData.c are compiled in byte by byte. To install others, put their file in place of one of
   these (`cp FILE Sources/WeightData/gomoku-renju.weights`) and build. */

#include <stddef.h>

/* The bytes of a file, aligned to 64; without bytes if there is none of that name. */
struct weight_data {
  const void *bytes;
  size_t count;
};

/* The weights of a name, such as gomoku-freestyle or liuzhou. */
struct weight_data weight_data(const char *name);

#endif
