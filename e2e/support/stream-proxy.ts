import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { URL as PORTAL } from './portal.ts';

/** A line of a running report's stream is sent on at once, or withheld until the journey releases or cuts the stream. */
type Decision = 'pass' | 'withhold';
type DecideLine = (line: { type: string; tile?: string }) => Decision;

export interface StreamProxy {
  /** Address of the portal through the proxy; cookies of the portal's own address are valid here too. */
  readonly url: string;
  /** Sends the withheld lines on. */
  release(): void;
  /** Breaks the connection instead of sending them. */
  cut(): void;
  close(): Promise<void>;
}

/** Copies the stream of a running report line by line; once `resolution` is `cut`, the withheld lines are dropped. */
async function copyLines(
  source: IncomingMessage,
  target: ServerResponse,
  decide: DecideLine,
  resolution: Promise<'release' | 'cut'>,
): Promise<void> {
  const withheld: string[] = [];
  let rest = '';
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (decide(JSON.parse(line) as { type: string; tile?: string }) === 'withhold') withheld.push(line);
      else target.write(`${line}\n`);
    }
  }
  if (withheld.length > 0 && (await resolution) === 'cut') target.destroy();
  else target.end(withheld.map((line) => `${line}\n`).join(''));
}

/** An HTTP proxy to the portal that delivers a running report line by line, at the times a journey chooses. */
export async function openStreamProxy(decide: DecideLine): Promise<StreamProxy> {
  let resolveStream: (what: 'release' | 'cut') => void = () => {};
  const resolution = new Promise<'release' | 'cut'>((resolve) => {
    resolveStream = resolve;
  });
  const server = createServer((incoming, outgoing) => {
    const { port, hostname } = new URL(PORTAL);
    const options = { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers };
    const upstream = request(options, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      if (incoming.url?.endsWith('/run'))
        copyLines(response, outgoing, decide, resolution).catch(() => outgoing.destroy());
      else response.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    release: () => resolveStream('release'),
    cut: () => resolveStream('cut'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
