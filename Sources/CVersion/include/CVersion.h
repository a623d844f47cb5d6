#pragma once

/// The commit that the program was built from, as WULIU_COMMIT named it; empty if that was not set.
extern const char *_Nonnull const wuliu_commit;
