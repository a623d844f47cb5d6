#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0601
#include "Files.h"
#include "Portable.h"

#include <windows.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <ntsecapi.h>
#include <process.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <timeapi.h>
#include <winternl.h>

/* The engine's system on Windows 7 and later. Swift and all C files are compiled for the types of
   Portable.h and Files.h; descriptors are those of the C library. */

/* MARK: The beginning */

/* The command line in UTF-8, with a null pointer behind it. */
static char **arguments;

static char *utf8(const wchar_t *text) {
  int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
  char *bytes = malloc((size_t)length + 1);
  if (bytes == NULL) abort();
  bytes[0] = 0;
  WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, length, NULL, NULL);
  return bytes;
}

/* Runs before main: the standard streams carry bytes, and the timer counts milliseconds. */
__attribute__((constructor)) static void begin(void) {
  for (int stream = 0; stream < 3; stream++) _setmode(stream, _O_BINARY);
  timeBeginPeriod(1);
  int count = 0;
  wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
  arguments = calloc((size_t)count + 1, sizeof *arguments);
  if (arguments == NULL) abort();
  for (int index = 0; words != NULL && index < count; index++) arguments[index] = utf8(words[index]);
  LocalFree(words);
}

char **platform_arguments(void) { return arguments; }

/* MARK: Threads */

struct platform_thread {
  void *(*body)(void *);
  void *argument;
  HANDLE handle;
};

static unsigned __stdcall run(void *argument) {
  struct platform_thread thread = *(struct platform_thread *)argument;
  free(argument);
  thread.body(thread.argument);
  return 0;
}

platform_thread platform_start_thread(
    size_t stack_size, void *(*body)(void *), void *argument) {
  platform_thread start = malloc(sizeof *start), thread = malloc(sizeof *thread);
  if (start != NULL && thread != NULL) {
    *start = (struct platform_thread){body, argument, NULL};
    thread->handle = (HANDLE)_beginthreadex(
        NULL, (unsigned)stack_size, run, start, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (thread->handle != NULL) return thread;
  }
  free(start);
  free(thread);
  return NULL;
}

void platform_join_thread(platform_thread thread) {
  WaitForSingleObject(thread->handle, INFINITE);
  platform_detach_thread(thread);
}

void platform_detach_thread(platform_thread thread) {
  CloseHandle(thread->handle);
  free(thread);
}

/* Returns the processors that this process may use, as bits. */
static DWORD_PTR processors(void) {
  DWORD_PTR own = 0, all = 0;
  return GetProcessAffinityMask(GetCurrentProcess(), &own, &all) && own != 0 ? own : 1;
}

unsigned platform_processor_count(void) {
  return (unsigned)__builtin_popcountll((unsigned long long)processors());
}

int platform_pin_thread(unsigned index) {
  DWORD_PTR rest = processors();
  for (unsigned skipped = index % platform_processor_count(); skipped > 0; skipped--) rest &= rest - 1;
  return SetThreadAffinityMask(GetCurrentThread(), rest & -rest) != 0 ? 0 : -1;
}

static DWORD milliseconds(int64_t nanoseconds) {
  int64_t count = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
  return count < 0 ? 0 : count > 1 << 30 ? 1 << 30 : (DWORD)count;
}

void platform_sleep(int64_t nanoseconds) { Sleep(milliseconds(nanoseconds)); }

/* MARK: Locks */

struct platform_monitor {
  SRWLOCK lock;
  CONDITION_VARIABLE changed;
};

platform_monitor platform_make_monitor(void) {
  platform_monitor monitor = malloc(sizeof *monitor);
  if (monitor == NULL) abort();
  InitializeSRWLock(&monitor->lock);
  InitializeConditionVariable(&monitor->changed);
  return monitor;
}

void platform_free_monitor(platform_monitor monitor) { free(monitor); }
void platform_lock(platform_monitor monitor) { AcquireSRWLockExclusive(&monitor->lock); }
void platform_unlock(platform_monitor monitor) { ReleaseSRWLockExclusive(&monitor->lock); }
void platform_wake(platform_monitor monitor) { WakeAllConditionVariable(&monitor->changed); }

int platform_wait(platform_monitor monitor, int64_t moment) {
  if (moment == INT64_MAX) {
    SleepConditionVariableSRW(&monitor->changed, &monitor->lock, INFINITE, 0);
    return 0;
  }
  int64_t rest = moment - platform_clock();
  if (rest > 0) {
    SleepConditionVariableSRW(&monitor->changed, &monitor->lock, milliseconds(rest), 0);
  }
  return platform_clock() >= moment;
}

/* MARK: Clocks */

int64_t platform_clock(void) {
  LARGE_INTEGER now, rate;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&rate);
  int64_t seconds = now.QuadPart / rate.QuadPart, rest = now.QuadPart % rate.QuadPart;
  return seconds * 1000000000 + rest * 1000000000 / rate.QuadPart;
}

