// SPDX-License-Identifier: MIT

#define _GNU_SOURCE  // memfd_create, close_range

#include "slots.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static char payload[MAX_PAYLOAD_BYTES + 1];

bool make_slots(int slots) {
  close_range(FIRST_SLOT_FD, ~0u, 0);  // closes descriptors that the command's host program may have left open
  for (int i = 0; i < slots; i++)
    if (memfd_create("guion2audio-slot", MFD_CLOEXEC) != FIRST_SLOT_FD + i) return false;
  return true;
}

bool say_hello(int slots) {
  struct hello hello = {HELLO_MAGIC, PROTOCOL_VERSION, (uint32_t)slots};
  struct iovec data = {&hello, sizeof hello};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(MAX_SLOTS * sizeof(int))];
  } control = {0};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control};
  message.msg_controllen = CMSG_SPACE((size_t)slots * sizeof(int));
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN((size_t)slots * sizeof(int));
  for (int i = 0; i < slots; i++) {
    const int fd = FIRST_SLOT_FD + i;
    memcpy(CMSG_DATA(&control.header) + (size_t)i * sizeof fd, &fd, sizeof fd);
  }
  return sendmsg(CONTROL_FD, &message, MSG_NOSIGNAL) == (ssize_t)sizeof hello;
}

bool send_reply(const struct reply *reply) {
  ssize_t sent;
  do sent = send(CONTROL_FD, reply, sizeof *reply, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)sizeof *reply;
}

void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

static int read_slot(uint32_t slot, char *to, size_t bytes) {
  size_t have = 0;
  while (have < bytes) {
    const ssize_t got = pread(FIRST_SLOT_FD + (int)slot, to + have, bytes - have, (off_t)have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : EIO;
    have += (size_t)got;
  }
  return 0;
}

char *read_payload(const struct request *request, struct reply *reply) {
  const int error = request->bytes > MAX_PAYLOAD_BYTES
                        ? EMSGSIZE
                        : read_slot(request->slot, payload, request->bytes);
  if (error) {
    reply->status = SYSTEM_FAILED;
    reply->detail = error;
    return NULL;
  }
  payload[request->bytes] = 0;
  return payload;
}

int write_slot(uint32_t slot, const void *data, size_t bytes, off_t offset) {
  const char *from = data;
  while (bytes > 0) {
    const ssize_t written = pwrite(FIRST_SLOT_FD + (int)slot, from, bytes, offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return errno;
    from += written, offset += written, bytes -= (size_t)written;
  }
  return 0;
}

void answer_text(struct reply *reply, const char *text, size_t bytes) {
  const int error = write_slot(reply->slot, text, bytes, 0);
  if (error) reply->status = SYSTEM_FAILED, reply->detail = error;
  else reply->bytes = (uint32_t)bytes;
}

void fail_line(struct reply *reply, enum status status, int32_t detail, const char *format, ...) {
  char text[240];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  reply->status = status;
  reply->detail = detail;
  reply->samples = reply->records = 0;
  answer_text(reply, text, strlen(text));
}

bool refuse(struct refusal *why, enum status status, int32_t detail, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(why->text, sizeof why->text, format, arguments);
  va_end(arguments);
  why->status = status;
  why->detail = detail;
  return false;
}
