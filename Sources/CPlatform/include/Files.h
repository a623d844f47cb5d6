#ifndef CPLATFORM_FILES_H
#define CPLATFORM_FILES_H

/* Files, pipes and the running process, as far as the engine needs them as a program. All types
   are plain, so that they have the same size for Swift and for every system's C compiler. A path
   ends with a zero byte; on Windows it is UTF-8. Where a function returns -1, platform_error
   tells the error. The implementations are Common.c, and Posix.c with Linux.c or Darwin.c, or
   Windows.c. */

#include <stdint.h>

#pragma clang assume_nonnull begin

/* MARK: Errors */

/* Returns the number of the calling thread's last error, as in errno. */
int platform_error(void);

/* The errors that callers distinguish, and others. */
enum platform_failure {
  platform_not_found,
  platform_already_exists,
  /* A symbolic link that must not be followed. */
  platform_is_link,
  platform_is_folder,
  platform_invalid,
  platform_no_space,
  platform_interrupted,
  platform_would_block,
  /* A file with several names (hard links) that must not be replaced under one of them. */
  platform_has_several_names
};

/* Returns the number of a failure, as in errno. */
int platform_error_number(enum platform_failure failure);

/* Returns the system's message for an error number. The text stays valid until the calling thread's
   next call. */
const char *platform_error_text(int error);

/* MARK: Opening */

/* The purposes for which a file is opened. */
enum platform_access {
  platform_for_reading,
  /* Writing only. Creates the file, or empties it. */
  platform_for_writing,
  /* Reading and writing. Creates the file if it does not exist. */
  platform_for_updating,
  /* Reading and writing an existing file. */
  platform_for_changing,
  /* Reading and writing a new file. Fails if the name exists, even as a broken link. */
  platform_for_creating,
  /* Writing to an existing pipe or device. */
  platform_for_feeding
};

/* Opens a file, and returns its descriptor, or -1. Programs started later do not inherit it. If
   `waits` is 0, neither this call nor later reads and writes block. If `is_private` is 1, only
   its owner may access a newly created file. */
int platform_open(const char *path, enum platform_access access, int waits, int is_private);

int platform_close(int descriptor);

/* Return whether a descriptor is open, is a terminal, refers to a regular file. */
int platform_is_open(int descriptor);
int platform_is_terminal(int descriptor);
int platform_is_file(int descriptor);

/* Returns whether a path refers to the open file. With follows_links, a symbolic link counts as its
   target. */
int platform_is_at(int descriptor, const char *path, int follows_links);

/* Whether a rename may replace a file that is open. */
int platform_replaces_open_files(void);

/* Returns the number of names (hard links) of an open file, or -1. */
int platform_name_count(int descriptor);

/* MARK: Reading and writing */

/* The most bytes that one write to a pipe transfers atomically. */
int platform_atomic_write(void);

/* Read or write as read(2), write(2), pread(2) and pwrite(2). Return the number of bytes, or -1. */
int64_t platform_read(int descriptor, void *buffer, int64_t count);
int64_t platform_write(int descriptor, const void *_Nullable bytes, int64_t count);
int64_t platform_read_at(int descriptor, void *_Nullable buffer, int64_t count, int64_t offset);
int64_t platform_write_at(
    int descriptor, const void *_Nullable bytes, int64_t count, int64_t offset);

/* The events of a descriptor to wait for. */
enum platform_event {
  /* Data can be read, or the end is reached. */
  platform_can_read,
  platform_can_write,
  /* The other end was closed. */
  platform_is_deserted
};

/* Returns whether an event occurs within so many nanoseconds; a negative number means no limit. */
int platform_is_ready(int descriptor, enum platform_event event, int64_t nanoseconds);

/* Returns the length of a file in bytes, or -1. */
int64_t platform_file_size(int descriptor);

/* Return 0, or -1. */
int platform_truncate(int descriptor, int64_t length);
/* Flushes written data to the disk, so that the data survives the loss of power. */
int platform_synchronize(int descriptor);
/* Locks a file until it is unlocked or closed; fails if another program has locked it. */
int platform_lock_file(int descriptor);
int platform_unlock_file(int descriptor);
/* Gives the file `to` the mode of `from`, and the owner and group as far as the system allows. */
int platform_copy_access(int from, int to);

/* MARK: Names */

/* The kind of file at a path. A stream is a pipe or a character device. With follows_links, a
   symbolic link counts as its target. */
enum platform_kind {
  platform_nothing,
  platform_plain_file,
  platform_folder,
  platform_link,
  platform_stream,
  platform_other
};
enum platform_kind platform_kind(const char *path, int follows_links);

/* Returns whether this process may write the file at a path. */
int platform_may_write(const char *path);

/* Return 0, or -1. A rename replaces a file of the new name atomically. */
int platform_rename(const char *path, const char *new_path);
int platform_remove_file(const char *path);
int platform_make_folder(const char *path);
int platform_remove_folder(const char *path);
/* Waits until the entries of a folder survive the loss of power, where the system supports that. */
int platform_synchronize_folder(const char *path);

/* Returns the absolute path without symbolic links, for platform_free; NULL if there is no such
   file. */
char *_Nullable platform_resolve(const char *path);

/* An open folder. platform_next_name returns NULL behind the last name; a name stays valid until
   the next call. */
typedef struct platform_names *platform_names;
platform_names _Nullable platform_open_folder(const char *path);
const char *_Nullable platform_next_name(platform_names folder);
void platform_close_folder(platform_names folder);

/* MARK: The process */

/* Returns the words of the command line, the program's name first, with a null pointer behind
   them. */
char *_Nullable *_Nonnull platform_arguments(void);

/* Lets a write to a closed pipe, or beyond the limit of a file's size, fail with an error
   instead of ending the process. */
void platform_keep_on_failed_writes(void);

/* Ends the process with status 0 when the user, the terminal or the system asks for its end. If
   the parent process has blocked the signals for that, the call unblocks them in the calling
   thread and in threads started later. One thread that does not block them is enough. */
void platform_end_when_asked(void);

/* End the process: with the C library's buffers flushed, or at once. */
_Noreturn void platform_exit(int status);
_Noreturn void platform_leave(int status);

/* Lets all threads allocate from one heap. With glibc, each further heap reserves 64 MiB of address
   space. */
void platform_share_one_heap(void);

#pragma clang assume_nonnull end

#endif
