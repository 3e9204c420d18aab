import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { QueryResult, StreamRecord } from '@rise/contract';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

let portal: TestPortal;
/** Of alder, which has the call report, and of birch, which has many transactions. */
let analyst: string;
let banker: string;
beforeAll(async () => {
  portal = await startTestPortal({ engine: { slots: 1, queueLength: 2 } });
  const { alder, birch } = portal.tenants;
  const roles = ['tenant.user' as const];
  analyst = (await portal.signIn({ email: 'a@stream.example', roles, tenants: [alder], enter: alder })).cookie;
  banker = (await portal.signIn({ email: 'b@stream.example', roles, tenants: [birch], enter: birch })).cookie;
  const folder = join(SAMPLES, 'core');
  const manifest = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as LoadSource;
  const tables = manifest.tables.map((table) => ({ ...table, rows: 120_000 }));
  await portal.warehouses.ensureModel(
    systemIn(birch),
    await readFile(join(folder, 'model.yaml'), 'utf8'),
    'model.yaml',
  );
  await portal.warehouses.load(systemIn(birch), { ...manifest, sourceDir: folder, tables });
});
afterAll(() => portal?.close());

const NAMES = {
  dataset: 'call_report',
  dimensions: ['charter', 'name', 'state'],
  measures: ['total_assets', 'members', 'net_worth_ratio'],
};
const BOOKINGS = {
  dataset: 'transactions',
  dimensions: ['member', 'booked_on', 'branch', 'product', 'channel'],
  measures: ['amount', 'fees'],
};