/* Returns the sum, in nanoseconds, of two times in units of 100 nanoseconds. */
static int64_t sum(FILETIME a, FILETIME b) {
  int64_t first = (int64_t)a.dwHighDateTime << 32 | a.dwLowDateTime;
  int64_t second = (int64_t)b.dwHighDateTime << 32 | b.dwLowDateTime;
  return (first + second) * 100;
}

int64_t platform_thread_time(void) {
  FILETIME begin, end, kernel, user;
  if (!GetThreadTimes(GetCurrentThread(), &begin, &end, &kernel, &user)) return platform_clock();
  return sum(kernel, user);
}

int64_t platform_process_time(void) {
  FILETIME begin, end, kernel, user;
  if (!GetProcessTimes(GetCurrentProcess(), &begin, &end, &kernel, &user)) return platform_clock();
  return sum(kernel, user);
}

/* MARK: Memory */

void *platform_map(size_t bytes) {
  return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void platform_unmap(void *pages, size_t bytes) {
  (void)bytes;
  VirtualFree(pages, 0, MEM_RELEASE);
}

void platform_give_back(void *pages, size_t bytes) {
  if (VirtualFree(pages, bytes, MEM_DECOMMIT) &&
      VirtualAlloc(pages, bytes, MEM_COMMIT, PAGE_READWRITE) != NULL)
    return;
  /* Another program has taken the memory in between. */
  abort();
}

int platform_has_room(size_t bytes) {
  void *room = VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (room == NULL) return 0;
  VirtualFree(room, 0, MEM_RELEASE);
  return 1;
}

void platform_share_one_heap(void) {}

/* The Swift runtime allocates by posix_memalign and frees by free. The linker therefore passes all
   allocations of the program through these functions (--wrap), which agree with each other. */

void *__wrap_malloc(size_t size) { return _aligned_malloc(size ? size : 1, 16); }
void __wrap_free(void *block) { _aligned_free(block); }
void *__wrap_realloc(void *block, size_t size) { return _aligned_realloc(block, size, 16); }

void *__wrap_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  void *block = _aligned_malloc(bytes ? bytes : 1, 16);
  if (block != NULL) memset(block, 0, bytes);
  return block;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = _aligned_malloc(size ? size : 1, alignment < 16 ? 16 : alignment);
  return *block != NULL ? 0 : ENOMEM;
}

/* MARK: Errors */

const char *platform_error_text(int error) {
  return error == ELOOP ? "Too many levels of symbolic links" : strerror(error);
}

/* Sets errno to what the last failed call means; returns -1. */
static int fail(void) {
  switch (GetLastError()) {
  case ERROR_FILE_NOT_FOUND:
  case ERROR_PATH_NOT_FOUND:
  case ERROR_INVALID_NAME:
  case ERROR_BAD_PATHNAME:
  case ERROR_BAD_NETPATH:
  case ERROR_NO_UNICODE_TRANSLATION: errno = ENOENT; break;
  case ERROR_FILE_EXISTS:
  case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
  case ERROR_ACCESS_DENIED:
  case ERROR_SHARING_VIOLATION:
  case ERROR_LOCK_VIOLATION: errno = EACCES; break;
  case ERROR_WRITE_PROTECT: errno = EROFS; break;
  case ERROR_DIR_NOT_EMPTY: errno = ENOTEMPTY; break;
  case ERROR_DISK_FULL:
  case ERROR_HANDLE_DISK_FULL: errno = ENOSPC; break;
  case ERROR_BROKEN_PIPE:
  case ERROR_NO_DATA:
  case ERROR_PIPE_NOT_CONNECTED: errno = EPIPE; break;
  case ERROR_INVALID_HANDLE: errno = EBADF; break;
  case ERROR_NOT_ENOUGH_MEMORY:
  case ERROR_OUTOFMEMORY: errno = ENOMEM; break;
  default: errno = EIO;
  }
  return -1;
}

static int done(BOOL is_done) { return is_done ? 0 : fail(); }

