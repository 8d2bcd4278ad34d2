// SPDX-License-Identifier: Apache-2.0

// A disk that fails and lies, for journal.py: it is loaded before the system's library.
//
// It tracks what a program writes to the files of one folder. Another folder, the shadow, contains
// what a loss of power would leave of each file: the data that a sync made safe. A sync that fails
// or lies makes nothing safe, and its data never get to the shadow unless they are written again.
// Linux does the same: it marks pages as clean although their writing has failed.
//
// In the mode PART the power is lost in a sync: each page, or each sector, that was written since
// the last sync is saved or not, by a seed. All syncs from then on fail, so that no more data are
// reported as safe. Of a sector that was written twice the last bytes count.
//
// Directories are safe at once: SQLite syncs that of a new file itself.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The system's function of a name.
#define REAL(name) ((__typeof(&name))dlsym(RTLD_NEXT, #name))

enum mode { HONEST, FAIL_ONCE, FAIL_OFTEN, FAIL, PART, LIE_ONCE, LIE };

enum { SECTOR = 512, SECTORS_OF_PAGE = 8, FILES = 8, SECTORS = 1 << 19 };

struct file {
  char name[NAME_MAX + 1];
  // A byte for each sector: whether it was written since the last sync.
  unsigned char *dirty;
  // The end of the last of these sectors.
  off_t end;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX], shadow[PATH_MAX];
static struct file files[FILES];
static int syncs, first, mode, is_lost;
static uint64_t seed;

// Begins to track a folder. By the mode, the syncs from a number on fail or lie, or every second
// one of them, or only the one with that number, or the power is lost in it.
void disk_begin(const char *of, const char *to, int from, int how, uint64_t by) {
  pthread_mutex_lock(&lock);
  snprintf(folder, sizeof folder, "%s/", of);
  snprintf(shadow, sizeof shadow, "%s/", to);
  for (int index = 0; index < FILES; index++) {
    free(files[index].dirty);
    files[index] = (struct file){0};
  }
  syncs = 0;
  first = from;
  mode = how;
  seed = by;
  is_lost = 0;
  pthread_mutex_unlock(&lock);
}

// Ends the tracking, and returns the number of syncs.
int disk_end(void) {
  pthread_mutex_lock(&lock);
  folder[0] = 0;
  int count = syncs;
  pthread_mutex_unlock(&lock);
  return count;
}

// The name of a file in the folder; NULL for files elsewhere, and for the shared memory of SQLite.
static const char *name_in_folder(const char *path) {
  size_t length = strlen(folder), whole = strlen(path);
  if (!length || strncmp(path, folder, length) || strchr(path + length, '/')) return NULL;
  if (whole > 4 && !strcmp(path + whole - 4, "-shm")) return NULL;
  return path + length;
}

static struct file *file_of(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  const char *name = name_in_folder(path);
  if (!name) return NULL;
  for (int index = 0; index < FILES; index++) {
    struct file *file = &files[index];
    if (!file->dirty) {
      snprintf(file->name, sizeof file->name, "%s", name);
      file->dirty = calloc(SECTORS, 1);
    }
    if (!strcmp(file->name, name)) return file;
  }
  fprintf(stderr, "disk.c: there are too many files\n");
  abort();
}

static void path_in_shadow(char *path, const char *name) {
  snprintf(path, 2 * PATH_MAX, "%s%s", shadow, name);
}

static void wrote(int descriptor, off_t start, ssize_t count) {
  if (count <= 0) return;
  pthread_mutex_lock(&lock);
  struct file *file = folder[0] ? file_of(descriptor) : NULL;
  off_t end = (start + count - 1) / SECTOR + 1;
  if (file && end > SECTORS) abort();
  for (off_t sector = start / SECTOR; file && sector < end; sector++) file->dirty[sector] = 1;
  if (file && end > file->end) file->end = end;
  pthread_mutex_unlock(&lock);
}

static void clean(struct file *file) {
  memset(file->dirty, 0, file->end);
  file->end = 0;
}

