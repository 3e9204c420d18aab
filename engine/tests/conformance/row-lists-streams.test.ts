import { semanticQuery, streamQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toQueryResult } from '../../src/results/query-result.ts';
import type { StreamFormat } from '../../src/stream/stream-request.ts';
import { numbers } from '../support/engine-pair.ts';
import { clerk, everyone, openListedBranches } from '../support/listed-branches.ts';
import type { ListedBranches } from '../support/listed-branches.ts';

let both: ListedBranches;
beforeAll(async () => {
  both = await openListedBranches();
});
afterAll(() => both.close());

describe('a stream of a list', () => {
  const query = { kind: 'rows', dataset: 'book', columns: ['id', 'open', 'assets', { field: 'day', grain: 'month' }] };

  async function streamed(more: object, format: StreamFormat, place = 0): Promise<Buffer> {
    const { engine, model, version } = both.tiny;
    const { parts } = engine.queries.stream({
      model,
      version: [version, ...both.servers][place]!,
      scope: { tenant: 'alder', reader: clerk },
      query: streamQuery.parse({ ...query, ...more }),
      format: () => format,
    });
    const chunks: Uint8Array[] = [];
    for (let next = await parts.next(); !next.done; next = await parts.next()) chunks.push(next.value);
    return Buffer.concat(chunks);
  }
  const linesOf = (text: Buffer) =>
    numbers(
      text
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Cell[]),
    );

  it('returns the query’s rows on every engine, in its order if it has one', async () => {
    const order = [{ field: 'assets', direction: 'desc' }, { field: 'id' }];
    const ordered = await both.rowsOf({ ...query, order }, { reader: clerk });
    const sorted = (rows: Cell[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
    for (const place of [0, ...both.servers.map((_, index) => index + 1)]) {
      expect(linesOf(await streamed({ order }, { kind: 'ndjson' }, place))).toEqual(ordered);
      expect(sorted(linesOf(await streamed({}, { kind: 'ndjson' }, place)))).toEqual(sorted(ordered));
      const cut = linesOf(await streamed({ limit: 5, offset: 2 }, { kind: 'ndjson' }, place));
      expect(cut).toEqual((await both.rowsOf(query, { reader: clerk })).slice(2, 7));
    }
  });

  it('supports CSV and Arrow, and has no count', async () => {
    const csv = await streamed(
      { limit: 2 },
      { kind: 'csv', titles: ['a', 'b', 'c', 'd'], delimiter: ',', decimalComma: false, bom: false, cutNote: null },
    );
    const [first] = (await both.list(query, { reader: clerk })).rows;
    expect(csv.toString().split('\r\n')[1]).toBe(first!.map((cell) => cell ?? '').join(','));
    const arrow = tableFromIPC(await streamed({}, { kind: 'arrow' }));
    expect(arrow.numRows).toBe((await both.list(query, { reader: clerk })).rows.length);
    await expect(streamed({ count: true }, { kind: 'ndjson' })).rejects.toThrow('Leave count out');
  });
});

describe('lists and groups in one batch', () => {
  it('return the same results as each alone', async () => {
    const { engine, model, version } = both.tiny;
    const queries = [
      { dimensions: ['grade'], measures: ['assets'] },
      { kind: 'rows', columns: ['id', 'assets'], limit: 3, count: true },
      { dimensions: ['open'], measures: ['assets'] },
      { kind: 'rows', columns: ['grade'], distinct: true },
    ].map((query) => semanticQuery.parse({ dataset: 'book', ...query }));
    const scope = { tenant: 'alder', reader: everyone };
    const results = await Promise.all(
      engine.queries.runAll(queries.map((query) => ({ model, version, scope, query }))),
    );
    for (const [index, query] of queries.entries()) {
      const { rows, count } = toQueryResult(results[index]!, { dataVersion: 1, asOf: null, unmapped: [] });
      const alone = await both.tiny.runQuery(query, scope);
      expect([rows, count]).toEqual([alone.rows, alone.count]);
      expect(alone.meta.cache).toBe('hit');
    }
  });
});
