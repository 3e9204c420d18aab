import { connect, createServer, type AddressInfo } from 'node:net';

export interface SocketProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** A port of 127.0.0.1 that forwards to a server on a Unix socket, for clients that support TCP only. */
export async function startSocketProxy(socketPath: string): Promise<SocketProxy> {
  const open = new Set<{ destroy(): void }>();
  const server = createServer((outside) => {
    const inside = connect(socketPath);
    for (const socket of [outside, inside]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => [outside.destroy(), inside.destroy()]);
    }
    outside.pipe(inside).pipe(outside);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