// The next random number (splitmix64).
static uint64_t chance(void) {
  uint64_t bits = seed += 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
  return bits ^ (bits >> 31);
}

// Saves what was written, and the length of the file; or, if the save is torn, a part of it.
static void save(int descriptor, struct file *file, int is_torn) {
  char path[2 * PATH_MAX], bytes[SECTOR];
  struct stat found, before;
  path_in_shadow(path, file->name);
  int copy = open(path, O_RDWR | O_CREAT, 0600);
  if (copy < 0 || fstat(descriptor, &found) || fstat(copy, &before)) abort();
  // Few, half, most or all of the pages, or of the sectors.
  int odds = is_torn ? (int)(chance() % 5) * 64 : 256;
  int unit = is_torn && chance() % 2 ? 1 : SECTORS_OF_PAGE;
  int is_kept = 1;
  for (off_t sector = 0, last = -1; sector < file->end; sector++) {
    if (!file->dirty[sector]) continue;
    if (is_torn && sector / unit != last) is_kept = (int)(chance() % 256) < odds;
    last = sector / unit;
    if (!is_kept) continue;
    ssize_t count = pread(descriptor, bytes, SECTOR, sector * SECTOR);
    if (count > 0 && REAL(pwrite)(copy, bytes, count, sector * SECTOR) != count) abort();
  }
  // After a torn save, a file that was truncated may still have its old length.
  int has_length = !is_torn || (found.st_size < before.st_size && chance() % 2);
  if (has_length && ftruncate(copy, found.st_size)) abort();
  close(copy);
}

// Loses the power: of each file a part of what is not safe is saved.
static void lose_power(void) {
  char path[2 * PATH_MAX];
  for (int index = 0; index < FILES; index++) {
    if (!files[index].dirty) continue;
    snprintf(path, sizeof path, "%s%s", folder, files[index].name);
    int descriptor = open(path, O_RDONLY);
    if (descriptor < 0) continue;
    save(descriptor, &files[index], 1);
    close(descriptor);
  }
  is_lost = 1;
}

// Does the work of a sync, and returns whether the sync fails.
static int synced(int descriptor) {
  int fails = 0;
  pthread_mutex_lock(&lock);
  struct file *file = folder[0] ? file_of(descriptor) : NULL;
  if (file) {
    syncs++;
    int is_hit = mode == FAIL || mode == PART || mode == LIE ? syncs >= first
      : mode == FAIL_OFTEN ? syncs >= first && (syncs - first) % 2 == 0
      : syncs == first;
    if (mode == HONEST || !is_hit) save(descriptor, file, 0);
    else if (mode == PART && !is_lost) lose_power();
    clean(file);
    fails = is_hit && mode < LIE_ONCE;
  }
  pthread_mutex_unlock(&lock);
  if (fails) errno = EIO;
  return fails;
}

int fsync(int descriptor) { return synced(descriptor) ? -1 : REAL(fsync)(descriptor); }

int fdatasync(int descriptor) { return synced(descriptor) ? -1 : REAL(fdatasync)(descriptor); }

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t start) {
  ssize_t done = REAL(pwrite)(descriptor, bytes, count, start);
  wrote(descriptor, start, done);
  return done;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t start) {
  ssize_t done = REAL(pwrite64)(descriptor, bytes, count, start);
  wrote(descriptor, start, done);
  return done;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  off_t start = lseek(descriptor, 0, SEEK_CUR);
  ssize_t done = REAL(write)(descriptor, bytes, count);
  if (start >= 0) wrote(descriptor, start, done);
  return done;
}

int unlink(const char *path) {
  char other[2 * PATH_MAX];
  pthread_mutex_lock(&lock);
  const char *name = is_lost ? NULL : name_in_folder(path);
  if (name) {
    path_in_shadow(other, name);
    REAL(unlink)(other);
    for (int index = 0; index < FILES; index++) {
      if (files[index].dirty && !strcmp(files[index].name, name)) clean(&files[index]);
    }
  }
  pthread_mutex_unlock(&lock);
  return REAL(unlink)(path);
}
