import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { AnswerEvent } from '../assistant.ts';
import type { LiveEvent } from '../events.ts';
import { ApiError, createClient, type Client } from './client.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a server whose n-th response is written by the n-th handler. */
async function start(answers: ((response: ServerResponse) => void)[]) {
  const requests: IncomingHttpHeaders[] = [];
  server = createServer((request, response) => {
    requests.push(request.headers);
    answers[requests.length - 1]!(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pending: number[] = [];
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    onPending: (change) => pending.push(change),
  });
  return { client, requests, pending };
}

const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const event = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ id, kind: 'alerts', data: {} })}\n\n`;
const refused = (response: ServerResponse) =>
  response
    .writeHead(401, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code: 'UNAUTHENTICATED', message: 'Sign in to continue.', requestId: 'r' } }));

test('resumes a broken stream after the last event, until the server denies it', async () => {
  const { client, requests, pending } = await start([
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
      onEvent: (item) => events.push(item),
      onOpen: (resumed) => opened.push(resumed),
    })
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  expect(events.map(({ id }) => id)).toEqual([5, 6]);
  expect(requests.map((headers) => headers['last-event-id'])).toEqual([undefined, '4', '6']);
  expect(opened).toEqual([false, true]);
  expect(pending).toEqual([]);
});

test('retries a server that is unreachable or busy', async () => {
  const { client, requests } = await start([
    (response) => response.destroy(),
    (response) => response.writeHead(503).end(),
    (response) => stream(response).write(event(1)),
  ]);
  const controller = new AbortController();
  await client.subscribe('GET /api/v1/events', {
    signal: controller.signal,
    onEvent: () => controller.abort(),
  });
  expect(requests).toHaveLength(3);
});

test('an aborted signal ends a subscription that is waiting to reconnect', async () => {
  const { client, requests } = await start([(response) => stream(response).end()]);
  const controller = new AbortController();
  const done = client.subscribe('GET /api/v1/events', {
    signal: controller.signal,
    onEvent: () => undefined,
    onOpen: () => setTimeout(() => controller.abort(), 50),
  });
  await done;
  expect(requests).toHaveLength(1);
});

describe('an answer that is streamed to those who want it', () => {
  const ask = (client: Client, onEvent: (event: AnswerEvent) => void) => {
    const body = { message: 'Layout', chatId: null, openAIRequest: { messages: [] } };
    return client.eventsOrOutput('POST /api/v1/openai/confluence/chat', { body }, onEvent);
  };
  const text = (from: number, content: string) => `data: ${JSON.stringify({ type: 'text', from, text: content })}\n\n`;

  test('is passed on event by event, whatever its text has in it and wherever it is cut into parts', async () => {
    // A line of JSON may hold this separator as it is.
    const content = 'Ten\u2028layouts\n: data: id: 4\r\n\n';
    const { client, requests } = await start([
      (response) => {
        stream(response).write(text(0, content).slice(0, 21));
        setImmediate(() => response.end(text(0, content).slice(21) + text(3, 'more')));
      },
    ]);
    const events: AnswerEvent[] = [];
    expect(await ask(client, (event) => events.push(event))).toBeNull();
    expect(events).toEqual([
      { type: 'text', from: 0, text: content },
      { type: 'text', from: 3, text: 'more' },
    ]);
    expect(requests[0]!.accept).toMatch(/^text\/event-stream/);
  });

  test('that is cut off within an event is an error', async () => {
    const { client } = await start([(response) => void stream(response).end(text(0, 'Ten').slice(0, -1))]);
    await expect(ask(client, () => {})).rejects.toMatchObject({ code: 'OFFLINE' });
  });

  test('is taken as a whole where that is what is sent', async () => {
    const whole = { chatId: 'c', conversationHistory: [] };
    const { client } = await start([
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole)),
    ]);
    expect(await ask(client, () => {})).toEqual(whole);
  });
});
