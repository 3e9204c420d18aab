import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/**
 * An HTTP server that closes as soon as accepted requests are answered. Node's own also waits for connections on which
 * nothing was requested yet, which browsers open in advance, and for those whose stream ended after it began to close.
 */
export function createPromptServer(options: ServerOptions, answer: RequestListener): Server {
  const unused = new Set<Socket>();
  const server = createServer(options, (request, response) => {
    unused.delete(request.socket);
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
    answer(request, response);
  });
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const close = server.close.bind(server);
  server.close = (callback) => {
    for (const socket of unused) socket.destroy();
    return close(callback);
  };
  return server;
}
