#include "TextCodeData.h"

static const unsigned char bytes[] = {
#embed "text-codes.table"
};

const unsigned char *text_code_data(size_t *count) {
  *count = sizeof bytes;
  return bytes;
}
