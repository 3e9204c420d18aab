import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalHttp {
  port: number;
  close(): Promise<void>;
}

/** An HTTP server on a free port of this machine. */
export async function listenLocally(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LocalHttp> {
  const server = createServer((request, response) => {
    // Also where the client leaves before it has sent everything.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
