import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineRoute, type RouteTable } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bindRoutes } from '../../kernel/api/api.ts';
import { startHttpServer } from '../../testing/http-server.ts';

const common = {
  tenant: 'none',
  audit: { action: 'thing.read', when: 'denied' },
  input: {},
  errors: [],
  summary: 'Lines',
  permission: 'public',
  stream: 'ndjson',
  output: z.object({ text: z.string() }),
} as const;
const table = {
  'GET /api/v1/endless': defineRoute(common),
  'GET /api/v1/late': defineRoute(common),
  'GET /api/v1/wide': defineRoute({ ...common, stream: undefined }),
} as const satisfies RouteTable;

const WIDE = { text: 'x'.repeat(12_000_000) };
const handlers = {
  'GET /api/v1/endless': async function* () {
    for (;;) {
      yield { text: 'x' };
      await sleep(20);
    }
  },
  'GET /api/v1/late': async function* () {
    yield { text: 'first' };
    await sleep(1000);
    yield { text: 'last' };
  },
  'GET /api/v1/wide': async () => WIDE,
};

/** Each has the one short limit that its tests are about: a busy machine may reach any other. */
let brief: Awaited<ReturnType<typeof startHttpServer>>;
let impatient: typeof brief;
let patient: typeof brief;
beforeAll(async () => {
  // The reader is unknown, and would have no rights at the first check.
  const options = { bindings: bindRoutes(table, [handlers]), rightsMs: 3_600_000 };
  brief = await startHttpServer({ ...options, outgoing: { longestMs: 2000 } });
  impatient = await startHttpServer({ ...options, outgoing: { idleMs: 400 } });
  patient = await startHttpServer(options);
});
afterAll(() => Promise.all([brief, impatient, patient].map((server) => server?.close())));

const get = (server: typeof brief, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });

describe('a response', () => {
  it('ends after the longest time, even if its reader takes everything', async () => {
    const response = await get(brief, '/api/v1/endless');
    await expect(response.text()).rejects.toThrow(/terminated/);
  });

  it('does not end because the server itself needs longer than a reader may', async () => {
    expect(await (await get(impatient, '/api/v1/late')).text()).toBe('{"text":"first"}\n{"text":"last"}\n');
  });

  it('that is large arrives whole, with its length or compressed', async () => {
    const plain = await get(patient, '/api/v1/wide', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-length')).toBe(String(WIDE.text.length + '{"text":""}'.length));
    expect(await plain.json()).toEqual(WIDE);
    const compressed = await get(patient, '/api/v1/wide', { 'accept-encoding': 'br' });
    expect([compressed.headers.get('content-encoding'), compressed.headers.get('content-length')]).toEqual([
      'br',
      null,
    ]);
    expect(await compressed.json()).toEqual(WIDE);
  });

  it('whose reader takes nothing is cut off', async () => {
    const { hostname, port } = new URL(impatient.url);
    const socket = connect(Number(port), hostname);
    // A busy machine may reset the connection where a quiet one ends it: both are cut off.
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /api/v1/wide HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'readable');
    await sleep(1500);
    let size = 0;
    socket.on('data', (bytes) => (size += bytes.length));
    await closed;
    expect(size).toBeLessThan(WIDE.text.length);
  });
});
