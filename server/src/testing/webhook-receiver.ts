import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { AUTHORITY, SERVER } from '@rise/engine/certificates';

/** A delivery as it was received. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly signature: string;
  readonly contentType: string;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly location?: string;
}

export interface WebhookReceiver {
  readonly origin: string;
  readonly authority: string;
  readonly received: Received[];
  /** How it answers: a status, for a redirect with where to. Set by tests. */
  answer: (delivery: Received) => Answer | Promise<Answer>;
  /** Connections that were opened so far. */
  connections(): number;
  /** Resolves once so many deliveries have come in. */
  has(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A system of a customer that receives deliveries, over TLS on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let connections = 0;
  const server = createServer(SERVER, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { 'rise-delivery': id, 'rise-signature': signature, 'content-type': contentType = '' } = request.headers;
      const body = Buffer.concat(parts).toString('utf8');
      const delivery = { path: request.url ?? '', id: String(id), signature: String(signature), contentType, body };
      received.push(delivery);
      respond(delivery, response).catch(() => response.destroy());
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  async function respond(delivery: Received, response: ServerResponse): Promise<void> {
    const { status, location } = await receiver.answer(delivery);
    // A body that nobody should read.
    response.writeHead(status, { ...(location !== undefined && { location }) }).end('x'.repeat(100_000));
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const receiver: WebhookReceiver = {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority: AUTHORITY,
    received,
    answer: () => ({ status: 204 }),
    connections: () => connections,
    has: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
