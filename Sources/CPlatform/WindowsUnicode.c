#ifdef _WIN32
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The functions of the Swift library for Unicode and for numbers that Embedded Swift expects.
   Most of them, with their tables, are those of the library for bare machines, which
   .ci/windows-unicode.mjs turns into assembler text. They follow the calling convention of
   System V, the rest of the program that of Windows. */

/* Defines a function that passes its call on. The caller expects a small result to fill a whole
   register, so the result has a wider type. */
#define PASS(result, wide, name, parameters, ...) \
  __attribute__((sysv_abi)) result bare##name parameters; \
  wide name parameters { return bare##name(__VA_ARGS__); }

PASS(uint8_t, uint32_t, _swift_stdlib_getGraphemeBreakProperty, (uint32_t scalar), scalar)
PASS(uint8_t, uint32_t, _swift_stdlib_isExtendedPictographic, (uint32_t scalar), scalar)
PASS(uint8_t, uint32_t, _swift_stdlib_isInCB_Consonant, (uint32_t scalar), scalar)
PASS(uint8_t, uint32_t, _swift_stdlib_getNumericType, (uint32_t scalar), scalar)
PASS(uint16_t, uint32_t, _swift_stdlib_getNormData, (uint32_t scalar), scalar)
PASS(uint32_t, uint32_t, _swift_stdlib_getDecompositionEntry, (uint32_t scalar), scalar)
PASS(uint32_t, uint32_t, _swift_stdlib_getComposition, (uint32_t one, uint32_t two), one, two)
PASS(uint32_t, uint32_t, _swift_stdlib_getMapping, (uint32_t scalar, uint8_t mapping), scalar, mapping)
PASS(uint64_t, uint64_t, _swift_stdlib_getBinaryProperties, (uint32_t scalar), scalar)
PASS(double, double, _swift_stdlib_getNumericValue, (uint32_t scalar), scalar)
PASS(const uint8_t *, const uint8_t *, _swift_stdlib_getSpecialMapping,
     (uint32_t scalar, uint8_t mapping, ptrdiff_t *length), scalar, mapping, length)

/* Reads a number in the notation of C, as strtod. */
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

#endif
