import { rowsQuery, streamQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCatalog } from '../../src/checks/catalog.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { branches, FIELDS } from '../support/random-queries.ts';
import { tinyModel } from '../support/tiny-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';

const [documented] = guideExamples('Statistics of rows', 'yaml');
const MEASURES = documented
  .replace('measures:\n', '')
  .replaceAll(/, …(?= \})/g, '')
  .replaceAll(/^ {2}- /gm, '      - ');
const ROWS = branches(11);

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, { ...FIELDS, measures: `${FIELDS.measures}\n${MEASURES}` });
});
afterAll(() => engines.close());

/** The rows of a query, with what was read as numbers. */
const rowsOf = async (query: object) => numbers((await engines.runQuery(query)).rows);

describe('the measures of the documentation', () => {
  const measures = ['opened', 'latest', 'spread_of_assets', 'deviation_of_lost', 'assets_per_grade'];
  const sql = `to_char(min(day), 'YYYY-MM-DD'), to_char(max(day) FILTER (WHERE lost > 0), 'YYYY-MM-DD'), stddev_samp(assets::float8),
    stddev_pop(lost::float8), sum(assets)::float8 / NULLIF(count(DISTINCT t.grade), 0)`;

  it.each(['open', 'name', 'grade', 'day'])('equal plain SQL by %s, and in total', async (key) => {
    const { rows, totals, columns } = await engines.runQuery({ dimensions: [key], measures, totals: true });
    const shown = key === 'day' ? "to_char(day, 'YYYY-MM-DD')" : key === 'name' ? 'name COLLATE "C"' : key;
    expect(numbers(rows)).toEqual(
      await engines.plain(`SELECT ${shown} k, ${sql} FROM t GROUP BY 1 ORDER BY 1 NULLS LAST`),
    );
    expect(numbers([totals!.slice(1)])).toEqual(await engines.plain(`SELECT ${sql} FROM t`));
    expect(columns.slice(1).map(({ type }) => type)).toEqual(['date', 'date', 'number', 'number', 'number']);
  });

  it('are computed from the rows in subtotals, a top N and a pivot', async () => {
    const dimensions = ['open', 'grade'];
    const { rows } = await engines.runQuery({ dimensions, measures, subtotals: [['open'], []] });
    const subtotals = rows.filter((row) => row[3] === 'all').map((row) => [row[0]!, ...row.slice(4)]);
    expect(numbers(subtotals.slice(0, -1))).toEqual(
      await engines.plain(`SELECT open, ${sql} FROM t GROUP BY 1 ORDER BY 1 NULLS LAST`),
    );
    const top = { dimension: 'grade', measure: 'opened', n: 2, best: 'least' };
    const other = (await engines.runQuery({ dimensions: ['grade'], measures, top })).rows.at(-1)!;
    const first =
      '(SELECT grade AS top_grade, TRUE AS is_top FROM t GROUP BY 1 ORDER BY min(day), grade NULLS LAST LIMIT 2)';
    expect(numbers([other.slice(2)])).toEqual(
      await engines.plain(
        `SELECT ${sql} FROM t LEFT JOIN ${first} f ON top_grade IS NOT DISTINCT FROM grade WHERE is_top IS NULL`,
      ),
    );
    const pivot = await engines.runQuery({
      dimensions,
      measures: ['opened'],
      pivot: { columns: ['open'], totals: true },
    });
    expect(pivot.columns.slice(1).every(({ type }) => type === 'date')).toBe(true);
    expect(numbers(pivot.rows.map((row) => [row[0]!, row.at(-1)!]))).toEqual(
      await engines.plain("SELECT grade, to_char(min(day), 'YYYY-MM-DD') FROM t GROUP BY 1 ORDER BY 1 NULLS LAST"),
    );
  });

  it('can be used in conditions on dates, which are not compared with numbers', async () => {
    const query = (values: unknown[]) => ({
      dimensions: ['grade'],
      measures: ['opened'],
      having: { measure: 'opened', op: 'gt', values },
      totals: true,
    });
    const [[day]] = (await engines.plain(
      "SELECT to_char(max(day), 'YYYY-MM-DD') FROM t WHERE day < (SELECT max(day) FROM t)",
    )) as [[string]];
    for (const bound of [day, '2000-01-01']) {
      const { rows } = await engines.runQuery(query([bound]));
      expect(numbers(rows)).toEqual(
        await engines.plain(
          `SELECT grade, to_char(min(day), 'YYYY-MM-DD') FROM t GROUP BY 1 HAVING min(day) > '${bound}' ORDER BY 1 NULLS LAST`,
        ),
      );
    }
    const needed = {
      details: [{ field: 'having.values.0', message: "'opened' compares with a day, such as '2025-12-31'." }],
    };
    for (const value of [5, '0.5', '2025-02-30'])
      await expect(engines.runQuery(query([value]))).rejects.toMatchObject(needed);
  });

  it('stay dates in a filtered custom measure, and are rejected in formulas', async () => {
    const filter = { field: 'open', op: 'in', values: [true] };
    const customMeasures = [{ name: 'opened_open', kind: 'filtered', measure: 'opened', filter }];
    const { rows, columns } = await engines.runQuery({
      dimensions: ['grade'],
      measures: ['opened_open'],
      customMeasures,
    });
    expect(columns[1]!.type).toBe('date');
    expect(numbers(rows)).toEqual(
      await engines.plain(
        "SELECT grade, to_char(min(day) FILTER (WHERE open), 'YYYY-MM-DD') FROM t GROUP BY 1 ORDER BY 1 NULLS LAST",
      ),
    );
    const formula = [{ name: 'odd', kind: 'formula', expression: 'opened - 1' }];
    await expect(engines.runQuery({ measures: ['odd'], customMeasures: formula })).rejects.toMatchObject({
      details: [{ message: "'opened' is a date, and formulas over measures take numbers. Leave it out." }],
    });
  });

  it('support drill-through', async () => {
    const { tiny } = engines;
    for (const [measure, type] of [
      ['opened', 'date'],
      ['spread_of_assets', 'number'],
    ] as const) {
      const rows = rowsQuery.parse({ query: { dataset: 'book', measures: [measure] }, measure, columns: ['id'] });
      const answer = await tiny.engine.queries.runRows({ ...tiny, scope: { tenant: 'alder' }, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(page.columns[1]).toMatchObject({ name: measure, type });
      expect(page.value).toEqual((await tiny.runQuery({ measures: [measure] })).rows[0]![0]);
    }
  });

  it('are explained', async () => {
    const { tiny } = engines;
    const explain = async (measure: string) => {
      const query = {
        kind: 'aggregate' as const,
        dataset: 'book',
        dimensions: [],
        measures: [measure],
        calculations: [],
      };
      const plain = { order: [], limit: 1, offset: 0, totals: false };
      const { formula } = await tiny.engine.explanations.explain({
        ...tiny,
        scope: { tenant: 'alder' },
        query: { ...query, ...plain },
        measure,
      });
      return formula;
    };
    expect(await explain('spread_of_assets')).toBe('stddev(balance.assets)');
    expect(await explain('deviation_of_lost')).toBe('stddev(balance.lost, {population})');
    expect(await explain('assets_per_grade')).toBe('assets ÷ count_distinct(branch.grade)');
    expect(await explain('latest')).toBe('max(branch.day {where} balance.lost > 0)');
  });
});

it('a variance of one value is null, and of a population 0', async () => {
  const filter = { field: 'id', op: 'in', values: ['a1', 'a2'] };
  const rows = await rowsOf({ dimensions: ['id'], measures: ['spread_of_assets', 'deviation_of_lost'], filter });
  expect(rows).toEqual(
    await engines.plain(
      "SELECT branch_id, stddev_samp(assets), stddev_pop(lost) FROM t WHERE branch_id IN ('a1', 'a2') GROUP BY 1 ORDER BY 1",
    ),
  );
});

it('times are those of the tenant’s zone', async () => {
  const calendar = { timeZone: 'America/Chicago', weekStart: 1, fiscalYearStart: 1 };
  const { rows, columns } = await engines.runQuery({ measures: ['last_moment'] }, { calendar });
  expect(rows).toEqual([['2025-12-30T18:00:00']]);
  expect(columns[0]).toMatchObject({ type: 'timestamp', format: { unit: 'time' } });
});

describe('percentile ranks', () => {
  const percentile = (more: object = {}) => ({ name: 'p', kind: 'percentile', measure: 'assets', ...more });

  it('are the share of other rows with a lower value, ties counted half', async () => {
    const rows = await rowsOf({ dimensions: ['id', 'open'], calculations: [percentile({ within: ['open'] })] });
    expect(rows).toEqual(
      await engines.plain(`SELECT branch_id, open, (SELECT (count(*) FILTER (WHERE o.assets < t.assets)
          + count(*) FILTER (WHERE o.assets = t.assets) / 2.0) / NULLIF(count(o.assets), 0)
        FROM t o WHERE o.branch_id <> t.branch_id AND o.open IS NOT DISTINCT FROM t.open AND t.assets IS NOT NULL)
        FROM t ORDER BY branch_id COLLATE "C"`),
    );
  });

  it('compare rows of the same kind, and exclude "other"', async () => {
    const top = { dimension: 'grade', measure: 'assets', n: 3 };
    const rows = await rowsOf({ dimensions: ['grade'], measures: ['assets'], calculations: [percentile()], top });
    expect(rows.map((row) => row[3])).toEqual(
      rows.map(([, level, own]) =>
        level === 'other' ? null : rows.filter((row) => row[1] === 'member' && Number(row[2]) < Number(own)).length / 2,
      ),
    );
  });
});

describe('invalid statistics', () => {
  const refused = (query: object) => engines.tiny.runQuery(query).catch((error: unknown) => error);
  it.each([
    [
      { kind: 'benchmark', by: 'id', member: 'a1', measures: ['opened'] },
      'measures.0',
      /members are compared by numbers/,
    ],
    [{ kind: 'distribution', by: 'id', measure: 'opened' }, 'measure', /members are compared by numbers/],
    [
      {
        dimensions: [{ field: 'day', grain: 'month' }],
        calculations: [{ name: 'c', kind: 'compare', measure: 'opened', with: 'previous_period', show: 'change' }],
      },
      'calculations.0.show',
      /is a date, which has no change\. Show its value instead/,
    ],
    [
      { dimensions: ['open'], calculations: [{ name: 'c', kind: 'share', measure: 'assets_per_grade' }] },
      'calculations.0.measure',
      /does not add up/,
    ],
    [
      {
        dimensions: [{ field: 'day', grain: 'month' }],
        calculations: [{ name: 'c', kind: 'accumulate', measure: 'spread_of_assets', over: 'year' }],
      },
      'calculations.0.measure',
      /cannot be put together from shorter periods/,
    ],
  ])('is refused by a query: %#', async (query, field, message) => {
    const error = await refused(query);
    expect(error).toBeInstanceOf(QueryError);
    expect((error as QueryError).details[0]).toMatchObject({
      field,
      message: expect.stringMatching(message) as string,
    });
  });

  it.each([
    ['- { name: x, kind: sum, expression: grade, format: { unit: date } }', /only a min or max is a date/],
    ['- { name: x, kind: derived, expression: first_day + 1 }', /'first_day' is a date, and formulas over measures/],
    ['- { name: x, kind: combine, terms: [{ measure: grades }] }', /of the kind count_distinct and cannot be added up/],
  ])('is refused in a model: %s', (line, message) => {
    const measures = `${FIELDS.measures}\n      ${line}`;
    expect(() => compileModel(parseModel(tinyModel({ ...FIELDS, measures }), 'tiny.yaml'))).toThrow(ModelError);
    try {
      compileModel(parseModel(tinyModel({ ...FIELDS, measures }), 'tiny.yaml'));
    } catch (error) {
      expect((error as ModelError).issues[0]!.message).toMatch(message);
    }
  });
});

it.each([
  ['kind: min, expression: day', /This is a day, so the unit of its format is 'date'/],
  [
    'kind: max, expression: grade, format: { unit: date }',
    /Its unit is that of a day, and this is a whole number\. Take that of a number/,
  ],
  [
    'kind: max, expression: day, format: { unit: time }',
    /Its unit is that of a time, and this is a day\. Take the unit 'date'/,
  ],
  ['kind: stddev, expression: name', /'stddev' takes numbers, and this is a text/],
  ['kind: min, expression: day, format: { unit: date }', /^$/],
])('its columns are checked: %s', (what, message) => {
  const { model } = compileModel(parseModel(tinyModel({ measures: `      - { name: x, ${what} }` }), 'tiny.yaml'));
  const branch = { branch_id: 'string', name: 'string', grade: 'integer', open: 'boolean', day: 'date' } as const;
  const balance = {
    branch_id: 'string',
    assets: 'decimal',
    worth: 'decimal',
    worth_before: 'decimal',
    lost: 'decimal',
  } as const;
  expect(
    checkCatalog(model, { branch, balance })
      .map((issue) => issue.message)
      .join(),
  ).toMatch(message);
});

it('dates are exported as dates', async () => {
  const query = streamQuery.parse({ dataset: 'book', dimensions: ['open'], measures: ['opened', 'last_moment'] });
  const kinds = { delimiter: ';' as const, decimalComma: true, bom: false, cutNote: null, titles: ['o', 'd', 't'] };
  const { parts } = engines.tiny.engine.queries.stream({
    ...engines.tiny,
    scope: { tenant: 'alder' },
    query,
    format: () => ({ kind: 'csv', ...kinds }),
  });
  let text = '';
  for (let next = await parts.next(); !next.done; next = await parts.next()) text += Buffer.from(next.value).toString();
  expect(text.split('\r\n').slice(0, 2)).toEqual(['o;d;t', 'false;2024-12-31;2025-12-31T00:00:00']);
});
