#ifndef TEXT_CODE_DATA_H
#define TEXT_CODE_DATA_H

/* The characters of codes of text: sixteen bits each, the least significant byte first, 0 where there is
   none. One after the other: GBK, rows 81 to FE of columns 40 to 7E and 80 to FE; Big5, rows A1 to F9
   of columns 40 to 7E and A1 to FE; Shift_JIS, rows 81 to 9F and E0 to FC of columns 40 to 7E and 80
   to FC; KS X 1001, rows and columns A1 to FE; code page 1251, bytes 80 to FF. Rows are lead bytes. */

#include <stddef.h>

const unsigned char *_Nonnull text_code_data(size_t *_Nonnull count);

#endif
