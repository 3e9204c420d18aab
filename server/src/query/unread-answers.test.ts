import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

const MB = 1024 * 1024;
/** Long enough for all answers of a test to be written on a busy machine, before the first is given up. */
const IDLE_MS = 15_000;

let portal: TestPortal;
let hoarder: string;
let colleague: string;
let neighbor: string;
beforeAll(async () => {
  portal = await startTestPortal({
    // Beyond its usual deadline a busy machine would fail some of the large answers, instead of refusing them.
    engine: { resultBytes: 12 * MB, deadlineMs: 60_000 },
    // A person may have 20 MB on the way, a tenant 40 MB.
    outgoing: { bytes: 80 * MB, idleMs: IDLE_MS },
  });
  const { alder, birch } = portal.tenants;
  const person = (email: string, tenant: string) =>
    portal.signIn({ email, roles: ['tenant.admin'], tenants: [tenant], enter: tenant });
  hoarder = (await person('hoarder@unread.example', alder)).cookie;
  colleague = (await person('colleague@unread.example', alder)).cookie;
  neighbor = (await person('neighbor@unread.example', birch)).cookie;
});
afterAll(() => portal?.close());

/** Control characters, which take six bytes each in JSON: 9 MB, of which a connection's own buffers take up to 4 MB. */
const wide = (marker: number) => `SELECT ${marker} AS marker, rpad('', 1000, chr(1)) AS text FROM range(1500)`;

/** A connection that asks for a long answer and reads nothing beyond the beginning of its head. */
class UnreadAnswer {
  readonly socket: Socket;
  readonly status: Promise<number>;
  readonly head: Promise<string>;
  readonly #closed: Promise<void>;

  constructor(cookie: string, sql: string) {
    const { hostname, port } = new URL(portal.url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('error', () => undefined);
    this.#closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    this.head = new Promise((resolve) => {
      this.socket.once('readable', () => resolve(String(this.socket.read(1200) ?? this.socket.read())));
    });
    this.status = this.head.then((head) => Number(head.split(' ')[1]));
    const body = JSON.stringify({ sql, limit: 5000 });
    const lines = ['host: localhost', `cookie: ${cookie}`, 'x-rise-request: 1', 'content-type: application/json'];
    this.socket.write(
      `POST /api/v1/sql HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  }

  /** Reads what still arrives; returns its size in bytes. */
  async rest(): Promise<number> {
    let size = 0;
    this.socket.on('data', (bytes) => (size += bytes.length));
    await this.#closed;
    return size;
  }
}

async function outgoingBytes(): Promise<number> {
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  return Number(/^rise_outgoing_bytes (\S+)$/m.exec(text)![1]);
}
const runSql = (cookie: string, sql: string) =>
  portal.fetch('POST /api/v1/sql', { cookie, body: { sql, limit: 5000 } });

describe('answers that nobody reads', () => {
  it('are bounded for a person, end with their connections, and take nothing from others', async () => {
    const unread = Array.from({ length: 6 }, (_, marker) => new UnreadAnswer(hoarder, wide(marker)));
    const statuses = await Promise.all(unread.map(({ status }) => status));
    expect(statuses.toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = await unread[statuses.indexOf(429)]!.head;
    expect(refused).toMatch(/retry-after: \d+/);
    expect(refused).toMatch(/"code":"RATE_LIMITED","message":"Several large answers to you have not been read yet/);
    const counted = await outgoingBytes();
    expect(counted).toBeGreaterThan(17 * MB);
    expect(counted).toBeLessThan(20 * MB);

    const read = await runSql(colleague, wide(7));
    const { rows, meta } = (await read.json()) as { rows: unknown[]; meta: { truncated: boolean } };
    expect([read.status, rows.length, meta.truncated]).toEqual([200, 1500, false]);
    expect((await runSql(neighbor, wide(8))).status).toBe(200);

    // They read nothing, so the server closes them: what arrives of them later is incomplete.
    await expect.poll(outgoingBytes).toBe(0);
    const held = unread.filter((_, index) => statuses[index] === 200);
    for (const answer of held) expect(await answer.rest()).toBeLessThan(8 * MB);
    for (const { socket } of unread) socket.destroy();
    expect((await runSql(hoarder, wide(0))).status).toBe(200);
  });

  it('are bounded for a tenant and for the server', async () => {
    const people = await Promise.all(
      ['1', '2', '3'].map((name) => {
        const { alder } = portal.tenants;
        return portal.signIn({
          email: `${name}@unread.example`,
          roles: ['tenant.admin'],
          tenants: [alder],
          enter: alder,
        });
      }),
    );
    const unread = people.flatMap(({ cookie }, person) =>
      [0, 1].map((index) => new UnreadAnswer(cookie, wide(100 + 2 * person + index))),
    );
    const statuses = await Promise.all(unread.map(({ status }) => status));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 503, 503]);
    expect(await unread[statuses.indexOf(503)]!.head).toMatch(/retry-after: 2[^]*"code":"BUSY"/);
    expect((await runSql(neighbor, wide(9))).status).toBe(200);
    for (const { socket } of unread) socket.destroy();
    await expect.poll(outgoingBytes).toBe(0);
  });

  it('that are larger than a result may be are truncated and say so', async () => {
    const response = await runSql(neighbor, `SELECT rpad('', 1000, chr(1)) AS text FROM range(3000)`);
    const text = await response.text();
    const { rows, meta } = JSON.parse(text) as { rows: unknown[]; meta: { rowCount: number; truncated: boolean } };
    expect([meta.truncated, meta.rowCount]).toEqual([true, rows.length]);
    expect(rows.length).toBeGreaterThan(1500);
    expect(Buffer.byteLength(text)).toBeLessThan(12.1 * MB);
  });
});
