import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { LanguageModel } from './language-model.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of the protocol whose responses come from `answer`. */
async function modelAt(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  { path = '', deadlineMs = 30_000 } = {},
) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => answer(request, response, body));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const reasons: string[] = [];
  const model = new LanguageModel({
    baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`),
    apiKey: 'key-of-ours',
    model: 'small',
    deadlineMs,
    onFailure: (reason) => reasons.push(reason),
  });
  return {
    reasons,
    complete: (signal = new AbortController().signal) => model.complete([{ role: 'user', content: 'Hi' }], signal),
  };
}
const says = (response: ServerResponse, content: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message: { content } }] }));

test('sends requests as the protocol defines, and returns the model’s answer', async () => {
  const seen: { url: string | undefined; authorization: string | undefined; body: unknown }[] = [];
  const { complete } = await modelAt(
    (request, response, body) => {
      seen.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
      says(response, '  Hello. ');
    },
    { path: '/v1/' },
  );
  expect(await complete()).toBe('Hello.');
  expect(seen).toEqual([
    {
      url: '/v1/chat/completions',
      authorization: 'Bearer key-of-ours',
      body: { model: 'small', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 900, stream: false },
    },
  ]);
});

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['a client error', (response) => response.writeHead(401).end('no'), /^status 401$/],
  ['a server error', (response) => response.writeHead(500).end(), /^status 500$/],
  ['a redirect', (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), /^status 307$/],
  ['an unexpected body', (response) => response.end('<html>'), /protocol/],
  ['an empty answer', (response) => says(response, ' '), /protocol/],
  ['an answer that is too long', (response) => says(response, 'x'.repeat(300_000)), /too large/],
  ['silence', () => undefined, /^deadline$/],
  ['a truncated answer', (response) => void response.write('{"choices":'), /^deadline$/],
  ['a broken connection', (response) => response.destroy(), /./],
])('rejects %s, without logging the key', async (_what, answer, reason) => {
  // A short timeout only for the response that never ends: a busy machine may be slow in the other cases.
  const deadlineMs = reason.source === '^deadline$' ? 300 : undefined;
  const { complete, reasons } = await modelAt((_request, response) => void answer(response), { deadlineMs });
  await expect(complete()).rejects.toMatchObject({ code: 'ASSISTANT_UNAVAILABLE' });
  expect(reasons).toEqual([expect.stringMatching(reason)]);
  expect(reasons[0]).not.toContain('key-of-ours');
});

test('aborts the request to the model when the reader disconnects', async () => {
  const leaving = new AbortController();
  let dropped: Promise<unknown> = Promise.resolve();
  const { complete, reasons } = await modelAt((_request, response) => {
    dropped = once(response, 'close');
    leaving.abort();
  });
  await expect(complete(leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
  await dropped;
  expect(reasons).toEqual([]);
});
