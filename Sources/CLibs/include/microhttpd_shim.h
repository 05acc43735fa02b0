#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libmicrohttpd, loaded when the first server starts, and not needed to build. The few declarations of libmicrohttpd
// 0.9.73 to 1.0 that are used here (microhttpd.h); what is passed keeps its form within its soname. A shim is needed
// because a server is started by a function of variable arguments.

typedef struct g2a_http_server g2a_http_server;
typedef struct g2a_http_connection g2a_http_connection;

/// What a server asks its owner. Every call comes from the server's one thread.
struct g2a_http_handler {
  /// Goes to every call.
  void *context;
  /// A request whose headers are there; `request` is to hold what belongs to it. False ends the connection.
  bool (*begin)(
      void *context, g2a_http_connection *, int socket, const char *method, const char *path, void **request);
  /// A part of the request's body. False ends the connection.
  bool (*receive)(void *context, const char *bytes, size_t count, void *request);
  /// The request is complete, or goes on after `g2a_http_resume`. An answer has to be given or the connection paused.
  bool (*answer)(void *context, g2a_http_connection *, void *request);
  /// The request is over; what belongs to it is no longer used.
  void (*end)(void *context, void *request);
  /// A connection begins or has ended, by the number of its socket.
  void (*connection)(void *context, int socket, bool begins);
};

/// Limits of a server.
struct g2a_http_limits {
  /// Connections at once; further ones are closed.
  unsigned connections;
  /// Seconds without a byte after which a connection is closed.
  unsigned idle_seconds;
  /// Bytes of the line and the headers of a request.
  size_t header_bytes;
};

/// Whether the library can be loaded.
bool g2a_http_is_there(void);
/// Starts a server on 127.0.0.1 with a free port; NULL if that is not possible (errno says why).
g2a_http_server *g2a_http_start(struct g2a_http_handler handler, struct g2a_http_limits limits);
/// The port; 0 if it is not known.
uint16_t g2a_http_port(g2a_http_server *server);
/// Ends a server. Every connection must have been resumed.
void g2a_http_stop(g2a_http_server *server);

/// Calls a function with every header of a request; names are as the client wrote them.
void g2a_http_headers(
    g2a_http_connection *connection, void *context,
    void (*each)(void *context, const char *name, const char *value));
/// The same with the fields of the address' query, decoded. `value` may be NULL.
void g2a_http_query(
    g2a_http_connection *connection, void *context,
    void (*each)(void *context, const char *name, const char *value));

/// Stops work on a connection until it is resumed.
void g2a_http_pause(g2a_http_connection *connection);
/// Has `answer` called again. May be called on any thread.
void g2a_http_resume(g2a_http_connection *connection);

/// A header of an answer.
struct g2a_http_header {
  const char *name;
  const char *value;
};

/// Answers with bytes, which are copied. False if it is not possible.
bool g2a_http_answer_bytes(
    g2a_http_connection *connection, unsigned status, const struct g2a_http_header *headers, size_t count,
    const void *bytes, size_t size);
/// Answers with a stretch of a file, which the server closes in any case. False if it is not possible.
bool g2a_http_answer_file(
    g2a_http_connection *connection, unsigned status, const struct g2a_http_header *headers, size_t count,
    int file, uint64_t offset, uint64_t size);
