/* Makes every flush to the disk take longer, so that what waits for flushes shows on a machine whose disk is quick. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

typedef int (*flush)(int);

int fsync(int file) {
  usleep(FLUSH_US);
  return ((flush)dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  usleep(FLUSH_US);
  return ((flush)dlsym(RTLD_NEXT, "fdatasync"))(file);
}
