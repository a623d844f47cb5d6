/* Prints a hash of each Unicode function that Embedded Swift uses, over all scalars. .ci/windows compiles it
   for Linux with the tables as they are, and for Windows with those of windows-unicode.mjs. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t);
uint8_t _swift_stdlib_isExtendedPictographic(uint32_t);
uint8_t _swift_stdlib_isInCB_Consonant(uint32_t);
uint8_t _swift_stdlib_getNumericType(uint32_t);
uint16_t _swift_stdlib_getNormData(uint32_t);
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t);
uint32_t _swift_stdlib_getComposition(uint32_t, uint32_t);
uint32_t _swift_stdlib_getMapping(uint32_t, uint8_t);
uint64_t _swift_stdlib_getBinaryProperties(uint32_t);
double _swift_stdlib_getNumericValue(uint32_t);
const uint8_t *_swift_stdlib_getSpecialMapping(uint32_t, uint8_t, ptrdiff_t *);
extern const uint8_t *const _swift_stdlib_nfd_decompositions;

static uint64_t hash = 14695981039346656037u;
static void add(uint64_t value) { hash = (hash ^ value) * 1099511628211u; }
#define PRINT(name, value) \
  for (uint32_t scalar = 0; scalar < 0x110000; scalar++) \
    if (scalar - 0xD800 >= 0x800) add(value); \
  printf("%s %016llx\n", name, (unsigned long long)hash)

static uint64_t bits(double number) {
  union { double number; uint64_t bits; } both = {number};
  return both.bits;
}

static uint64_t special(uint32_t scalar) {
  for (uint8_t mapping = 0; mapping < 3; mapping++) {
    ptrdiff_t length = 0;
    const uint8_t *text = _swift_stdlib_getSpecialMapping(scalar, mapping, &length);
    for (ptrdiff_t index = 0; text != NULL && index < length; index++) add(text[index]);
  }
  return 0;
}

int main(void) {
  PRINT("graphemes", _swift_stdlib_getGraphemeBreakProperty(scalar));
  PRINT("pictographic", _swift_stdlib_isExtendedPictographic(scalar));
  PRINT("consonants", _swift_stdlib_isInCB_Consonant(scalar));
  PRINT("numbers", _swift_stdlib_getNumericType(scalar));
  PRINT("normal forms", _swift_stdlib_getNormData(scalar));
  PRINT("decompositions", _swift_stdlib_getDecompositionEntry(scalar));
  PRINT("compositions", _swift_stdlib_getComposition(scalar, 0x301) ^ _swift_stdlib_getComposition(0x61, scalar));
  PRINT("properties", _swift_stdlib_getBinaryProperties(scalar));
  PRINT("values", _swift_stdlib_getNumericType(scalar) < 3 ? bits(_swift_stdlib_getNumericValue(scalar)) : 0);
  PRINT("mappings", _swift_stdlib_getMapping(scalar, 0) ^ _swift_stdlib_getMapping(scalar, 1));
  PRINT("special mappings", special(scalar));
  enum { decomposition_bytes = 9627 };
  for (int index = 0; index < decomposition_bytes; index++) add(_swift_stdlib_nfd_decompositions[index]);
  printf("all %016llx\n", (unsigned long long)hash);
  return 0;
}
