import { rowsQuery, semanticQuery, streamQuery } from '@rise/contract';
import type { AggregateQuery, Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { QueryError } from '../../src/errors.ts';
import { drillDown } from '../../src/planner/drill-down.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { numbers } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { everyone, openBranches, passing, RICH, under } from '../support/having-branches.ts';
import { tinyModel } from '../support/tiny-warehouse.ts';

let both: TwoEngines;
beforeAll(async () => {
  both = await openBranches();
});
afterAll(() => both.close());

const runQuery = (query: object) => both.runQuery(query, { reader: everyone });
const NO_META = { dataVersion: 1, asOf: null, unmapped: [] };

describe('lineage under a condition on measures', () => {
  const query = { dataset: 'book', dimensions: ['name'], measures: ['assets'], having: RICH };

  it('drill-through from a total shows the rows of the groups that pass', async () => {
    const rows = rowsQuery.parse({ query, measure: 'assets', limit: 1000 });
    const from = passing('name', 'sum(assets) > 8000');
    const [expected] = await both.plain(`SELECT count(assets)::int, sum(assets) FROM ${from}`);
    for (const version of [both.tiny.version, ...both.servers]) {
      const scope = { tenant: 'alder', reader: everyone };
      const answer = await both.tiny.engine.queries.runRows({ model: both.tiny.model, version, scope, rows });
      const result = toQueryResult(answer, NO_META) as unknown as {
        count: number;
        value: Cell;
      };
      expect([result.count, Number(result.value)]).toEqual(expected);
    }
  });

  it('drill-down shows the whole group, and rejects totals', () => {
    const text = '[{ name: book, title: { en: Book }, levels: [name, id] }]';
    const model = compileModel(
      parseModel(tinyModel({}).replace('    rules:', `    hierarchies: ${text}\n    rules:`), 'tiny.yaml'),
    );
    const parsed = semanticQuery.parse({ ...query, dataset: 'book' }) as AggregateQuery;
    const { steps } = drillDown(model, parsed, [{ field: 'name', value: 'Zebra', level: 'member' }]);
    const [step] = steps;
    expect(step!.query).toMatchObject({ dimensions: ['id'], filter: { all: [{ field: 'name', values: ['Zebra'] }] } });
    expect(step!.query.having).toBeUndefined();
    expect(() => drillDown(model, parsed, [{ field: 'name', value: null, level: 'all' }])).toThrow(QueryError);
  });

  it('the explanation states the condition with its rights and parameters', async () => {
    const { engine, model, version } = both.tiny;
    const having = { all: [RICH, { not: { any: [under('worth_ratio', '0.07'), { measure: 'lost', op: 'isNull' }] } }] };
    const explanation = await engine.explanations.explain({
      model,
      version,
      scope: { tenant: 'alder', reader: everyone },
      query: semanticQuery.parse({ ...query, having }),
      measure: 'assets',
    });
    expect(explanation.having).toMatchObject({ all: [{ measure: 'assets' }, {}] });
    expect(explanation.groups).toEqual({
      en: 'Only where Assets > 8000 and (not (Worth ratio < 0.07 or Lost has no value)).',
      tr: 'Yalnızca: Assets > 8000 ve ((Worth ratio < 0.07 veya Lost boş) değil).',
    });
    expect(explanation.sql).toContain('WHERE (');
  });

  it('a stream has the same rows', async () => {
    const { engine, model, version } = both.tiny;
    for (const more of [{}, { top: { dimension: 'name', measure: 'assets', n: 2 } }]) {
      const scope = { tenant: 'alder', reader: everyone };
      const parsed = streamQuery.parse({ ...query, ...more });
      const { parts } = engine.queries.stream({
        model,
        version,
        scope,
        query: parsed,
        format: () => ({ kind: 'ndjson' }),
      });
      let text = '';
      for await (const chunk of parts) text += Buffer.from(chunk).toString();
      const rows = text.split('\n').filter((line) => line.startsWith('['));
      expect(rows.map((line) => JSON.parse(line) as Cell[])).toEqual((await runQuery({ ...query, ...more })).rows);
      expect(rows.length).toBeGreaterThan(1);
    }
  });

  it('unmapped codes are counted in the rows of the groups that pass', async () => {
    const { engine, model, version } = both.tiny;
    const scope = { tenant: 'alder', reader: everyone };
    const parsed = semanticQuery.parse({ ...query, filter: { field: 'letter', op: 'isNotNull' } });
    const [expected] = await both.plain(`SELECT count(*)::int, count(*) FILTER (WHERE branch_id NOT LIKE 'a1%')::int,
        sum(assets), sum(assets) FILTER (WHERE branch_id NOT LIKE 'a1%') FROM ${passing('name', 'sum(assets) > 8000')}`);
    for (const each of [version, ...both.servers]) {
      const request = { model, version: each, scope, query: parsed, fields: ['letter'] };
      const { rows, unmapped, figures } = await engine.unmapped.countRows(request);
      const { all, parts } = figures[0]!;
      expect(numbers([[rows, unmapped[0], all, parts[0]]])).toEqual([expected]);
    }
  });

  it('each query of a batch gets its own result', async () => {
    const { engine, model, version } = both.tiny;
    const scope = { tenant: 'alder', reader: everyone };
    const queries = [query, { ...query, having: undefined }, { ...query, dimensions: ['grade'], having: undefined }];
    const results = await Promise.all(
      engine.queries.runAll(
        queries.map((item) => ({
          model,
          version: { ...version, number: 99 },
          scope,
          query: semanticQuery.parse(item),
        })),
      ),
    );
    for (const [index, item] of queries.entries())
      expect(toQueryResult(results[index]!, NO_META).rows).toEqual((await runQuery(item)).rows);
  });
});
