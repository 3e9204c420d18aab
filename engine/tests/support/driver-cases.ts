import type { LookupFunction } from 'node:net';
import { semanticQuery } from '@rise/contract';
import { expect } from 'vitest';
import { duckdb } from '../../src/dialects/duckdb.ts';
import type { StatementRequest } from '../../src/dialects/statement.ts';
import type { Engine } from '../../src/engine.ts';
import { planQuery } from '../../src/planner/query.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import type { StreamEnd, StreamParts } from '../../src/stream/stream-request.ts';
import { HOST_REFUSED } from '../../src/warehouses/servers/connection-issue.ts';
import type { ServerDriver, SettingsIssue } from '../../src/warehouses/servers/server-driver.ts';
import type { ServerSettings } from '../../src/warehouses/servers/server-settings.ts';
import { CASE_MODEL } from './dialect-cases/models.ts';
import { statementsOf } from '../../src/results/result-body.ts';
import { alike, dice, someQuery } from './random-queries.ts';
import type { TranspiledRuns } from './transpile-to-duckdb.ts';

/** What the tests of drivers have in common whose server is a fake over DuckDB. */

/** A column of each type, in this order. */
export const EVERY_TYPE: StatementRequest['types'] = [
  'integer',
  'decimal',
  'number',
  'boolean',
  'date',
  'timestamp',
  'string',
];

export const statementOf = (sql: string, more: Partial<StatementRequest> = {}): StatementRequest => ({
  sql,
  parameters: [],
  types: ['integer'],
  limit: null,
  ...more,
});

/** Values of several types, with characters that need escaping. */
export const PARAMETERS_CASE = {
  sql: 'SELECT CAST(? AS VARCHAR), CAST(? AS DOUBLE), CAST(? AS BOOLEAN), CAST(? AS BIGINT)',
  parameters: ['O\'Hare, "X" \\ ? \'; --\nŞ', 1e-7, false, -12],
  types: ['string', 'number', 'boolean', 'integer'] as StatementRequest['types'],
};

/** A warehouse version on a fake server, and a scope that may read it. */
export const versionOn = (server: ServerSettings) => ({ number: 1, moment: 0, asOf: null, server });
export const ALDER = { tenant: 'alder', reader: 'system' as const };

/** Runs random queries through the engine and compares the results with DuckDB's own. */
export async function expectDuckdbResults(engine: Engine, server: ServerSettings, runs: TranspiledRuns): Promise<void> {
  const random = dice(11);
  for (let turn = 0; turn < 12; turn += 1) {
    const query = semanticQuery.parse({ dataset: 'book', ...someQuery(random) });
    if (query.kind === 'aggregate' && query.pivot) continue;
    const result = await engine.queries.run({ model: CASE_MODEL, version: versionOn(server), scope: ALDER, query });
    const { rows } = toQueryResult(result, { dataVersion: 1, asOf: null, unmapped: [] });
    const [own] = statementsOf(planQuery(CASE_MODEL, ALDER, query), { dialect: duckdb });
    const [expected] = await runs.run(own!, duckdb);
    expect(alike(rows), JSON.stringify(query)).toEqual(alike(JSON.parse(expected!)));
  }
}

/** The text of a stream, and how it ended. */
export async function readStream(parts: StreamParts): Promise<{ text: string; end: StreamEnd }> {
  let text = '';
  let part = await parts.next();
  for (; !part.done; part = await parts.next()) text += Buffer.from(part.value).toString();
  return { text, end: part.value };
}

/** Issues with a driver's settings; closes it. */
export async function examined(driver: ServerDriver): Promise<SettingsIssue[]> {
  const issues = await driver.examine();
  await driver.close();
  return issues;
}

/** Resolves no host. */
export const refusingLookup: LookupFunction = (_name, _options, done) =>
  done(Object.assign(new Error('refused'), { code: HOST_REFUSED }), '');
