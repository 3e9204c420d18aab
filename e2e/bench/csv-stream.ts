import { rm } from 'node:fs/promises';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { AggregateQuery } from '@rise/contract';
import { openFile } from './duckdb.ts';
import type { Caller } from './portal.ts';
import { DATA, median, ms, timed, type Measured } from './project.ts';
import { sqlOf, TENANT_QUERY } from './transactions.ts';

const ROWS = 1_000_000;
const ROUNDS = 3;
const SAMPLE_MS = 50;

/** About 37 days of ten million transactions: these columns together are almost unique. */
const QUERY: AggregateQuery = {
  ...TENANT_QUERY,
  dimensions: ['member', 'booked_on', 'branch', 'product'],
  filter: { field: 'booked_on', op: 'lt', values: ['2025-02-08'] },
  order: [],
  limit: 1,
};

/** A CSV of a million rows over HTTP compared with DuckDB's COPY of the same statement, and the server's memory during it. */
export async function csvStream(caller: Caller, url: string, token: string, file: string): Promise<Measured[]> {
  const copy = copyStatement(await sqlOf(caller, QUERY));
  const instance = await openFile(file);
  const connection = await instance.connect();
  const target = join(DATA, 'copied.csv');
  const times = { stream: [] as number[], copy: [] as number[] };
  const grown: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const before = await residentBytes(url);
    const watched = watch(url);
    const stream = await timed(async () => {
      const lines = await linesOf(url, token);
      if (lines !== ROWS + 1) throw new Error(`The stream has ${lines} lines instead of ${ROWS + 1}`);
    });
    const most = await watched.stop();
    const copied = await timed(() => connection.run(`COPY (${copy}) TO '${target}' (FORMAT csv)`));
    if (round < 0) continue;
    times.stream.push(stream);
    times.copy.push(copied);
    grown.push(most - before);
  }
  connection.closeSync();
  instance.closeSync();
  await rm(target, { force: true });
  const ratio = median(times.stream) / median(times.copy);
  const extra = median(grown) / 1024 / 1024;
  return [
    {
      what: 'CSV of 1 M rows over HTTP: time ÷ DuckDB’s own COPY of the same statement, p50',
      measured: `${ratio.toFixed(2)} (${ms(median(times.stream))} ÷ ${ms(median(times.copy))})`,
      budget: '≤ 2',
      held: ratio <= 2,
    },
    {
      what: "CSV of 1 M rows over HTTP: peak increase of the server's memory, p50",
      measured: `${extra.toFixed(0)} MB`,
      budget: '≤ 100 MB',
      held: extra <= 100,
    },
  ];
}

/** The product's statement for one row, with values inlined and the benchmark's number of rows. */
function copyStatement({ sql, parameters }: Awaited<ReturnType<typeof sqlOf>>): string {
  const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));
  const written = sql.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));
  if (!written.includes('LIMIT 2')) throw new Error(`The statement has another limit than requested: ${written}`);
  return written.replace('LIMIT 2', `LIMIT ${ROWS}`);
}

function linesOf(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = { query: { ...QUERY, limit: ROWS }, format: 'csv' };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v1/query/stream`, { method: 'POST', headers }, (answer) => {
      let lines = 0;
      answer.on('data', (part: Buffer) => {
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve(lines));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Samples the server's memory until stopped; returns the maximum. */
function watch(url: string): { stop: () => Promise<number> } {
  const over = new AbortController();
  let most = 0;
  const looking = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await residentBytes(url));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
    return most;
  })();
  return {
    stop() {
      over.abort();
      return looking;
    },
  };
}

/** Memory of the server process; warehouse readers are separate processes. */
export async function residentBytes(url: string): Promise<number> {
  const metrics = await new Promise<string>((resolve, reject) => {
    get(`${url}/metrics`, (answer) => text(answer).then(resolve, reject)).on('error', reject);
  });
  const match = /^process_resident_memory_bytes (\S+)$/m.exec(metrics);
  if (!match) throw new Error('The metrics lack the memory of the server');
  return Number(match[1]);
}
