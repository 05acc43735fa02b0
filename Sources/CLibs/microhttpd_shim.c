#include "include/microhttpd_shim.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

typedef struct daemon daemon_type;
typedef struct response response_type;
typedef g2a_http_connection connection_type;

// Values of microhttpd.h.
enum {
  NO = 0,
  YES = 1,
  USE_INTERNAL_POLLING_THREAD = 8,
  // With epoll, libmicrohttpd 0.9.75 does not notice that a client disconnected after half a request.
  USE_POLL = 64,
  ALLOW_SUSPEND_RESUME = 8192 | 1024,
  OPTION_END = 0,
  OPTION_CONNECTION_MEMORY_LIMIT = 1,
  OPTION_CONNECTION_LIMIT = 2,
  OPTION_CONNECTION_TIMEOUT = 3,
  OPTION_NOTIFY_COMPLETED = 4,
  OPTION_SOCK_ADDR = 6,
  OPTION_UNESCAPE_CALLBACK = 16,
  OPTION_NOTIFY_CONNECTION = 27,
  OPTION_STRICT_FOR_CLIENT = 29,
  KIND_HEADER = 1,
  KIND_ARGUMENT = 8,
  CONNECTION_STARTED = 0,
  CONNECTION_INFO_SOCKET = 6,
  SERVER_INFO_PORT = 6,
  MEMORY_IS_COPIED = 2,
  END_WITH_ERROR = -2,
  FILE_BLOCK = 64 * 1024,
};

union connection_info {
  int socket;
  void *others;
};

union server_info {
  uint16_t port;
  void *others;
};

typedef int (*handler)(
    void *context, connection_type *, const char *path, const char *method, const char *version,
    const char *bytes, size_t *count, void **request);
typedef int (*iterator)(void *context, int kind, const char *name, const char *value);

typedef ssize_t (*reader)(void *context, uint64_t place, char *bytes, size_t most);

#define FUNCTIONS(X)                                                                                    \
  X(daemon_type *, MHD_start_daemon,                                                                    \
    (unsigned flags, uint16_t port, void *policy, void *policy_context, handler, void *context, ...))   \
  X(void, MHD_stop_daemon, (daemon_type *))                                                             \
  X(const union server_info *, MHD_get_daemon_info, (daemon_type *, int kind, ...))                     \
  X(const union connection_info *, MHD_get_connection_info, (connection_type *, int kind, ...))         \
  X(int, MHD_get_connection_values, (connection_type *, int kind, iterator, void *context))             \
  X(void, MHD_suspend_connection, (connection_type *))                                                  \
  X(void, MHD_resume_connection, (connection_type *))                                                   \
  X(response_type *, MHD_create_response_from_buffer, (size_t size, void *bytes, int mode))             \
  X(response_type *, MHD_create_response_from_callback,                                                 \
    (uint64_t size, size_t block, reader, void *context, void (*)(void *context)))                      \
  X(int, MHD_add_response_header, (response_type *, const char *name, const char *value))               \
  X(int, MHD_queue_response, (connection_type *, unsigned status, response_type *))                     \
  X(void, MHD_destroy_response, (response_type *))

#define DECLARE(result, name, arguments) static result(*name) arguments;
FUNCTIONS(DECLARE)

static bool is_there;

