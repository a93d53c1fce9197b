// libmicrohttpd is a system library; this folder maps its header into Swift. Its start call is variadic, and its
// constants are enumerations and macros that Swift does not import by name: both are functions here.
//
// In: libmicrohttpd's header. Out: functions that Swift can call.
// Free to change: code that keeps the options of the server.
#pragma once
#include <microhttpd.h>

/// Answers one request, once for its head, for each part of its body, and for its end.
typedef enum MHD_Result (*http_handler)(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *body, size_t *body_length, void **request);
/// The request is over, however it ended.
typedef void (*http_completed)(
    void *context, struct MHD_Connection *connection, void **request, enum MHD_RequestTerminationCode how);
/// A connection was opened or is about to be closed.
typedef void (*http_connected)(
    void *context, struct MHD_Connection *connection, void **socket, enum MHD_ConnectionNotificationCode what);

/// Decodes a path. `%00` does not end it: it becomes a character that no path of ours has.
static inline size_t http_unescape(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  size_t length = MHD_http_unescape(text);
  for (size_t i = 0; i < length; i++)
    if (text[i] == 0) text[i] = 1;
  return length;
}

/// Starts a server on a socket that listens already: one thread with epoll.
/// \param connections the most connections at once.
/// \param seconds after which a connection is closed on which nothing moves.
/// \returns NULL if it could not be started; the socket is then still the caller's.
static inline struct MHD_Daemon *http_start(
    int socket, unsigned int connections, unsigned int seconds, http_handler handler, http_completed completed,
    http_connected connected, void *context) {
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_LISTEN_SOCKET, socket, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)connections, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)seconds, NULL},
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)completed, context},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)connected, context},
      {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)http_unescape, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY,
      options, MHD_OPTION_END);
}

/// A response of these bytes, which are copied.
static inline struct MHD_Response *http_response(const void *bytes, size_t length) {
  return MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// A response without an end.
static inline struct MHD_Response *http_endless_response(
    MHD_ContentReaderCallback reader, void *context, MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, reader, context, release);
}

/// Calls `body` for every header field of the request. Names and values have lengths, because they may hold a NUL.
static inline void http_each_header(struct MHD_Connection *connection, MHD_KeyValueIteratorN body, void *context) {
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, body, context);
}

struct http_head {
  const char *next;
  int is_whole;
};

static enum MHD_Result http_follow(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_length, const char *value,
    size_t value_length) {
  (void)kind;
  (void)name_length;
  struct http_head *head = (struct http_head *)context;
  if (!value || (head->next && name != head->next)) head->is_whole = 0;
  head->next = value ? value + value_length + 2 : NULL;
  return MHD_YES;
}

/// Whether every byte of a request's header fields belongs to one of them. libmicrohttpd (0.9.75) ends a value at a NUL and
/// drops the rest of the line, but leaves the bytes in its buffer: each field begins where the line before ends, and
/// an empty line follows the last one. Lines end with CR LF (RFC 9112, section 2.2).
/// \param method the beginning of the request, as the handler gets it.
static inline int http_is_whole(struct MHD_Connection *connection, const char *method) {
  struct http_head head = {NULL, 1};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, http_follow, &head);
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return head.is_whole && info && (!head.next || head.next + 2 == method + info->header_size);
}

/// The socket of a connection.
static inline int http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline enum MHD_Result http_yes(void) { return MHD_YES; }
static inline enum MHD_Result http_no(void) { return MHD_NO; }
static inline int http_is_start(enum MHD_ConnectionNotificationCode what) {
  return what == MHD_CONNECTION_NOTIFY_STARTED;
}
/// What a reader of an endless response returns at its end.
static inline ssize_t http_end(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
