#ifndef WULIU_HOST_H
#define WULIU_HOST_H

#include <stddef.h>
#include <stdint.h>

/* Passes one line of an answer to JavaScript, in UTF-8 and without its end. The engine's WebAssembly
   imports this function and `stopped` (see WebAssembly.c of CPlatform) from JavaScript. */
__attribute__((import_module("wuliu"), import_name("write"))) void host_write(
    const uint8_t *_Nullable line, size_t length);

#endif
