import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { PORT } from './portal.ts';

export interface FlakyProxy {
  /** Address of the portal through the proxy; cookies of the portal's own address are valid here too. */
  readonly url: string;
  /** Breaks all connections and accepts no new ones. */
  disconnect(): void;
  reconnect(): void;
  close(): Promise<void>;
}

/** A TCP proxy to the portal whose connections a journey can break. */
export async function openFlakyProxy(): Promise<FlakyProxy> {
  const sockets = new Set<Socket>();
  let connected = true;
  const server = createServer((client) => {
    if (!connected) {
      client.destroy();
      return;
    }
    const upstream = connect(PORT, '127.0.0.1');
    for (const [source, target] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source);
      source.pipe(target);
      source.on('error', () => target.destroy());
      source.on('close', () => {
        sockets.delete(source);
        target.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    disconnect() {
      connected = false;
      destroyAll();
    },
    reconnect() {
      connected = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        destroyAll();
      }),
  };
}
