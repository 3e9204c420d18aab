import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './project.ts';

export interface Portal {
  readonly url: string;
  /** From the start of the process to the first 200 of /readyz. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the portal as `npm start` does; it answers requests once this resolves. */
export async function startPortal(dataDirectory: string): Promise<Portal> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'server/launch/start.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      RISE_DATA: dataDirectory,
      RATE_LIMIT_PER_MINUTE: '100000000',
    },
  });
  await said(child, 'Rise is ready');
  const url = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${url}/readyz`);
  if (answer.status !== 200) throw new Error(`The portal says it is ready, and answers ${answer.status}`);
  const readyMs = performance.now() - started;
  return {
    url,
    readyMs,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits until the process has printed the words; goes on reading, so that it is never held up by a full pipe. */
function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes(words)) resolve();
    });
    child.on('exit', () => reject(new Error(`The portal ended before it was ready:\n${text}`)));
  });
}

export interface Caller {
  /** Sends JSON; answers the body's text. Throws for any status but 200. */
  post(path: string, body: unknown): Promise<string>;
  put(path: string, body: unknown): Promise<string>;
  get(path: string): Promise<string>;
}

/** Keeps its connections alive, as a browser does. */
export function callerOf(url: string, token: string | null, connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const send = (method: string, path: string, body: string | null) =>
    new Promise<string>((resolve, reject) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
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
