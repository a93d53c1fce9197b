// The files of page and report, embedded, so that the program needs nothing beside it.
//
// In: the files under Sources/Web, by table.py. Out: each file by its path.
// Free to change: nothing by hand: page.c is made.
#pragma once
#include <stddef.h>

/// One file of the page or of the report.
struct page_file {
  /// Its path below its folder, such as "index.html".
  const char *path;
  /// Its media type.
  const char *type;
  const unsigned char *bytes;
  size_t length;
};

/// The files of the page; the last has no path.
const struct page_file *page_files(void);

/// The files of a report, which no server gives to anybody; the last has no path.
const struct page_file *report_files(void);