/* MARK: Paths */

/* Returns a path in UTF-16, to be freed. Returns NULL, with the last error set, if the path is
   not UTF-8. A long absolute path gets the prefix that lifts the limit on its length. */
static wchar_t *wide(const char *path) {
  int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
  if (length == 0) return NULL;
  wchar_t *text = malloc(((size_t)length + 4) * sizeof *text);
  if (text == NULL) abort();
  int is_long = length > 240 && path[0] != 0 && path[1] == ':';
  wchar_t *begin = is_long ? text + 4 : text;
  MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, begin, length);
  if (is_long) {
    memcpy(text, L"\\\\?\\", 4 * sizeof *text);
    for (wchar_t *letter = begin; *letter != 0; letter++) {
      if (*letter == L'/') *letter = L'\\';
    }
  }
  return text;
}

/* Opens the file or folder at a path, only to read its attributes. */
static HANDLE open_attributes(const char *path, int follows_links) {
  wchar_t *name = wide(path);
  if (name == NULL) return INVALID_HANDLE_VALUE;
  DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (follows_links ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
  HANDLE file = CreateFileW(
      name, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
      OPEN_EXISTING, flags, NULL);
  free(name);
  return file;
}

enum platform_kind platform_kind(const char *path, int follows_links) {
  HANDLE file = open_attributes(path, follows_links);
  if (file == INVALID_HANDLE_VALUE) {
    fail();
    return platform_nothing;
  }
  enum platform_kind kind = platform_stream;
  BY_HANDLE_FILE_INFORMATION facts;
  if (GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &facts)) {
    if (!follows_links && (facts.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)) kind = platform_link;
    else if (facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) kind = platform_folder;
    else kind = platform_plain_file;
  }
  CloseHandle(file);
  return kind;
}

/* MARK: Opening */

static HANDLE handle(int descriptor) { return (HANDLE)_get_osfhandle(descriptor); }

int platform_open(const char *path, enum platform_access access, int waits, int is_private) {
  static const struct {
    DWORD access, disposition;
  } ways[] = {
    [platform_for_reading] = {GENERIC_READ, OPEN_EXISTING},
    [platform_for_writing] = {GENERIC_WRITE, CREATE_ALWAYS},
    [platform_for_updating] = {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS},
    [platform_for_changing] = {GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING},
    [platform_for_creating] = {GENERIC_READ | GENERIC_WRITE, CREATE_NEW},
    [platform_for_feeding] = {GENERIC_WRITE, OPEN_EXISTING},
  };
  (void)waits;
  (void)is_private;
  wchar_t *name = wide(path);
  if (name == NULL) return fail();
  HANDLE file = CreateFileW(
      name, ways[access].access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
      ways[access].disposition, FILE_ATTRIBUTE_NORMAL, NULL);
  free(name);
  if (file == INVALID_HANDLE_VALUE) {
    fail();
    if (errno == EACCES && platform_kind(path, 1) == platform_folder) errno = EISDIR;
    return -1;
  }
  int descriptor = _open_osfhandle((intptr_t)file, _O_BINARY | _O_NOINHERIT);
  if (descriptor < 0) CloseHandle(file);
  return descriptor;
}

int platform_close(int descriptor) { return _close(descriptor); }
int platform_is_open(int descriptor) { return handle(descriptor) != INVALID_HANDLE_VALUE; }
int platform_is_terminal(int descriptor) {
  DWORD mode;
  return GetConsoleMode(handle(descriptor), &mode) != 0;
}
int platform_is_file(int descriptor) { return GetFileType(handle(descriptor)) == FILE_TYPE_DISK; }

int platform_is_at(int descriptor, const char *path, int follows_links) {
  HANDLE named = open_attributes(path, follows_links);
  if (named == INVALID_HANDLE_VALUE) return 0;
  BY_HANDLE_FILE_INFORMATION a, b;
  int is_same = GetFileInformationByHandle(handle(descriptor), &a) &&
                GetFileInformationByHandle(named, &b) &&
                a.dwVolumeSerialNumber == b.dwVolumeSerialNumber &&
                a.nFileIndexHigh == b.nFileIndexHigh && a.nFileIndexLow == b.nFileIndexLow;
  CloseHandle(named);
  return is_same;
}

int platform_replaces_open_files(void) { return 0; }

int platform_name_count(int descriptor) {
  BY_HANDLE_FILE_INFORMATION status;
  return GetFileInformationByHandle(handle(descriptor), &status) ? (int)status.nNumberOfLinks
                                                                 : (int)fail();
}

