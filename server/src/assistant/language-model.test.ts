import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { LanguageModel, type ModelTimes } from './language-model.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const MESSAGES = [{ role: 'user', content: 'Hi' }] as const;

/** A server of the protocol whose responses come from `answer`. */
async function modelAt(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  { path = '', times = {} }: { path?: string; times?: Partial<ModelTimes> } = {},
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
    times: { firstByteMs: 30_000, idleMs: 30_000, totalMs: 30_000, ...times },
    retryMs: 1,
    onFailure: (reason) => reasons.push(reason),
  });
  return {
    reasons,
    complete: (signal = new AbortController().signal) => model.complete(MESSAGES, signal),
    stream: (signal = new AbortController().signal) => model.stream(MESSAGES, signal),
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
  expect(await complete()).toEqual({ content: 'Hello.', tokens: null });
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
  ['an answer that is too long', (response) => says(response, 'x'.repeat(1_100_000)), /too large/],
  ['silence', () => undefined, /^deadline$/],
  ['a truncated answer', (response) => void response.write('{"choices":'), /^deadline$/],
  ['a broken connection', (response) => response.destroy(), /./],
])('rejects %s, without logging the key', async (_what, answer, reason) => {
  // A short timeout only for the response that never ends: a busy machine may be slow in the other cases.
  const times = reason.source === '^deadline$' ? { totalMs: 300 } : {};
  const { complete, reasons } = await modelAt((_request, response) => void answer(response), { times });
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

const chunk = (content: string | null, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;
const USAGE = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 3 } })}\n\n`;
const DONE = 'data: [DONE]\n\n';
const streams = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

async function collect(stream: AsyncGenerator<string, unknown>) {
  const pieces: string[] = [];
  for (let step = await stream.next(); ; step = await stream.next()) {
    if (step.done) return { pieces, tokens: step.value };
    pieces.push(step.value);
  }
}

describe('a streamed answer', () => {
  test('arrives in pieces, with the tokens that the server counted', async () => {
    let sent: unknown;
    const { stream } = await modelAt((_request, response, body) => {
      sent = JSON.parse(body);
      streams(response).end(
        `: hello\n\n${chunk('')}${chunk('Güzel')}${chunk(' gün')}${chunk(null, 'stop')}${USAGE}${DONE}`,
      );
    });
    expect(await collect(stream())).toEqual({ pieces: ['Güzel', ' gün'], tokens: { input: 12, output: 3 } });
    expect(sent).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test('is read although its characters are split, it ends without a mark, and nothing is counted', async () => {
    const { stream } = await modelAt((_request, response) => {
      const bytes = Buffer.from(`${chunk('ğ')}${chunk('ü', 'stop')}`);
      streams(response);
      for (const byte of bytes) response.write(Buffer.from([byte]));
      response.end();
    });
    expect(await collect(stream())).toEqual({ pieces: ['ğ', 'ü'], tokens: null });
  });

  test('may come all at once from a server that does not stream', async () => {
    const { stream } = await modelAt((_request, response) => says(response, 'Hello.'));
    expect(await collect(stream())).toEqual({ pieces: ['Hello.'], tokens: null });
  });

  test.each<[string, (response: ServerResponse) => void, string, RegExp, Partial<ModelTimes>?]>([
    ['a server that does not answer', () => undefined, 'slow', /^silence$/, { firstByteMs: 60 }],
    ['a head without a body', (response) => streams(response).flushHeaders(), 'slow', /^silence$/, { firstByteMs: 60 }],
    ['a stall', (response) => void streams(response).write(chunk('Hel')), 'slow', /^silence$/, { idleMs: 60 }],
    ['an answer without an end', drip, 'slow', /^deadline$/, { totalMs: 300 }],
    ['garbage', (response) => streams(response).end(`data: {"choices": nonsense\n\n`), 'unavailable', /protocol/],
    ['a page', (response) => streams(response).end('<html>\n</html>\n'), 'unavailable', /protocol/],
    ['an answer that is cut off', (response) => streams(response).end(chunk('Hel')), 'unavailable', /protocol/],
    [
      'a lost connection',
      (response) => streams(response).write(chunk('x'), () => response.destroy()),
      'unavailable',
      /./,
    ],
    ['too many requests', (response) => response.writeHead(429).end(), 'busy', /^status 429$/],
    ['a failing server', (response) => response.writeHead(500).end(), 'unavailable', /^status 500$/],
  ])('reports %s', async (_what, answer, reason, logged, times = {}) => {
    const { stream, reasons } = await modelAt((_request, response) => void answer(response), { times });
    await expect(collect(stream())).rejects.toMatchObject({ code: 'ASSISTANT_UNAVAILABLE', reason });
    expect(reasons).toEqual([expect.stringMatching(logged)]);
  });

  /** Never silent, never finished. */
  function drip(response: ServerResponse): void {
    streams(response);
    const timer = setInterval(() => response.write(chunk('.')), 20);
    response.on('close', () => clearInterval(timer));
  }

  test('ends the request to the model when its reader leaves', async () => {
    const leaving = new AbortController();
    let dropped: Promise<unknown> = Promise.resolve();
    const { stream, reasons } = await modelAt((_request, response) => {
      dropped = once(response, 'close');
      streams(response).write(chunk('Hel'));
    });
    const answer = stream(leaving.signal);
    expect(await answer.next()).toEqual({ done: false, value: 'Hel' });
    leaving.abort();
    await expect(answer.next()).rejects.toMatchObject({ name: 'AbortError' });
    await dropped;
    expect(reasons).toEqual([]);
  });
});

describe('a server that is overloaded or failing', () => {
  test.each([429, 500, 503])('is asked once more after a %d', async (status) => {
    let requests = 0;
    const { complete, stream, reasons } = await modelAt((_request, response) => {
      requests += 1;
      if (requests % 2 === 1) response.writeHead(status, { 'retry-after': '0' }).end('{}');
      else says(response, 'Hello.');
    });
    expect(await complete()).toMatchObject({ content: 'Hello.' });
    expect((await collect(stream())).pieces).toEqual(['Hello.']);
    expect([requests, reasons]).toEqual([4, []]);
  });

  test('is not asked a third time, nor once it has streamed, nor after a client error', async () => {
    let requests = 0;
    let answer = (response: ServerResponse) => void response.writeHead(500).end();
    const { stream } = await modelAt((_request, response) => {
      requests += 1;
      answer(response);
    });
    const requestsOf = async () => {
      requests = 0;
      await expect(collect(stream())).rejects.toMatchObject({ code: 'ASSISTANT_UNAVAILABLE' });
      return requests;
    };
    expect(await requestsOf()).toBe(2);
    answer = (response) => void streams(response).write(chunk('Hel'), () => response.destroy());
    expect(await requestsOf()).toBe(1);
    answer = (response) => void response.writeHead(401).end();
    expect(await requestsOf()).toBe(1);
  });
});
