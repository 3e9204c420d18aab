import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

/** Every 100 ms the rights are checked; a reader must take 64 kB a second, and something each second. */
const LIMITS = { idleMs: 1000, bytesPerSecond: 64 * 1024, longestMs: 60_000 };

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ outgoing: LIMITS, rightsMs: 100 });
  const { birch } = portal.tenants;
  const folder = join(SAMPLES, 'core');
  const manifest = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as LoadSource;
  const tables = manifest.tables.map((table) => ({ ...table, rows: 200_000 }));
  await portal.warehouses.ensureModel(
    systemIn(birch),
    await readFile(join(folder, 'model.yaml'), 'utf8'),
    'model.yaml',
  );
  await portal.warehouses.load(systemIn(birch), { ...manifest, sourceDir: folder, tables });
});
afterAll(() => portal?.close());

/** 200,000 rows, some 15 MB: many times what a connection's own buffers take. */
const ROWS = { kind: 'rows', dataset: 'transactions', columns: ['member', 'booked_on', 'branch', 'amount', 'fees'] };

const signIn = (name: string): Promise<SignedIn> => {
  const { birch } = portal.tenants;
  return portal.signIn({ email: `${name}@readers.example`, roles: ['tenant.user'], tenants: [birch], enter: birch });
};
function open(cookie: string, format: 'ndjson' | 'csv' = 'csv'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json', 'x-rise-request': '1' };
    request(`${portal.url}/api/v1/query/stream`, { method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ query: ROWS, format }));
  });
}
/** Reads at most so many bytes every 50 ms; returns whether the stream arrived completely. */
async function readSlowly(answer: IncomingMessage, step: number): Promise<boolean> {
  answer.on('error', () => undefined);
  while (!answer.closed) {
    if (answer.read(step) === null) answer.read();
    await sleep(50);
  }
  return answer.complete;
}
const running = () => portal.engine.stats().queries.running;

describe('a stream of rows', () => {
  it('of a reader who reads is complete', async () => {
    const { cookie } = await signIn('reader');
    const lines = (await text(await open(cookie))).trimEnd().split('\r\n');
    expect(lines.length).toBeGreaterThan(200_000);
  });

  it.each(['ndjson', 'csv'] as const)('as %s ends when its reader is disabled', async (format) => {
    const { cookie, accountId } = await signIn(`disabled-${format}`);
    const answer = await open(cookie, format);
    const reading = readSlowly(answer, 128 * 1024);
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET disabled_at = now() WHERE id = ${accountId}`,
    );
    expect(await reading).toBe(false);
    await expect.poll(running).toBe(0);
  });

  it('ends when its reader signs out', async () => {
    const { cookie, sessionId } = await signIn('leaver');
    const reading = readSlowly(await open(cookie), 128 * 1024);
    const ended = await portal.fetch('DELETE /api/v1/account/sessions/:id', { cookie, id: sessionId });
    expect([ended.status, await reading]).toEqual([200, false]);
  });

  it('that trickles ends, and frees the tenant’s place for a colleague who waits', async () => {
    const trickling = await open((await signIn('slow')).cookie);
    void readSlowly(trickling, 512);
    await expect.poll(running).toBe(1);
    const colleague = await open((await signIn('colleague')).cookie);
    expect(colleague.statusCode).toBe(200);
    colleague.destroy();
    trickling.destroy();
  });
});
