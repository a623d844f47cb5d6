#ifndef WEIGHT_DATA_H
#define WEIGHT_DATA_H

/* The files that the laboratories write: the weights of the games' evaluations, and the books
   of proved wins. The files beside WeightData.c are compiled in byte by byte. To install
   another one, put it in place of one of these (`cp FILE
   Sources/WeightData/gomoku-renju.weights`) and build. */

#include <stddef.h>

/* The bytes of a file, those of weights aligned to 64 bytes. There are none
   if no file has the name. */
struct weight_data {
  const void *_Nullable bytes;
  size_t count;
};

/* Returns the file of a name, such as gomoku-freestyle or book-freestyle-15. */
const struct weight_data *_Nonnull weight_data(const char *_Nonnull name);

#endif
