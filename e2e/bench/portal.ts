import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { startPortal, type PortalProcess } from '../support/portal-process.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the portal for measurements, on a free port and without a rate limit. */
export async function startMeasuredPortal(dataDirectory: string): Promise<PortalProcess> {
  return startPortal(await freePort(), { RISE_DATA: dataDirectory, RATE_LIMIT_PER_MINUTE: '100000000' });
}

export interface Caller {
  /** Sends JSON; returns the body's text. Throws for any status but 200. */
  post(path: string, body: unknown): Promise<string>;
  put(path: string, body: unknown): Promise<string>;
  get(path: string): Promise<string>;
}

/** Keeps its connections alive, like a browser. */
export function callerOf(url: string, token: string | null, connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const send = (method: string, path: string, body: string | null) =>
    new Promise<string>((resolve, reject) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${method} ${path} returned ${response.statusCode}: ${text.slice(0, 300)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  return {
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    put: (path, body) => send('PUT', path, JSON.stringify(body)),
    get: (path) => send('GET', path, null),
  };
}
