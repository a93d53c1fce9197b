// The files of the page, embedded, so that the program needs nothing beside it.
#pragma once
#include <stddef.h>

/// One file of the page.
struct page_file {
  /// Its path below the page's folder, such as "index.html".
  const char *path;
  /// Its media type.
  const char *type;
  const unsigned char *bytes;
  size_t length;
};

/// The files; the last has no path.
const struct page_file *page_files(void);
