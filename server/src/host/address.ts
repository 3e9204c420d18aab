import { createServer } from 'node:net';
import { Refusal } from '../kernel/refusal.ts';

/** Makes sure, before anything is started, that this address can be listened on; throws a `Refusal` where not. */
export async function checkAddress(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ host, port }, resolve));
  } catch (error) {
    throw cannotListen(error, host, port);
  } finally {
    await new Promise<void>((resolve) => {
      probe.close(() => resolve());
    });
  }
}

/** What to tell where listening fails. */
export function cannotListen(error: unknown, host: string, port: number): unknown {
  const remedies: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use by another program; stop that, or set PORT to a free port`,
    EACCES: `port ${port} of ${host} is reserved for the system; set PORT to a number above 1023`,
    EADDRNOTAVAIL: `the address ${host} is none of this machine's; set HOST to 127.0.0.1, or to 0.0.0.0 for all`,
    ENOTFOUND: `the host name ${host} is not known; set HOST to 127.0.0.1, or to 0.0.0.0 for all`,
  };
  const remedy = remedies[(error as NodeJS.ErrnoException).code ?? ''];
  return remedy === undefined ? error : new Refusal(remedy, { cause: error });
}