/* MARK: Reading and writing */

int platform_atomic_write(void) { return 4096; }

/* Returns how many of `count` bytes one call transfers at most. */
static DWORD chunk_size(int64_t count) { return count > 1 << 30 ? 1 << 30 : (DWORD)count; }

int64_t platform_read(int descriptor, void *buffer, int64_t count) {
  DWORD read = 0;
  if (ReadFile(handle(descriptor), buffer, chunk_size(count), &read, NULL)) return read;
  /* A pipe whose writer has closed it is at its end. */
  return GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF ? 0 : fail();
}

int64_t platform_write(int descriptor, const void *bytes, int64_t count) {
  DWORD written = 0;
  BOOL is_done = WriteFile(handle(descriptor), bytes, chunk_size(count), &written, NULL);
  return is_done ? (int64_t)written : fail();
}

/* Reads or writes at an offset, and leaves the file's own position as it was. */
static int64_t transfer_at(
    HANDLE file, int64_t offset, int64_t count, void *buffer, const void *bytes) {
  LARGE_INTEGER none = {0}, position;
  if (!SetFilePointerEx(file, none, &position, FILE_CURRENT)) return fail();
  OVERLAPPED place = {0};
  place.Offset = (DWORD)offset;
  place.OffsetHigh = (DWORD)(offset >> 32);
  DWORD moved = 0;
  BOOL is_done = buffer != NULL ? ReadFile(file, buffer, chunk_size(count), &moved, &place)
                                : WriteFile(file, bytes, chunk_size(count), &moved, &place);
  int64_t result = is_done ? (int64_t)moved : GetLastError() == ERROR_HANDLE_EOF ? 0 : fail();
  SetFilePointerEx(file, position, NULL, FILE_BEGIN);
  return result;
}

int64_t platform_read_at(int descriptor, void *buffer, int64_t count, int64_t offset) {
  return count == 0 ? 0 : transfer_at(handle(descriptor), offset, count, buffer, NULL);
}

int64_t platform_write_at(int descriptor, const void *bytes, int64_t count, int64_t offset) {
  return count == 0 ? 0 : transfer_at(handle(descriptor), offset, count, NULL, bytes);
}

/* Returns whether the other end of a pipe has been closed. */
static int is_deserted(HANDLE pipe) {
  struct {
    ULONG type, configuration, most, current, inbound_quota, readable, outbound_quota, writable;
    ULONG state, end;
  } facts;
  enum { pipe_local_information = 24, closing = 4, disconnected = 1 };
  IO_STATUS_BLOCK status;
  if (NtQueryInformationFile(
          pipe, &status, &facts, sizeof facts, (FILE_INFORMATION_CLASS)pipe_local_information) != 0)
    return 0;
  return facts.state == closing || facts.state == disconnected;
}

/* A pipe does not tell if a write would block. Asked without a time to wait, it counts as full.
   A thread that must not block thus leaves the write to another thread. */
int platform_is_ready(int descriptor, enum platform_event event, int64_t nanoseconds) {
  HANDLE file = handle(descriptor);
  int is_pipe = GetFileType(file) == FILE_TYPE_PIPE;
  if (!is_pipe) return event != platform_is_deserted;
  if (event == platform_can_write) return nanoseconds != 0;
  int64_t end = nanoseconds < 0 ? INT64_MAX : platform_clock() + nanoseconds;
  for (;;) {
    DWORD count = 0;
    if (event == platform_is_deserted) {
      if (is_deserted(file)) return 1;
    } else if (!PeekNamedPipe(file, NULL, 0, NULL, &count, NULL) || count > 0) {
      return 1;
    }
    if (platform_clock() >= end) return 0;
    Sleep(1);
  }
}

int64_t platform_file_size(int descriptor) {
  LARGE_INTEGER size;
  return GetFileSizeEx(handle(descriptor), &size) ? size.QuadPart : fail();
}

int platform_truncate(int descriptor, int64_t length) {
  FILE_END_OF_FILE_INFO end = {{.QuadPart = length}};
  return done(SetFileInformationByHandle(handle(descriptor), FileEndOfFileInfo, &end, sizeof end));
}

int platform_synchronize(int descriptor) { return done(FlushFileBuffers(handle(descriptor))); }

/* The byte that is locked. A lock keeps other programs from reading the locked bytes, so this
   one lies beyond the end of any file. */
