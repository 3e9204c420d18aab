import { aggregateQuery, rowListQuery, semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryError } from '../../src/errors.ts';
import { drillDown } from '../../src/planner/drill-down.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { numbers } from '../support/engine-pair.ts';
import { guideExamples } from '../support/model-guide.ts';
import { clerk, everyone, openListedBranches } from '../support/listed-branches.ts';
import type { ListedBranches } from '../support/listed-branches.ts';
import { openSample } from '../support/sample-warehouse.ts';

let both: ListedBranches;
beforeAll(async () => {
  both = await openListedBranches();
});
afterAll(() => both.close());

describe('a list of rows', () => {
  it('has dimensions and what each row contributes to measures, as plain SQL', async () => {
    const columns = ['id', 'grade', 'size', 'assets', 'big_assets', 'worth', 'branches', 'mean_worth', 'first_day'];
    const filter = { field: 'grade', op: 'in', values: [2, 3] };
    const result = await both.list({
      columns,
      filter,
      order: [{ field: 'grade', direction: 'desc' }, { field: 'assets' }],
    });
    expect(numbers(result.rows)).toEqual(
      await both.plain(`SELECT t.branch_id, grade,
        CASE WHEN t.assets < 100 THEN 'small' WHEN t.assets < 1000 THEN 'middle' WHEN t.assets IS NOT NULL THEN 'big' END,
        t.assets, CASE WHEN t.assets >= 500 THEN t.assets END, t.worth, 1, balance.worth, day::text
        FROM t JOIN balance ON balance.tenant_id = t.tenant_id AND balance.branch_id = t.branch_id
        WHERE grade IN (2, 3) ORDER BY grade DESC, t.assets NULLS LAST, t.branch_id COLLATE "C"`),
    );
    expect(result.columns.map(({ name, role, type }) => [name, role, type])).toEqual([
      ['id', 'dimension', 'string'],
      ['grade', 'dimension', 'integer'],
      ['size', 'dimension', 'string'],
      ['assets', 'measure', 'decimal'],
      ['big_assets', 'measure', 'decimal'],
      ['worth', 'measure', 'decimal'],
      ['branches', 'measure', 'integer'],
      ['mean_worth', 'measure', 'decimal'],
      ['first_day', 'measure', 'date'],
    ]);
    expect(result.columns[3]!.format).toEqual({ unit: 'currency', decimals: 0, truncate: false });
    expect(result).not.toHaveProperty('count');
  });

  it('can be filtered and ordered by fields that are not columns, and by contributions to measures', async () => {
    const filter = {
      all: [
        { field: 'assets', op: 'gt', values: ['1000.5'] },
        { field: 'worth', op: 'lt', otherField: 'assets' },
        { field: 'lost', op: 'isNotNull' },
      ],
    };
    const order = [{ field: 'lost', direction: 'desc' }];
    expect(await both.rowsOf({ columns: ['id', { field: 'day', grain: 'month' }], filter, order })).toEqual(
      await both.plain(
        `SELECT branch_id, date_trunc('month', day)::date::text FROM t WHERE assets > 1000.5 AND worth < assets AND lost IS NOT NULL ORDER BY lost DESC, branch_id COLLATE "C"`,
      ),
    );
  });

  it('puts rows without a value last in both directions, bands in their order, and texts by code point', async () => {
    for (const direction of ['asc', 'desc']) {
      const ordered = async (field: string, key: string) => {
        const rows = await both.rowsOf({ columns: [field, 'id'], order: [{ field, direction }] });
        expect(rows, `${field} ${direction}`).toEqual(
          await both.plain(
            `SELECT shown, branch_id FROM (SELECT branch_id, ${key}) AS keyed ORDER BY sorted ${direction} NULLS LAST, branch_id COLLATE "C"`,
          ),
        );
      };
      await ordered('name', 'name AS shown, name COLLATE "C" AS sorted FROM t');
      await ordered('open', 'open AS shown, open AS sorted FROM t');
      const band = 'CASE WHEN assets < 100 THEN 0 WHEN assets < 1000 THEN 1 WHEN assets IS NOT NULL THEN 2 END';
      await ordered('size', `(ARRAY['small', 'middle', 'big'])[1 + ${band}] AS shown, ${band} AS sorted FROM t`);
    }
  });

  it('is paged without repeating or leaving out a row, whatever it is ordered by', async () => {
    for (const [columns, order] of [
      [['name', 'grade'], [{ field: 'grade' }]],
      [['id', 'open'], []],
      [['open'], [{ field: 'assets', direction: 'desc' }]],
    ] as const) {
      const whole = await both.list({ columns, order, count: true });
      expect([whole.count, whole.rows.length, whole.meta.truncated]).toEqual([60, 60, false]);
      const pages: Cell[][] = [];
      for (let offset = 0; offset < 60; offset += 7) {
        const page = await both.list({ columns, order, limit: 7, offset, count: true });
        expect([page.count, page.meta.truncated]).toEqual([60, offset + 7 < 60]);
        pages.push(...page.rows);
      }
      expect(pages).toEqual(whole.rows);
    }
    expect((await both.list({ columns: ['id'], limit: 60 })).meta.truncated).toBe(false);
    expect((await both.list({ columns: ['id'], limit: 59 })).meta.truncated).toBe(true);
    const beyond = await both.list({ columns: ['id'], offset: 60, count: true });
    expect([beyond.rows, beyond.count]).toEqual([[], 60]);
  });

  it('removes and counts duplicates with `distinct`', async () => {
    const query = { columns: ['grade', 'size'], distinct: true, count: true };
    const order = [{ field: 'size', direction: 'desc' }];
    const result = await both.list({ ...query, order });
    const groups = await both.runQuery({ dimensions: ['grade', 'size'], order }, { reader: everyone });
    expect(result.rows).toEqual(groups.rows);
    expect(result.count).toBe(groups.rows.length);
    const page = await both.list({ ...query, order, limit: 3, offset: 3 });
    expect([page.rows, page.count]).toEqual([groups.rows.slice(3, 6), groups.rows.length]);
  });

  it('supports values per key, `since`, and values that depend on parameters', async () => {
    const rows = await both.rowsOf(
      { columns: ['id', 'began', 'months_since', 'graded'] },
      { parameters: { least: 3 } },
    );
    expect(rows).toEqual(
      await both.plain(`SELECT branch_id, CASE WHEN grade IS NOT NULL THEN min(day) OVER (PARTITION BY grade) END::text,
        CASE WHEN grade IS NOT NULL THEN (date_part('year', day) - date_part('year', min(day) OVER (PARTITION BY grade))) * 12 + date_part('month', day) - date_part('month', min(day) OVER (PARTITION BY grade)) END,
        CASE WHEN grade >= 3 THEN assets END FROM t ORDER BY branch_id COLLATE "C"`),
    );
  });
});

