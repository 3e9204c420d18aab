import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { QueryTimeout, MemoryExceeded, QueryTooLarge, WarehouseUnavailable } from '../../errors.ts';
import type { StatementRequest } from '../../dialects/statement.ts';
import { Readers } from './readers.ts';
import type { ReadersOptions } from './readers.ts';

let folder: string;
/** What a process has is read from /proc. */
const ON_LINUX = process.platform === 'linux' ? ['linux'] : [];

const open: Readers[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rise-readers-'));
  writeFileSync(join(folder, 'secret.csv'), 'secret\n42\n');
  for (const name of ['one', 'two', 'three']) {
    const instance = await DuckDBInstance.create(join(folder, `${name}.duckdb`));
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE t AS SELECT '${name}' AS name, n FROM range(1000) r(n)`);
    connection.closeSync();
    instance.closeSync();
  }
  const instance = await DuckDBInstance.create(join(folder, 'long.duckdb'));
  const connection = await instance.connect();
  await connection.run('CREATE TABLE t AS SELECT n FROM range(200000) r(n)');
  connection.closeSync();
  instance.closeSync();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((readers) => readers.close()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pool(options: Partial<ReadersOptions> = {}): Readers {
  const readers = new Readers({ maxProcesses: 2, memoryMb: 256, deadlineMs: 20_000, threads: 1, ...options });
  open.push(readers);
  return readers;
}
const file = (name: string) => join(folder, `${name}.duckdb`);
const select = (sql: string, types: StatementRequest['types'] = ['string']): StatementRequest[] => [
  { sql, parameters: [], types, limit: null },
];
const NAME = select('SELECT DISTINCT name FROM t');
/** Takes minutes, and DuckDB checks for interrupts meanwhile. */
const ENDLESS = select('SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range + b.range = 7', [
  'integer',
]);
const pidOf = (readers: Readers, name: string) =>
  readers.stats().processes.find((process) => process.file === file(name))!.pid!;
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a reader', () => {
  let shared: Readers;
  beforeAll(() => {
    shared = new Readers({ maxProcesses: 2, memoryMb: 256, deadlineMs: 20_000, threads: 1 });
  });
  afterAll(() => shared.close());

  it.each([
    `SELECT * FROM read_csv('$/secret.csv')`,
    `SELECT * FROM '$/secret.csv'`,
    `SELECT * FROM glob('$/*')`,
    `SELECT content FROM read_text('/etc/passwd')`,
    `ATTACH '$/two.duckdb' AS two`,
    `ATTACH ':memory:' AS m; COPY t TO '$/out.csv'`,
    `COPY t TO '$/out.csv'`,
    `EXPORT DATABASE '$/out'`,
    `CREATE TABLE evil (n INTEGER)`,
    `DELETE FROM t`,
    `SET threads = 8`,
    `SET enable_external_access = true`,
    `SET disabled_filesystems = ''`,
    `SET lock_configuration = false`,
    `SET memory_limit = '100GB'`,
    `RESET memory_limit`,
    `PRAGMA memory_limit = '100GB'`,
    `INSTALL httpfs`,
    `LOAD '$/evil.duckdb_extension'`,
    `DELETE FROM three.main.t`,
  ])('refuses %s', async (sql) => {
    for (const files of [file('one'), { file: file('one'), beside: [{ file: file('three'), as: 'three' }] }]) {
      await expect(shared.query(files, select(sql.replaceAll('$', folder)))).rejects.toBeInstanceOf(
        WarehouseUnavailable,
      );
      expect(existsSync(join(folder, 'out.csv')) || existsSync(join(folder, 'out'))).toBe(false);
      const [still] = await shared.query(
        files,
        select('SELECT name, count(*) FROM t GROUP BY 1', ['string', 'integer']),
      );
      expect(still!.rows).toBe('[["one",1000]]');
    }
  });

  it('reads its additional files', async () => {
    const beside = select('SELECT DISTINCT name FROM three.main.t');
    const [text] = await shared.query({ file: file('one'), beside: [{ file: file('three'), as: 'three' }] }, beside);
    expect(text!.rows).toBe('[["three"]]');
    await expect(shared.query(file('one'), beside)).rejects.toBeInstanceOf(WarehouseUnavailable);
  });

  it('uses one thread if no table is long enough for two', async () => {
    const readers = pool({ threads: 2, maxProcesses: 3 });
    const threads = select(`SELECT current_setting('threads')`, ['integer']);
    const results = [
      await readers.query(file('one'), threads),
      await readers.query(file('long'), threads),
      await readers.query({ file: file('one'), beside: [{ file: file('long'), as: 'long' }] }, threads),
    ];
    expect(results.map(([answer]) => answer!.rows)).toEqual(['[[1]]', '[[2]]', '[[2]]']);
  });

  it.each(ON_LINUX)('does not inherit the host’s secrets, on %s', async () => {
    process.env.RISE_TEST_SECRET = 'hush';
    const readers = pool();
    await readers.query(file('one'), NAME);
    delete process.env.RISE_TEST_SECRET;
    const environment = readFileSync(`/proc/${pidOf(readers, 'one')}/environ`, 'utf8');
    expect(environment).toContain('UV_THREADPOOL_SIZE');
    expect(environment).not.toContain('hush');
  });

  it('disables the optimizer that returns wrong results', async () => {
    const [setting] = await shared.query(file('one'), select("SELECT current_setting('disabled_optimizers')"));
    expect(setting!.rows).toBe('[["common_subplan"]]');
  });

  it('stays within its memory limit', async () => {
    const readers = pool({ memoryMb: 64 });
    const greedy = select('SELECT count(*) FROM (SELECT DISTINCT n, random() FROM range(30000000) r(n))', ['integer']);
    await expect(readers.query(file('one'), greedy)).rejects.toBeInstanceOf(MemoryExceeded);
    expect((await readers.query(file('one'), NAME))[0]!.rows).toBe('[["one"]]');
  });

  it('reports a missing file, and one that is not a warehouse', async () => {
    const readers = pool();
    await expect(readers.query(join(folder, 'none.duckdb'), NAME)).rejects.toThrow(WarehouseUnavailable);
    await expect(readers.query(join(folder, 'secret.csv'), NAME)).rejects.toThrow(WarehouseUnavailable);
    expect(readers.stats().processes).toEqual([]);
  });
});

describe('a deadline', () => {
  let readers: Readers;
  beforeAll(() => {
    // Long enough for a short query on a busy machine.
    readers = new Readers({ maxProcesses: 2, memoryMb: 256, deadlineMs: 3000, threads: 1 });
  });
  afterAll(() => readers.close());

  it('interrupts the query and keeps the reader', async () => {
    await readers.query(file('one'), NAME);
    const pid = pidOf(readers, 'one');
    await expect(readers.query(file('one'), ENDLESS)).rejects.toBeInstanceOf(QueryTimeout);
    expect((await readers.query(file('one'), NAME))[0]!.rows).toBe('[["one"]]');
    expect(pidOf(readers, 'one')).toBe(pid);
  });

  it('kills a reader that does not obey; the next query gets a new one', async () => {
    await readers.query(file('one'), NAME);
    const pid = pidOf(readers, 'one');
    process.kill(pid, 'SIGSTOP');
    await expect(readers.query(file('one'), NAME)).rejects.toBeInstanceOf(QueryTimeout);
    expect((await readers.query(file('one'), NAME))[0]!.rows).toBe('[["one"]]');
    expect(pidOf(readers, 'one')).not.toBe(pid);
    expect(alive(pid)).toBe(false);
  });

  it('includes the wait for a connection', async () => {
    const single = pool({ deadlineMs: 1200, connections: 1 });
    const results = await Promise.allSettled([single.query(file('one'), ENDLESS), single.query(file('one'), ENDLESS)]);
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(QueryTimeout) });
  });

  it('of one query does not affect another in the same reader', async () => {
    await readers.query(file('one'), NAME);
    const slow = readers.query(file('one'), ENDLESS);
    const late = sleep(500).then(() => readers.query(file('one'), NAME));
    await expect(slow).rejects.toBeInstanceOf(QueryTimeout);
    expect((await late)[0]!.rows).toBe('[["one"]]');
  });
});

describe('aborting', () => {
  it('stops the query with the signal’s reason and frees the reader', async () => {
    const readers = pool({ connections: 1 });
    await readers.query(file('one'), NAME);
    const left = new AbortController();
    const query = readers.query(file('one'), ENDLESS, left.signal);
    setTimeout(() => left.abort(new Error('The reader of the page left.')), 100);
    await expect(query).rejects.toThrow('The reader of the page left.');
    expect((await readers.query(file('one'), NAME))[0]!.rows).toBe('[["one"]]');
  });

  it('before the start runs nothing', async () => {
    const readers = pool();
    await expect(readers.query(file('one'), NAME, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(readers.stats().processes).toEqual([]);
  });
});

describe('the pool', () => {
  it('replaces a killed reader; queries that ran in it fail', async () => {
    const readers = pool();
    await readers.query(file('one'), NAME);
    const running = readers.query(file('one'), ENDLESS);
    setTimeout(() => process.kill(pidOf(readers, 'one'), 'SIGKILL'), 200);
    const killed = pidOf(readers, 'one');
    await expect(running).rejects.toBeInstanceOf(WarehouseUnavailable);
    // Its replacement starts without a request.
    expect(pidOf(readers, 'one')).not.toBe(killed);
    expect((await readers.query(file('one'), NAME))[0]!.rows).toBe('[["one"]]');
  });

  it('runs queries again that were lost with others, each alone: a query that kills its reader fails by itself, and the log says why', async () => {
    const reasons: string[] = [];
    const readers = pool({ memoryMb: 64, deadlineMs: 60_000, onLost: (reason) => reasons.push(reason) });
    await readers.query(file('one'), NAME);
    const pid = pidOf(readers, 'one');
    // A single function's memory is not covered by DuckDB's limit.
    const poison = select(`SELECT md5(repeat('hush', 200000000))`);
    // Stopped, so that none of them ends before the process does.
    process.kill(pid, 'SIGSTOP');
    const outcomes = Promise.allSettled(
      [NAME, poison, NAME].map((statements) => readers.query(file('one'), statements)),
    );
    await sleep(50);
    process.kill(pid, 'SIGKILL');
    expect(await outcomes).toMatchObject([
      { status: 'fulfilled', value: [{ rows: '[["one"]]' }] },
      { status: 'rejected', reason: expect.any(MemoryExceeded) },
      { status: 'fulfilled', value: [{ rows: '[["one"]]' }] },
    ]);
    // The queries ran beside the new shared reader.
    expect(pidOf(readers, 'one')).not.toBe(pid);
    expect((await readers.query(file('one'), NAME))[0]!.rows).toBe('[["one"]]');
    expect(reasons).toEqual([
      expect.stringMatching(/^The reader ended \(SIGKILL\)\. 3 ran in it: \d+ ms: SELECT DISTINCT name FROM t \| /),
      expect.stringMatching(
        /^A query alone: The reader ended \(SIGKILL\)\. Out of memory: \d+ MB of 464 MB\. 1 ran in it: \d+ ms: SELECT md5/,
      ),
    ]);
    // Values are left out of the log.
    expect(reasons.join(' ')).not.toContain('hush');
  });

  it('refuses at once to bind what nests too deeply, which would occupy it beyond its deadline', async () => {
    const readers = pool();
    await readers.query(file('one'), NAME);
    const pid = pidOf(readers, 'one');
    for (const depth of [60, 310, 990, 5000])
      for (const [opening, closing] of [
        ['abs(', ')'],
        ['(1 + ', ')'],
        ['(1 * ', ')'],
      ] as const) {
        const statement = select(`SELECT ${opening.repeat(depth)} 1 ${closing.repeat(depth)}`);
        const outcome = await readers.query(file('one'), statement).catch((error: unknown) => error);
        // Unlike a parser error, this one names a remedy.
        if (depth === 60) expect(outcome).toMatchObject([{ rowCount: 1 }]);
        else expect(outcome, `${depth} ${opening}`).toBeInstanceOf(depth < 1000 ? QueryTooLarge : Error);
      }
    expect(pidOf(readers, 'one')).toBe(pid);
  });

  it('does not replace a reader that was released or never became ready', async () => {
    const readers = pool();
    await readers.query(file('one'), NAME);
    await readers.release(file('one'));
    await expect(readers.query(join(folder, 'secret.csv'), NAME)).rejects.toThrow(WarehouseUnavailable);
    await sleep(100);
    expect(readers.stats().processes).toEqual([]);
  });

  it.each(ON_LINUX)('stays within its memory limit under 50 concurrent aggregates, on %s', async () => {
    const readers = pool({ memoryMb: 128, threads: 2 });
    await readers.query(file('one'), NAME);
    const pid = pidOf(readers, 'one');
    const resident = () => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, resident())), 10);
    const heavy = select(
      'SELECT count(*) FROM (SELECT n % 100000 AS k, sum(n), max(n::VARCHAR) FROM range(400000) r(n) GROUP BY k)',
      ['integer'],
    );
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => readers.query(file('one'), heavy)));
    clearInterval(watch);
    // Queries that find no memory fail; no result is wrong, and the process survives.
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') expect(outcome.value[0]!.rows).toBe('[[100000]]');
      else expect(outcome.reason).toBeInstanceOf(WarehouseUnavailable);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(pidOf(readers, 'one')).toBe(pid);
    expect(most).toBeGreaterThan(50 * 1024 * 1024);
    expect(most).toBeLessThan((128 + 400) * 1024 * 1024);
  });

  it('ends the least recently used reader to make room for another file', async () => {
    const readers = pool({ maxProcesses: 2 });
    for (const name of ['one', 'two', 'one', 'three'])
      expect((await readers.query(file(name), NAME))[0]!.rows).toBe(`[["${name}"]]`);
    expect(
      readers
        .stats()
        .processes.map((process) => process.file)
        .toSorted(),
    ).toEqual([file('one'), file('three')].toSorted());
  });

  it('makes a file wait while every process is busy', async () => {
    const readers = pool({ maxProcesses: 1 });
    const work = select('SELECT sum(a.range % 7) FROM range(6000000) a', ['integer']);
    const [first, second] = await Promise.all([readers.query(file('one'), work), readers.query(file('two'), NAME)]);
    expect([first![0]!.rowCount, second![0]!.rows]).toEqual([1, '[["two"]]']);
  });

  it('returns each of many concurrent results to its caller', async () => {
    const readers = pool();
    const pending = Array.from({ length: 40 }, (_, index) =>
      readers.query(file(index % 2 ? 'one' : 'two'), [
        {
          sql: 'SELECT name, CAST(? AS BIGINT) FROM t LIMIT 1',
          parameters: [index],
          types: ['string', 'integer'],
          limit: null,
        },
      ]),
    );
    const rows = (await Promise.all(pending)).map((answer) => answer[0]!.rows);
    expect(rows).toEqual(rows.map((_, index) => `[["${index % 2 ? 'one' : 'two'}",${index}]]`));
  });

  it('ends its processes when it closes', async () => {
    const readers = pool();
    await Promise.all([readers.query(file('one'), NAME), readers.query(file('two'), NAME)]);
    const pids = readers.stats().processes.map((process) => process.pid!);
    expect(pids.map(alive)).toEqual([true, true]);
    await readers.close();
    expect(pids.map(alive)).toEqual([false, false]);
    await expect(readers.query(file('one'), NAME)).rejects.toBeInstanceOf(WarehouseUnavailable);
  });
});

it('a result beyond the size limit is refused before it leaves the reader, and others are served', async () => {
  const readers = pool({ resultBytes: 100_000 });
  const select = (rows: number): StatementRequest => ({
    sql: `SELECT repeat(chr(1), 1000) AS text FROM range(${rows})`,
    parameters: [],
    types: ['string'],
    limit: null,
  });
  await expect(readers.query(file('one'), [select(20)])).rejects.toThrow(/larger than 97 kB/);
  // So much text is not even encoded.
  await expect(readers.query(file('one'), [select(20_000)])).rejects.toThrow(/larger than 97 kB/);
  expect((await readers.query(file('one'), [select(10)]))[0]).toMatchObject({ rowCount: 10, truncated: false });
});
