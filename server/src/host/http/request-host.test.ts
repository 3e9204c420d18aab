import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer } from '../../testing/http-server.ts';

let url: URL;
let close: () => unknown;
beforeAll(async () => {
  const server = await startHttpServer({
    hosts: ['rise.example'],
    provider: { path: '/identity', handle: (_request, response) => response.end('provider') },
    pages: [
      async (app) => {
        app.get('/where', async (seen, reply) => reply.redirect(new URL(seen.url, 'https://rise.example').href, 303));
      },
    ],
  });
  url = new URL(server.url);
  close = () => server.close();
});
afterAll(() => close?.());

async function get(path: string, host: string): Promise<IncomingMessage> {
  const sent = request({ hostname: url.hostname, port: url.port, path, headers: { host } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

describe('the host of a request', () => {
  test.each([
    'rise.example',
    'RISE.example:8443',
    'rise.example.',
    'localhost:1',
    '127.0.0.1',
    '[::1]:8080',
    'a.localhost',
  ])('%s is ours', async (host) => {
    expect((await get('/where', host)).statusCode).toBe(303);
    expect((await get('/identity/x', host)).statusCode).toBe(200);
  });

  test.each(['evil.example', 'rise.example.evil', 'xrise.example', 'localhost.evil', '127.0.0.1.evil', '10.0.0.1'])(
    '%s is not, except for probes',
    async (host) => {
      for (const path of ['/where', '/identity/x', '/api/docs']) expect((await get(path, host)).statusCode).toBe(400);
      for (const path of ['/healthz', '/readyz', '/metrics']) expect((await get(path, host)).statusCode).toBe(200);
    },
  );
});

test('a request in absolute form is one to its host and path, and redirects nowhere else', async () => {
  const send = async (target: string) => {
    const socket = connect(Number(url.port), url.hostname).setEncoding('utf8');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: rise.example\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const part of socket) answer += String(part);
    return answer;
  };
  const own = await send('http://rise.example/where?a=b');
  expect(own).toMatch(/^HTTP\/1\.1 303 /);
  expect(own).toMatch(/^location: https:\/\/rise\.example\/where\?a=b\r$/im);
  for (const target of [
    'http://evil.example/where',
    'http://rise.example@evil.example/where',
    'ftp://evil.example/where',
  ])
    expect(await send(target)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send('//evil.example/where')).not.toContain('evil.example/where');
});
