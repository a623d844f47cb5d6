#define _GNU_SOURCE
#include "CPlatform.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

/* Makes a socket nonblocking, and has exec close it in programs started later. */
static int prepare(int socket) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  platform_make_nonblocking(socket);
  return socket;
}

int platform_listen(unsigned short port, unsigned short *given) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0) return -1;
  prepare(listener);
  int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  struct sockaddr_in address = {0};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
      listen(listener, 64) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) != 0) {
    int error = errno;
    close(listener);
    errno = error;
    return -1;
  }
  *given = ntohs(address.sin_port);
  return listener;
}

/* Disables Nagle's algorithm: even short writes are sent at once. */
static void hurry(int socket) {
  int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

int platform_accept(int listener) {
  int line = accept(listener, NULL, NULL);
  if (line < 0) return -1;
  hurry(line);
  return prepare(line);
}

int platform_connect(const char *host, const char *port) {
  struct addrinfo hints = {0}, *found = NULL;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host, port, &hints, &found) != 0) {
    errno = EHOSTUNREACH;
    return -1;
  }
  int line = -1, error = EHOSTUNREACH;
  for (struct addrinfo *address = found; address != NULL && line < 0; address = address->ai_next) {
    line = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (line < 0) continue;
    hurry(prepare(line));
    if (connect(line, address->ai_addr, address->ai_addrlen) == 0 || errno == EINPROGRESS) break;
    error = errno;
    close(line);
    line = -1;
  }
  freeaddrinfo(found);
  if (line < 0) errno = error;
  return line;
}

int platform_connection_error(int line) {
  int error = 0;
  socklen_t length = sizeof error;
  return getsockopt(line, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}
