import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { PORT } from './portal.ts';

export interface FrailWire {
  /** The portal as seen through the wire; cookies of the portal's own address hold here too. */
  readonly url: string;
  /** Breaks every connection off and takes no new one. */
  break(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A connection to the portal that a journey can break and mend. */
export async function stretchWire(): Promise<FrailWire> {
  const open = new Set<Socket>();
  let broken = false;
  const server = createServer((near) => {
    if (broken) {
      near.destroy();
      return;
    }
    const far = connect(PORT, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    break() {
      broken = true;
      cut();
    },
    mend() {
      broken = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
