import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { URL as PORTAL } from './portal.ts';

/** What becomes of one line of the report's stream: through at once, or not before the test says what becomes of it. */
type Fate = 'pass' | 'hold';

export interface HeldStream {
  /** The portal as seen through the wire that is held; cookies of the portal's own address hold here too. */
  readonly url: string;
  /** Lets the held lines through. */
  release(): void;
  /** Breaks the connection off in their place. */
  cut(): void;
  close(): Promise<void>;
}

/** A wire to the portal that delivers a running report line by line, and of which a test decides what comes when. */
export async function holdStream(fateOf: (line: { type: string; tile?: string }) => Fate): Promise<HeldStream> {
  let decide: (what: 'release' | 'cut') => void = () => {};
  const decision = new Promise<'release' | 'cut'>((resolve) => {
    decide = resolve;
  });

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { port, hostname } = new URL(PORTAL);
    const options = { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers };
    const onward = ask(options, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      if (incoming.url?.endsWith('/run')) void byLine(answer, outgoing);
      else answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };

  const byLine = async (answer: IncomingMessage, outgoing: ServerResponse) => {
    const held: string[] = [];
    let rest = '';
    for await (const part of answer.setEncoding('utf8')) {
      const lines = (rest + String(part)).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        const fate = fateOf(JSON.parse(line) as { type: string; tile?: string });
        if (fate === 'hold') held.push(line);
        else outgoing.write(`${line}\n`);
      }
    }
    if (held.length > 0 && (await decision) === 'cut') outgoing.destroy();
    else outgoing.end(held.map((line) => `${line}\n`).join(''));
  };

  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    release: () => decide('release'),
    cut: () => decide('cut'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
