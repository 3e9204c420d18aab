import { connect, createServer, type AddressInfo } from 'node:net';

export interface Door {
  readonly port: number;
  close(): Promise<void>;
}

/** A port of 127.0.0.1 that leads to a server on a Unix socket, for those who connect over TCP only. */
export async function openDoor(socketPath: string): Promise<Door> {
  const open = new Set<{ destroy(): void }>();
  const server = createServer((outside) => {
    const inside = connect(socketPath);
    for (const each of [outside, inside]) {
      open.add(each);
      each.on('close', () => open.delete(each));
      each.on('error', () => [outside.destroy(), inside.destroy()]);
    }
    outside.pipe(inside).pipe(outside);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const each of open) each.destroy();
      }),
  };
}
