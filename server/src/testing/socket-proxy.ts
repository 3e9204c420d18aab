import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

export interface SocketProxy {
  readonly port: number;
  /** Forwards nothing more, neither of open nor of new connections, as if the server stood still. */
  stall(): void;
  /** Forwards again, also what arrived meanwhile. */
  resume(): void;
  /** Breaks all open connections. */
  cut(): void;
  close(): Promise<void>;
}

/** A port of 127.0.0.1 that forwards to a server on a Unix socket, for clients that support TCP only. */
export async function startSocketProxy(socketPath: string): Promise<SocketProxy> {
  const open = new Set<Socket>();
  let stalled = false;
  const server = createServer((outside) => {
    const inside = connect(socketPath);
    for (const socket of [outside, inside]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => [outside.destroy(), inside.destroy()]);
    }
    forward(outside, inside);
    forward(inside, outside);
    if (stalled) for (const socket of [outside, inside]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      stalled = true;
      for (const socket of open) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of open) socket.resume();
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Like `pipe`, which would resume a socket that a test has paused. */
function forward(from: Socket, to: Socket): void {
  from.on('data', (bytes) => to.write(bytes));
  from.on('end', () => to.end());
  from.on('close', () => to.destroy());
}

/** A proxy to the PostgreSQL of this address, which names a socket's folder, and the address that leads through it. */
export async function startDatabaseProxy(address: string): Promise<SocketProxy & { readonly url: string }> {
  const url = new URL(address);
  const proxy = await startSocketProxy(join(url.searchParams.get('host')!, `.s.PGSQL.${url.port || 5432}`));
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, url: url.href };
}