function open(cookie: string, body: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json', 'x-rise-request': '1' };
    request(`${portal.url}/api/v1/query/stream`, { method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

async function rowsOf(cookie: string, query: object): Promise<QueryResult> {
  return (await (await portal.fetch('POST /api/v1/query', { cookie, body: query })).json()) as QueryResult;
}

const records = (ndjson: string) =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StreamRecord);
const running = () => portal.engine.stats().queries.running;
/** The process that reads the rows of birch. */
function readerOfBirch(): number {
  const file = portal.warehouses.filePath(portal.tenants.birch, 2);
  return portal.engine.stats().processes.find((process) => process.file === file)!.pid!;
}

describe('a stream over HTTP', () => {
  it('as NDJSON starts with a head, then has the query’s rows, and ends with a completion record', async () => {
    const expected = await rowsOf(analyst, { ...NAMES, limit: 10_000 });
    const answer = await open(analyst, { query: NAMES, format: 'ndjson' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const [head, ...rows] = records(await text(answer));
    const end = rows.pop();
    expect(head).toEqual({
      type: 'head',
      columns: expected.columns,
      dataVersion: 1,
      asOf: '2025-12-31',
      averages: [],
      unavailable: [],
      unmapped: [],
      periods: [],
    });
    expect(rows).toEqual(expected.rows);
    expect(end).toEqual({ type: 'end', rowCount: rows.length, truncated: false });
    expect(answer.headers).toMatchObject({
      'rise-data-version': '1',
      'rise-as-of': '2025-12-31',
      'rise-unmapped': '[]',
    });
    expect(answer.headers['content-disposition']).toBe('attachment; filename="call_report-2025-12-31-v1.ndjson"');
  });

  it('reports the dates of average balances before its first row', async () => {
    const query = { dataset: 'call_report', dimensions: ['state'], measures: ['return_on_assets', 'total_assets'] };
    const { averages } = (await rowsOf(analyst, query)).meta;
    const dates = [{ date: '2025-12-31', priorYearEnd: '2024-12-31', rows: 4374, withoutPrior: 4374, member: null }];
    expect(averages).toEqual([{ column: 'return_on_assets', dates }]);
    const [head] = records(await text(await open(analyst, { query, format: 'ndjson' })));
    expect(head).toMatchObject({ type: 'head', averages });
    const csv = await open(analyst, { query, format: 'csv' });
    await text(csv);
    expect(csv.headers['rise-period-end-balances']).toBe('return_on_assets');
  });

  it('as CSV has titles in the reader’s language, and trailers that mark it as complete', async () => {
    const query = { ...NAMES, order: [{ field: 'total_assets', direction: 'desc' }], limit: 2 };
    const csv = { language: 'tr', bom: true };
    const answer = await open(analyst, { query, format: 'csv', csv });
    const [head, first] = (await buffer(answer)).toString().split('\r\n');
    const { rows, columns } = await rowsOf(analyst, query);
    expect(head).toBe(`\uFEFF${columns.map(({ title }) => title.tr ?? title.en).join(';')}`);
    expect(first).toBe(
      rows[0]!.map((cell) => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell)).join(';'),
    );
    expect(answer.trailers).toMatchObject({ 'rise-row-count': '2', 'rise-truncated': 'true' });
  });

  it('lists rows, more of them than a page has', async () => {
    const query = { kind: 'rows', dataset: 'transactions', columns: ['member', 'booked_on', 'amount', 'fees'] };
    const order = [{ field: 'amount', direction: 'desc' }, { field: 'member' }];
    const answer = await open(banker, { query: { ...query, order, limit: 20_000 }, format: 'ndjson' });
    const [head, ...rows] = records(await text(answer));
    expect(rows.pop()).toEqual({ type: 'end', rowCount: 20_000, truncated: true });
    const page = await rowsOf(banker, { ...query, order, offset: 19_990, limit: 10 });
    expect(rows.slice(-10)).toEqual(page.rows);
    expect(head).toMatchObject({ columns: page.columns });
    const refused = await open(banker, { query: { ...query, having: {} }, format: 'ndjson' });
    expect([refused.statusCode, await text(refused)]).toEqual([400, expect.stringMatching(/no key 'having'/)]);
  });

  it('has the steps of a funnel', async () => {
    const step = (channel: string) => ({ name: channel, filter: { field: 'channel', op: 'in', values: [channel] } });
    const query = {
      kind: 'funnel',
      dataset: 'transactions',
      key: 'member',
      time: 'booked_on',
      steps: [step('branch'), step('online')],
      within: { days: 30 },
      by: 'product',
    };
    const page = await rowsOf(banker, query);
    expect(page.rows.length).toBeGreaterThan(2);
    const [head, ...rows] = records(await text(await open(banker, { query, format: 'ndjson' })));
    expect(rows.pop()).toEqual({ type: 'end', rowCount: page.rows.length, truncated: false });
    expect([rows, head]).toEqual([page.rows, expect.objectContaining({ columns: page.columns })]);
    const csv = await text(await open(banker, { query, format: 'csv', csv: { language: 'tr' } }));
    expect(csv.split('\r\n')[0]).toMatch(/;Adım;Ulaşan;/);
    const refused = await open(banker, { query: { ...query, totals: true }, format: 'csv' });
    expect([refused.statusCode, await text(refused)]).toEqual([400, expect.stringMatching(/no key 'totals'/)]);
  });

  it('exceeds the row limit of a page', async () => {
    const answer = await open(banker, { query: { ...BOOKINGS, limit: 50_000 }, format: 'csv', csv: { head: 'names' } });
    const lines = (await text(answer)).trimEnd().split('\r\n');
    expect([lines[0], lines.length]).toEqual(['member,booked_on,branch,product,channel,amount,fees', 50_001]);
    expect(answer.headers['rise-data-version']).toBe('2');
  });

  it('rejects invalid requests with a status and a reason, field by field', async () => {
    const requests = [
      { query: { ...NAMES, measures: ['nothing'] }, format: 'csv' },
      { query: { ...NAMES, totals: true }, format: 'ndjson' },
      { query: { ...NAMES, limit: 3_000_000 }, format: 'csv' },
    ];
    const streams = await Promise.all(
      requests.map(async (body) => {
        const answer = await open(analyst, body);
        const { error } = JSON.parse(await text(answer)) as { error: { code: string; details: { field: string }[] } };
        return [answer.statusCode, error.code, error.details[0]!.field];
      }),
    );
    expect(streams).toEqual([
      [400, 'QUERY_INVALID', 'measures.0'],
      [400, 'QUERY_INVALID', 'totals'],
      [400, 'VALIDATION_FAILED', 'query.limit'],
    ]);
  });

  it('is stopped when its reader disconnects', async () => {
    const answer = await open(banker, { query: BOOKINGS, format: 'ndjson' });
    await new Promise((resolve) => answer.once('data', resolve));
    answer.pause();
    expect(running()).toBe(1);
    answer.destroy();
    await expect.poll(running).toBe(0);
  });

  it.each(['ndjson', 'csv'] as const)(
    'as %s that fails midway is never mistaken for a complete one',
    async (format) => {
      const answer = await open(banker, { query: BOOKINGS, format });
      answer.setEncoding('utf8');
      let body = '';
      answer.on('data', (part: string) => (body += part));
      const over = new Promise<string>((resolve) => {
        answer.on('end', () => resolve('ended'));
        answer.on('error', () => resolve('broken off'));
      });
      await new Promise((resolve) => answer.once('data', resolve));
      process.kill(readerOfBirch(), 'SIGKILL');
      if (format === 'csv') return expect(await over).toBe('broken off');
      expect(await over).toBe('ended');
      expect(records(body).at(-1)).toMatchObject({ type: 'failed', error: { code: 'WAREHOUSE_UNAVAILABLE' } });
    },
  );
});

it('requests beyond the queue are rejected as busy, with Retry-After, without affecting others', async () => {
  await rowsOf(banker, { ...BOOKINGS, limit: 9 });
  const reader = readerOfBirch();
  // The first query runs until all others have come, however long each of them takes.
  process.kill(reader, 'SIGSTOP');
  const busy: Response[] = [];
  const flood = Array.from({ length: 8 }, async (_, index) => {
    const body = { ...BOOKINGS, limit: 10 + index };
    const answer = await portal.fetch('POST /api/v1/query', { cookie: banker, body });
    if (answer.status === 503) busy.push(answer);
    return answer.status;
  });
  const other = portal.fetch('POST /api/v1/query', { cookie: analyst, body: { ...NAMES, limit: 3 } });
  try {
    // One runs and one waits: the queue's other place is left to colleagues.
    await expect.poll(() => busy.length).toBe(6);
  } finally {
    process.kill(reader, 'SIGCONT');
  }
  expect((await Promise.all(flood)).filter((status) => status === 200)).toHaveLength(2);
  expect((await other).status).toBe(200);
  expect(busy[0]!.headers.get('retry-after')).toBe('2');
  expect(await busy[0]!.json()).toMatchObject({ error: { code: 'BUSY' } });
});

it('a query whose only reader disconnects is aborted', async () => {
  const gone = new AbortController();
  const headers = { cookie: banker, 'content-type': 'application/json', 'x-rise-request': '1' };
  const requests = fetch(`${portal.url}/api/v1/query`, {
    method: 'POST',
    headers,
    signal: gone.signal,
    body: JSON.stringify({ ...BOOKINGS, limit: 99 }),
  });
  await expect.poll(running, { interval: 1 }).toBe(1);
  gone.abort();
  await expect(requests).rejects.toThrow('aborted');
  await expect.poll(running).toBe(0);
});

it('rights are checked at the start: a new rule applies to the next stream', async () => {
  const model = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  const rules = '    rules: [{ name: vermont, title: { en: R }, where: "STATE = \'VT\'" }]\n';
  await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), `${model}\n${rules}`, 'model.yaml');
  const answer = await open(analyst, { query: { ...NAMES, dimensions: ['state'] }, format: 'ndjson' });
  const states = records(await text(answer)).flatMap((record) => (Array.isArray(record) ? [record[0]] : []));
  expect(states).toEqual(['VT']);
});
