import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ApiError, createClient } from './client.ts';
import type { LiveEvent } from './events.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server whose n-th answer is made by the n-th of these. */
async function start(answers: ((response: ServerResponse) => void)[]) {
  const asked: IncomingHttpHeaders[] = [];
  server = createServer((request, response) => {
    asked.push(request.headers);
    answers[asked.length - 1]!(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pending: number[] = [];
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    onPending: (change) => pending.push(change),
  });
  return { client, asked, pending };
}

const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const event = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ id, kind: 'alerts', data: {} })}\n\n`;
const refused = (response: ServerResponse) =>
  response
    .writeHead(401, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code: 'UNAUTHENTICATED', message: 'Sign in to continue.', requestId: 'r' } }));

test('a stream that breaks off goes on after the last event, until the answer is a refusal', async () => {
  const { client, asked, pending } = await start([
    (response) => stream(response).end(`: hello\nid: 4\n\n`),
    (response) => {
      stream(response).write(event(5).slice(0, 9));
      setImmediate(() => response.write(event(5).slice(9) + event(6), () => response.destroy()));
    },
    refused,
  ]);
  const events: LiveEvent[] = [];
  const opened: boolean[] = [];
  const error = await client
    .subscribe('GET /api/v1/events', {
      signal: new AbortController().signal,
      onEvent: (each) => events.push(each),
      onOpen: (resumed) => opened.push(resumed),
    })
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  expect(events.map(({ id }) => id)).toEqual([5, 6]);
  expect(asked.map((headers) => headers['last-event-id'])).toEqual([undefined, '4', '6']);
  expect(opened).toEqual([false, true]);
  expect(pending).toEqual([]);
});

test('a server that is away or busy is asked again', async () => {
  const { client, asked } = await start([
    (response) => response.destroy(),
    (response) => response.writeHead(503).end(),
    (response) => stream(response).write(event(1)),
  ]);
  const controller = new AbortController();
  await client.subscribe('GET /api/v1/events', {
    signal: controller.signal,
    onEvent: () => controller.abort(),
  });
  expect(asked).toHaveLength(3);
});

test('an aborted signal ends a subscription while it waits to come back, too', async () => {
  const { client, asked } = await start([(response) => stream(response).end()]);
  const controller = new AbortController();
  const done = client.subscribe('GET /api/v1/events', {
    signal: controller.signal,
    onEvent: () => undefined,
    onOpen: () => setTimeout(() => controller.abort(), 50),
  });
  await done;
  expect(asked).toHaveLength(1);
});
