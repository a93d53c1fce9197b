// zlib is a system library; this folder maps it into Swift. Its call that begins is a macro, which Swift does not import.
//
// In: bytes. Out: bytes in gzip's form, or those of an archive.
// Free to change: code. Ask first: limits of what is unpacked.
#pragma once
#include <zlib.h>

/// The most bytes that `gzip_pack` may need for `length` bytes.
static inline size_t gzip_bound(size_t length) { return compressBound((uLong)length) + 18; }

/// Packs bytes as gzip (RFC 1952), as small as it can.
/// \returns the packed length; 0 if it failed.
static inline size_t gzip_pack(const void *bytes, size_t length, void *packed, size_t capacity) {
  z_stream stream = {0};
  // 15: the largest window; 16 more: a gzip header and trailer.
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)length;
  stream.next_out = (Bytef *)packed;
  stream.avail_out = (uInt)capacity;
  int end = deflate(&stream, Z_FINISH);
  size_t count = stream.total_out;
  deflateEnd(&stream);
  return end == Z_STREAM_END ? count : 0;
}
