import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { languageModel } from './language-model.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that speaks the protocol as `answer` has it. */
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
  const model = languageModel({
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

test('asks as the protocol has it, and answers what the model says', async () => {
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
  ['a refusal', (response) => response.writeHead(401).end('no'), /^status 401$/],
  ['a fault', (response) => response.writeHead(500).end(), /^status 500$/],
  ['a redirect', (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), /redirect|fetch/],
  ['something else', (response) => response.end('<html>'), /protocol/],
  ['nothing said', (response) => says(response, ' '), /protocol/],
  ['too much', (response) => says(response, 'x'.repeat(300_000)), /too large/],
  ['silence', () => undefined, /^deadline$/],
  ['half an answer', (response) => void response.write('{"choices":'), /^deadline$/],
  ['a broken connection', (response) => response.destroy(), /./],
])('%s is no answer, told without the key', async (_what, answer, reason) => {
  // Only what never comes to an end is cut short: a busy machine may be slow to answer the others.
  const deadlineMs = reason.source === '^deadline$' ? 300 : undefined;
  const { complete, reasons } = await modelAt((_request, response) => void answer(response), { deadlineMs });
  await expect(complete()).rejects.toMatchObject({ code: 'ASSISTANT_UNAVAILABLE' });
  expect(reasons).toEqual([expect.stringMatching(reason)]);
  expect(reasons[0]).not.toContain('key-of-ours');
});

test('gives up when the asker leaves, and the model is told', async () => {
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