describe('rights in a list of rows', () => {
  const columns = ['id', 'name', 'grade', 'mean_worth'];

  it('exclude hidden rows from list and count, and empty masked columns', async () => {
    const result = await both.list({ columns, count: true }, { reader: clerk });
    expect(numbers(result.rows)).toEqual(
      await both.plain('SELECT branch_id, NULL, grade, NULL FROM t WHERE grade <= 2 ORDER BY branch_id COLLATE "C"'),
    );
    expect(result.count).toBe(result.rows.length);
  });

  it('reveal nothing about masked columns by filters or order, nor with `viewAs`', async () => {
    const plain = await both.list({ columns }, { reader: clerk });
    for (const field of ['name', 'mean_worth'])
      for (const direction of ['asc', 'desc'])
        expect((await both.list({ columns, order: [{ field, direction }] }, { reader: clerk })).rows).toEqual(
          plain.rows,
        );
    const named = (filter: object, scope: Partial<Scope>) => both.list({ columns, filter }, scope);
    expect((await named({ field: 'name', op: 'isNotNull' }, { reader: clerk })).rows).toEqual([]);
    expect((await named({ field: 'mean_worth', op: 'gt', values: [-1e6] }, { reader: clerk })).rows).toEqual([]);
    const as = { reader: everyone, onBehalfOf: clerk };
    expect((await both.list({ columns }, as)).rows).toEqual(plain.rows);
  });

  it('are listed in an explanation, with columns, filter and SQL', () => {
    const query = rowListQuery.parse({
      kind: 'rows',
      dataset: 'book',
      columns: ['name', 'big_assets', 'branches'],
      filter: { field: 'grade', op: 'lte', values: [2] },
    });
    const { tiny } = both;
    const scope = { tenant: 'alder', reader: clerk };
    const explanation = tiny.engine.explanations.explainList({ ...tiny, scope, query });
    expect(explanation.rules).toEqual([{ name: 'low', title: { en: 'Low grades' } }]);
    expect(explanation.masks).toEqual([{ name: 'names', title: { en: 'Names' } }]);
    expect(explanation.columns.map(({ name, expression, where }) => [name, expression, where])).toEqual([
      ['name', 'branch.name', null],
      ['big_assets', 'balance.assets', 'balance.assets >= 500'],
      ['branches', null, null],
    ]);
    expect(explanation.columns[0]!.columns).toEqual([
      { table: 'branch', join: null, column: 'name', account: 'name', name: null, masked: true },
    ]);
    expect(explanation.filter).toEqual(query.filter);
    expect(explanation.tables.map(({ table, joins }) => [table, joins])).toEqual([['branch', ['balance']]]);
    expect(explanation.sql).toContain('row rule: Low grades');
    expect(explanation.sql).not.toMatch(/grade" <= 2/);
  });

  it('apply to the explanation of one measure; a dimension has none', async () => {
    const query = semanticQuery.parse({ kind: 'rows', dataset: 'book', columns: ['name', 'big_assets'] });
    const explain = (measure: string) =>
      both.tiny.engine.explanations.explain({
        ...both.tiny,
        scope: { tenant: 'alder', reader: clerk },
        query,
        measure,
      });
    const explanation = await explain('big_assets');
    expect([explanation.measure, explanation.custom]).toEqual(['big_assets', false]);
    expect(explanation.sql).toContain('row rule: Low grades');
    await expect(explain('name')).rejects.toThrow('a dimension');
    await expect(explain('grade')).rejects.toThrow('has no measure');
  });
});

describe('the list of a cell’s rows', () => {
  it('adds up to the cell, for measures and the parts of a ratio', async () => {
    const query = aggregateQuery.parse({
      dataset: 'book',
      dimensions: ['grade', { field: 'day', grain: 'quarter' }],
      measures: ['branches', 'plain_ratio', 'kept'],
      filter: { field: 'open', op: 'isNotNull' },
    });
    const groups = await both.runQuery(query, { reader: everyone });
    for (const [grade, quarter, count] of groups.rows) {
      const cell = [
        { field: 'grade', value: grade!, level: 'member' as const },
        { field: 'day_quarter', value: quarter!, level: 'member' as const },
      ];
      const { rows } = drillDown(both.tiny.model, query, cell);
      expect(rows!.columns).toEqual([
        'grade',
        { field: 'day', grain: 'quarter' },
        'branches',
        'worth',
        'assets',
        'lost',
      ]);
      const result = await both.list(rows!);
      expect([result.count, new Set(result.rows.map((row) => row[1]))]).toEqual([count, new Set([quarter])]);
      expect(new Set(result.rows.map((row) => row[0]))).toEqual(new Set([grade]));
    }
  });
});

describe('invalid lists', () => {
  it.each([
    [{ columns: ['nmae'] }, 'columns.0', "Did you mean 'name'?"],
    [{ columns: ['id', 'id'] }, 'columns.1', 'listed twice'],
    [{ columns: ['worth_ratio'] }, 'columns.0', "'worth', 'assets'"],
    [{ columns: ['kept'] }, 'columns.0', "'worth', 'lost'"],
    [{ columns: ['spread'] }, 'columns.0', "'mean_worth', 'least'"],
    [{ columns: ['grades'] }, 'columns.0', 'Name the dimension'],
    [{ columns: [{ field: 'assets', grain: 'month' }] }, 'columns.0.grain', 'Leave the grain out'],
    [{ columns: ['id'], order: [{ field: 'worth_ratio' }] }, 'order.0.field', "'worth', 'assets'"],
    [{ columns: ['id'], distinct: true, order: [{ field: 'name' }] }, 'order.0.field', 'Distinct rows are ordered'],
    [{ columns: ['id'], filter: { field: 'kept', op: 'gt', values: [1] } }, 'filter.field', "'worth', 'lost'"],
    [{ columns: ['id'], filter: { field: 'assets', op: 'gt', values: ['much'] } }, 'filter.values', 'a number'],
  ])('%j at %s', async (query, field, remedy) => {
    const error = await both.list(query).catch((issue: unknown) => issue);
    expect(error).toBeInstanceOf(QueryError);
    const detail = (error as QueryError).details.find((item) => item.field === field);
    expect(detail?.message).toContain(remedy);
  });

  it.each(['having', 'customMeasures', 'measures', 'dimensions', 'totals', 'calculations'])(
    '%s, by its schema',
    (key) => {
      expect(rowListQuery.safeParse({ kind: 'rows', dataset: 'book', columns: ['id'], [key]: [] }).success).toBe(false);
    },
  );
});

it('matches the example in the documentation', async () => {
  const [example] = guideExamples('Lists of rows', 'json');
  const sample = await openSample();
  try {
    const { rows, count } = await sample.runQuery(JSON.parse(example));
    const texan = { field: 'state', op: 'in', values: ['TX'] };
    const federal = { field: 'charter_type', op: 'in', values: [1] };
    const all = await sample.runQuery({
      dataset: 'call_report',
      dimensions: ['charter', 'name', 'city'],
      measures: ['total_assets', 'members'],
      filter: { all: [texan, federal] },
      order: [{ field: 'total_assets', direction: 'desc' }],
    });
    const large = all.rows.filter((row) => Number(row[3]) > 1_000_000_000);
    expect(rows).toEqual(large.map(([, name, city, assets, members]) => [name, city, '2025-10-01', assets, members]));
    expect([count, rows.length > 5]).toEqual([rows.length, true]);
  } finally {
    await sample.close();
  }
});
