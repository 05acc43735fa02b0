#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libmicrohttpd is loaded when the first server starts, and is not needed to build. This file has only the
// declarations of libmicrohttpd 0.9.73 to 1.0 that the program uses (microhttpd.h). Their ABI is stable within the
// soname. The shim is needed because the function that starts a server is variadic.

typedef struct g2a_http_server g2a_http_server;
typedef struct g2a_http_connection g2a_http_connection;

/// The callbacks of a server. All are called on the server's single thread.
struct g2a_http_handler {
  /// Passed to every call.
  void *context;
  /// The headers of a request have arrived. The callback stores its own data for the request in `request`. If it
  /// returns false, the connection ends.
  bool (*begin)(
      void *context, g2a_http_connection *, int socket, const char *method, const char *path, void **request);
  /// A part of the request's body has arrived. If the callback returns false, the connection ends.
  bool (*receive)(void *context, const char *bytes, size_t count, void *request);
  /// The request is complete, or was resumed by `g2a_http_resume`. The callback must answer it or pause the
  /// connection.
  bool (*answer)(void *context, g2a_http_connection *, void *request);
  /// The request has ended; its data is no longer used.
  void (*end)(void *context, void *request);
  /// A connection begins or has ended. `socket` is its descriptor.
  void (*connection)(void *context, int socket, bool begins);
};

/// Limits of a server.
struct g2a_http_limits {
  /// The maximum number of simultaneous connections; further ones are closed.
  unsigned connections;
  /// The seconds of inactivity after which a connection is closed.
  unsigned idle_seconds;
  /// The maximum size of a request's first line and headers, in bytes.
  size_t header_bytes;
};

/// Whether the library can be loaded.
bool g2a_http_is_there(void);
/// Starts a server on an IPv4 address with a free port; returns NULL with `errno` on failure.
g2a_http_server *g2a_http_start(
    struct g2a_http_handler handler, struct g2a_http_limits limits, const char *host);
/// Returns the port; 0 if unknown.
uint16_t g2a_http_port(g2a_http_server *server);
/// Stops a server. Every paused connection must have been resumed.
void g2a_http_stop(g2a_http_server *server);

/// Calls a function with every header of a request; names are in the client's spelling.
void g2a_http_headers(
    g2a_http_connection *connection, void *context,
    void (*each)(void *context, const char *name, const char *value));
/// Calls a function with every decoded field of the address's query. `value` may be NULL.
void g2a_http_query(
    g2a_http_connection *connection, void *context,
    void (*each)(void *context, const char *name, const char *value));

/// Pauses a connection until it is resumed.
void g2a_http_pause(g2a_http_connection *connection);
/// Resumes a connection, so that `answer` is called again. May be called on any thread.
void g2a_http_resume(g2a_http_connection *connection);

/// A header of an answer.
struct g2a_http_header {
  const char *name;
  const char *value;
};

/// Answers with bytes, which are copied. Returns false on failure.
bool g2a_http_answer_bytes(
    g2a_http_connection *connection, unsigned status, const struct g2a_http_header *headers, size_t count,
    const void *bytes, size_t size);
/// Answers with a range of a file, which the server always closes. Returns false on failure.
bool g2a_http_answer_file(
    g2a_http_connection *connection, unsigned status, const struct g2a_http_header *headers, size_t count,
    int file, uint64_t offset, uint64_t size);
