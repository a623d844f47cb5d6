#include "CVersion.h"

#ifndef WULIU_COMMIT
#define WULIU_COMMIT ""
#endif

const char *const wuliu_commit = WULIU_COMMIT;
