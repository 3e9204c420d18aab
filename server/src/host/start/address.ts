import { createServer } from 'node:net';
import { OperatorError } from '../../kernel/errors/operator-error.ts';

/** Checks that the address is free before anything starts; throws an `OperatorError` where it is not. */
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

/** The error to report where listening fails. */
export function cannotListen(error: unknown, host: string, port: number): unknown {
  const remedies: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use by another program; stop that, or set PORT to a free port`,
    EACCES: `port ${port} of ${host} is reserved for the system; set PORT to a number above 1023`,
    EADDRNOTAVAIL: `the address ${host} is none of this machine's; set HOST to 127.0.0.1, or to 0.0.0.0 for all`,
    ENOTFOUND: `the host name ${host} is not known; set HOST to 127.0.0.1, or to 0.0.0.0 for all`,
  };
  const remedy = remedies[(error as NodeJS.ErrnoException).code ?? ''];
  return remedy === undefined ? error : new OperatorError(remedy, { cause: error });
}
