#ifndef WULIU_HOST_H
#define WULIU_HOST_H

#include <stddef.h>
#include <stdint.h>

/* What the engine's WebAssembly imports from JavaScript besides `stopped` (see WebAssembly.c of
   CPlatform): one line of an answer, in UTF-8 and without its end. */
__attribute__((import_module("wuliu"), import_name("write"))) void host_write(
    const uint8_t *_Nullable line, size_t length);

#endif