static const OVERLAPPED lock_place = {.Offset = 0xFFFFFFFE, .OffsetHigh = 0x7FFFFFFF};

int platform_lock_file(int descriptor) {
  OVERLAPPED place = lock_place;
  DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
  return done(LockFileEx(handle(descriptor), flags, 0, 1, 0, &place));
}

int platform_unlock_file(int descriptor) {
  OVERLAPPED place = lock_place;
  return done(UnlockFileEx(handle(descriptor), 0, 1, 0, &place));
}

/* A new file has the access rights of its folder. */
int platform_copy_access(int from, int to) {
  (void)from;
  (void)to;
  return 0;
}

/* MARK: Names */

int platform_may_write(const char *path) {
  wchar_t *name = wide(path);
  int may = name != NULL && _waccess(name, 2) == 0;
  free(name);
  return may;
}

int platform_rename(const char *path, const char *new_path) {
  wchar_t *old = wide(path), *new = wide(new_path);
  int result = old != NULL && new != NULL
                   ? done(MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
                   : fail();
  free(old);
  free(new);
  return result;
}

static int with_name(const char *path, BOOL (*change)(const wchar_t *)) {
  wchar_t *name = wide(path);
  int result = name == NULL ? fail() : done(change(name));
  free(name);
  return result;
}

static BOOL remove_file(const wchar_t *name) { return DeleteFileW(name); }
static BOOL make_folder(const wchar_t *name) { return CreateDirectoryW(name, NULL); }
static BOOL remove_folder(const wchar_t *name) { return RemoveDirectoryW(name); }

int platform_remove_file(const char *path) { return with_name(path, remove_file); }
int platform_make_folder(const char *path) { return with_name(path, make_folder); }
int platform_remove_folder(const char *path) { return with_name(path, remove_folder); }

int platform_synchronize_folder(const char *path) {
  (void)path;
  return 0;
}

char *platform_resolve(const char *path) {
  HANDLE file = open_attributes(path, 1);
  if (file == INVALID_HANDLE_VALUE) return NULL;
  wchar_t name[4096];
  DWORD length = GetFinalPathNameByHandleW(file, name, 4096, FILE_NAME_NORMALIZED);
  CloseHandle(file);
  if (length == 0 || length >= 4096) return NULL;
  return utf8(wcsncmp(name, L"\\\\?\\", 4) == 0 ? name + 4 : name);
}

struct platform_names {
  HANDLE search;
  WIN32_FIND_DATAW entry;
  int is_fresh;
  char *name;
};

platform_names platform_open_folder(const char *path) {
  wchar_t *name = wide(path);
  if (name == NULL) {
    fail();
    return NULL;
  }
  size_t length = wcslen(name);
  wchar_t *pattern = malloc((length + 3) * sizeof *pattern);
  platform_names folder = calloc(1, sizeof *folder);
  if (pattern == NULL || folder == NULL) abort();
  memcpy(pattern, name, length * sizeof *pattern);
  memcpy(pattern + length, L"\\*", 3 * sizeof *pattern);
  folder->search = FindFirstFileW(pattern, &folder->entry);
  folder->is_fresh = 1;
  free(name);
  free(pattern);
  if (folder->search != INVALID_HANDLE_VALUE) return folder;
  fail();
  free(folder);
  return NULL;
}

const char *platform_next_name(platform_names folder) {
  if (!folder->is_fresh && !FindNextFileW(folder->search, &folder->entry)) return NULL;
  folder->is_fresh = 0;
  free(folder->name);
  return folder->name = utf8(folder->entry.cFileName);
}

void platform_close_folder(platform_names folder) {
  FindClose(folder->search);
  free(folder->name);
  free(folder);
}

/* MARK: The process */

void platform_keep_on_failed_writes(void) {}

static BOOL WINAPI end(DWORD reason) {
  (void)reason;
  platform_leave(0);
}

void platform_end_when_asked(void) { SetConsoleCtrlHandler(end, TRUE); }
void platform_exit(int status) { exit(status); }

void platform_leave(int status) {
  TerminateProcess(GetCurrentProcess(), (UINT)status);
  abort();
}

/* MARK: The Swift runtime */

/* The seed of Swift's hashing and random numbers. */
void arc4random_buf(void *bytes, size_t count) {
  if (!RtlGenRandom(bytes, (ULONG)count)) abort();
}

uintptr_t __stack_chk_guard = 0x5BD1E9955BD1E995;
void __stack_chk_fail(void) { abort(); }

#endif
