import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { basename } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_BYTES } from '@rise/contract';
import { GuardedHttpsAgent, HOST_REFUSED } from '@rise/engine';
import { CopyFailure } from './copy-failures.rules.ts';

/** How long a server may be silent. */
const SILENCE_MS = 60_000;

export interface FileRequest {
  readonly url: string;
  readonly path: string;
  /** Judges the host of each connection. */
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
  /** Authority that has signed the server's certificate; left out: a public one. */
  readonly ca?: string;
  readonly onBytes: (bytes: number) => void;
}

const refused = (message: string) => new CopyFailure('failed', { code: 'source', message });

/** The file's name as it ends in the address: how it is read depends on it. */
export const nameInAddress = (url: string): string =>
  basename(decodeURIComponent(new URL(url).pathname)).slice(0, 200) || 'file';

/** Stores the file at an address. Throws `CopyFailure`; redirects are not followed, since their host is not the chosen one. */
export async function fetchFile({ url, path, lookup, signal, ca, onBytes }: FileRequest): Promise<void> {
  const agent = new GuardedHttpsAgent({ lookup, ...(ca !== undefined && { ca }) });
  try {
    const response = await open(url, agent, signal);
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400)
      throw refused('The address redirects to another one. Enter the address where the file is.');
    if (status !== 200)
      throw refused(`The server answered ${status} instead of the file. Check the address and whether it has expired.`);
    let bytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > UPLOAD_BYTES) return done(refused('The file is larger than 2 GB. Split it.'));
        onBytes(bytes);
        return done(null, chunk);
      },
    });
    await pipeline(response, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    if (bytes === 0) throw refused('The file is empty. Check whether the export has run.');
  } catch (error) {
    if (error instanceof CopyFailure || signal.aborted) throw error;
    throw refused(reasonOf(error as NodeJS.ErrnoException, new URL(url).hostname));
  } finally {
    agent.destroy();
  }
}

function open(url: string, agent: GuardedHttpsAgent, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, signal, headers: { accept: '*/*', 'user-agent': 'Rise' } }, resolve);
    sent.setTimeout(SILENCE_MS, () =>
      sent.destroy(refused('The server has been silent for a minute. Try again later.')),
    );
    sent.on('error', reject);
    sent.end();
  });
}

function reasonOf({ code = '' }: NodeJS.ErrnoException, host: string): string {
  if (code === HOST_REFUSED)
    return `This installation may not connect to '${host}'. Its operator can allow it by adding it to WAREHOUSE_HOSTS.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no host '${host}'. Check the address.`;
  if (code === 'ECONNREFUSED')
    return `Nothing answers at '${host}'. Check the address, and that the server is running.`;
  if (/CERT|SIGNATURE|ALTNAME|ISSUER/.test(code))
    return `The certificate of '${host}' cannot be verified. Use a host with a certificate of a public authority.`;
  return 'The connection broke before the file was complete. Run it again.';
}