static void load(void) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(result, name, arguments) \
  if (!(*(void **)&name = dlsym(library, #name))) return;
  FUNCTIONS(FIND)
  is_there = true;
}

bool g2a_http_is_there(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_there;
}

struct g2a_http_server {
  daemon_type *daemon;
  struct g2a_http_handler handler;
};

// MARK: What the library calls

static int handle(
    void *context, connection_type *connection, const char *path, const char *method, const char *version,
    const char *bytes, size_t *count, void **request) {
  (void)version;
  struct g2a_http_handler *own = &((g2a_http_server *)context)->handler;
  if (!*request) {
    const union connection_info *info = MHD_get_connection_info(connection, CONNECTION_INFO_SOCKET);
    int socket = info ? info->socket : -1;
    return own->begin(own->context, connection, socket, method, path, request) ? YES : NO;
  }
  if (*count > 0) {
    size_t size = *count;
    *count = 0;
    return own->receive(own->context, bytes, size, *request) ? YES : NO;
  }
  return own->answer(own->context, connection, *request) ? YES : NO;
}

static void complete(void *context, connection_type *connection, void **request, int why) {
  (void)connection, (void)why;
  struct g2a_http_handler *own = &((g2a_http_server *)context)->handler;
  if (*request) own->end(own->context, *request);
  *request = NULL;
}

static void notify(void *context, connection_type *connection, void **data, int kind) {
  (void)data;
  struct g2a_http_handler *own = &((g2a_http_server *)context)->handler;
  const union connection_info *info = MHD_get_connection_info(connection, CONNECTION_INFO_SOCKET);
  if (info) own->connection(own->context, info->socket, kind == CONNECTION_STARTED);
}

/// Returns the value of a hexadecimal digit; -1 for any other character.
static int digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  letter |= 0x20;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/// Decodes `%XX` in place. `%00` is not decoded, because a NUL would end the text.
static size_t unescape(void *context, connection_type *connection, char *text) {
  (void)context, (void)connection;
  char *out = text;
  for (const char *in = text; *in; in++) {
    int high = *in == '%' ? digit(in[1]) : -1, low = high < 0 ? -1 : digit(in[2]);
    bool is_byte = low >= 0 && (high || low);
    *out++ = is_byte ? (char)(high << 4 | low) : *in;
    if (is_byte) in += 2;
  }
  *out = 0;
  return (size_t)(out - text);
}

// MARK: Servers

g2a_http_server *g2a_http_start(
    struct g2a_http_handler handler, struct g2a_http_limits limits, const char *host) {
  if (!g2a_http_is_there()) return errno = ENOENT, NULL;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = 0};
  if (inet_pton(AF_INET, host, &address.sin_addr) != 1) return errno = EINVAL, NULL;
  g2a_http_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->handler = handler;
  errno = 0;
  server->daemon = MHD_start_daemon(
      USE_INTERNAL_POLLING_THREAD | USE_POLL | ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server,
      OPTION_SOCK_ADDR, &address, OPTION_CONNECTION_LIMIT, limits.connections, OPTION_CONNECTION_TIMEOUT,
      limits.idle_seconds, OPTION_CONNECTION_MEMORY_LIMIT, limits.header_bytes, OPTION_STRICT_FOR_CLIENT, 1,
      OPTION_UNESCAPE_CALLBACK, unescape, NULL, OPTION_NOTIFY_COMPLETED, complete, server, OPTION_NOTIFY_CONNECTION, notify, server, OPTION_END);
  if (server->daemon) return server;
  int reason = errno;
  free(server);
  errno = reason;
  return NULL;
}

uint16_t g2a_http_port(g2a_http_server *server) {
  const union server_info *info = MHD_get_daemon_info(server->daemon, SERVER_INFO_PORT);
  return info ? info->port : 0;
}

void g2a_http_stop(g2a_http_server *server) {
  MHD_stop_daemon(server->daemon);
  free(server);
}

// MARK: Requests

struct visit {
  void *context;
  void (*each)(void *context, const char *name, const char *value);
};

static int visit_one(void *context, int kind, const char *name, const char *value) {
  (void)kind;
  struct visit *visit = context;
  visit->each(visit->context, name, value);
  return YES;
}

void g2a_http_headers(
    g2a_http_connection *connection, void *context,
    void (*each)(void *context, const char *name, const char *value)) {
  struct visit visit = {context, each};
  MHD_get_connection_values(connection, KIND_HEADER, visit_one, &visit);
}

void g2a_http_query(
    g2a_http_connection *connection, void *context,
    void (*each)(void *context, const char *name, const char *value)) {
  struct visit visit = {context, each};
  MHD_get_connection_values(connection, KIND_ARGUMENT, visit_one, &visit);
}

void g2a_http_pause(g2a_http_connection *connection) { MHD_suspend_connection(connection); }

void g2a_http_resume(g2a_http_connection *connection) { MHD_resume_connection(connection); }

// MARK: Answers

static bool queue(
    g2a_http_connection *connection, unsigned status, const struct g2a_http_header *headers, size_t count,
    response_type *response) {
  bool is_good = true;
  for (size_t index = 0; index < count; index++)
    is_good = is_good && MHD_add_response_header(response, headers[index].name, headers[index].value) == YES;
  is_good = is_good && MHD_queue_response(connection, status, response) == YES;
  MHD_destroy_response(response);
  return is_good;
}

bool g2a_http_answer_bytes(
    g2a_http_connection *connection, unsigned status, const struct g2a_http_header *headers, size_t count,
    const void *bytes, size_t size) {
  response_type *response = MHD_create_response_from_buffer(size, (void *)bytes, MEMORY_IS_COPIED);
  return response && queue(connection, status, headers, count, response);
}

struct file_part {
  int file;
  uint64_t offset;
};

/// Reads a part of a file. If the file has become shorter, the connection ends. libmicrohttpd does not get
/// the file itself, because with sendfile(2) it would try to send the missing bytes again and again.
static ssize_t read_part(void *context, uint64_t place, char *bytes, size_t most) {
  struct file_part *part = context;
  ssize_t count;
  do count = pread(part->file, bytes, most, (off_t)(part->offset + place));
  while (count < 0 && errno == EINTR);
  return count > 0 ? count : END_WITH_ERROR;
}

static void close_part(void *context) {
  struct file_part *part = context;
  close(part->file);
  free(part);
}

bool g2a_http_answer_file(
    g2a_http_connection *connection, unsigned status, const struct g2a_http_header *headers, size_t count,
    int file, uint64_t offset, uint64_t size) {
  struct file_part *part = malloc(sizeof *part);
  if (!part) return close(file), false;
  *part = (struct file_part){file, offset};
  response_type *response = MHD_create_response_from_callback(size, FILE_BLOCK, read_part, part, close_part);
  if (!response) return close_part(part), false;
  return queue(connection, status, headers, count, response);
}
