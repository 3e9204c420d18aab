import { rowsQuery, semanticQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CYCLES, openForms } from '../support/changing-forms.ts';
import { numbers } from '../support/engine-pair.ts';
import type { Forms } from '../support/changing-forms.ts';

let forms: Forms;
beforeAll(async () => {
  forms = await openForms();
});
afterAll(() => forms.close());

const days = (places: readonly number[]) => places.map((place) => `DATE '${CYCLES[place]}'`).join(', ');
const onCycles = (places: readonly number[], value: string) => `CASE WHEN cycle IN (${days(places)}) THEN ${value} END`;
/** Every measure in plain SQL, per cycle. */
const FIGURES: Record<string, string> = {
  institutions: 'count(*)',
  loans: 'sum(loans)',
  late: 'sum(late)',
  late_ratio: 'sum(late)::DOUBLE / sum(loans)',
  allowance: 'sum(coalesce(allowance_new, allowance_old))',
  low_income: onCycles([2, 3], 'count(*) FILTER (low_income = 1)'),
  secondary: 'NULL',
  funding: 'sum(loans)',
  designations: onCycles([2, 3], 'count(DISTINCT low_income)'),
  much_late: onCycles([1, 3], 'count(*) FILTER (late > 50)'),
  late_or_none: onCycles([1, 3], 'sum(coalesce(late, 0))'),
  late_points: onCycles([1, 3], 'count(*) FILTER (late > 50)'),
  least_late: 'min(late)',
  mean_late: 'avg(late)',
  middle_late: 'median(late)',
  covered: 'sum(coalesce(allowance_new, allowance_old))::DOUBLE / sum(late)',
  per_kind: `${onCycles([2, 3], 'NULLIF(count(DISTINCT low_income), 0)')}::DOUBLE / count(*)`,
  rest: 'sum(loans) - sum(late)',
  usual_late: 'sum(late)::DOUBLE',
  fewest: onCycles([2, 3], 'count(DISTINCT low_income)'),
  novelty: 'NULL',
};
const measures = Object.keys(FIGURES);
const all = Object.values(FIGURES).join(', ');

describe('figures of columns that came or went', () => {
  it('equal plain SQL in each cycle, null where they were not delivered', async () => {
    const { rows } = await forms.runQuery({ dimensions: ['as_of'], measures });
    expect(numbers(rows)).toEqual(await forms.plain(`SELECT cycle, ${all} FROM t GROUP BY cycle ORDER BY cycle`));
  });

  it.each(CYCLES)('equal plain SQL by state in %s, and in total', async (cycle) => {
    const filter = { field: 'as_of', op: 'in', values: [cycle] };
    const { rows, totals } = await forms.runQuery({ dimensions: ['state'], measures, filter, totals: true });
    const where = `FROM t WHERE cycle = DATE '${cycle}'`;
    expect(numbers(rows)).toEqual(
      await forms.plain(`SELECT state, ${all} ${where} GROUP BY cycle, state ORDER BY state`),
    );
    expect(numbers([totals!.slice(1)])).toEqual(await forms.plain(`SELECT ${all} ${where} GROUP BY cycle`));
  });
});

it('average balances use the date alone if the balance was not delivered for the prior year-end', async () => {
  const { rows, meta } = await forms.runQuery({
    dimensions: ['as_of'],
    measures: ['average_loans', 'average_late', 'average_novelty'],
  });
  const before = 'LEFT JOIN t b ON b.id = t.id AND extract(year FROM b.cycle) = extract(year FROM t.cycle) - 1';
  expect(numbers(rows)).toEqual(
    await forms.plain(`SELECT t.cycle, sum((t.loans + coalesce(b.loans, t.loans))::DOUBLE / 2), sum(t.late)::DOUBLE, NULL
      FROM t ${before} GROUP BY t.cycle ORDER BY t.cycle`),
  );
  expect(meta.unavailable.map(({ column }) => column)).toEqual(['average_late', 'average_novelty']);
  const [loans, late, ...others] = meta.averages;
  expect(loans!.dates.map(({ rows: of, withoutPrior }) => [of, withoutPrior])).toEqual([
    [11, 11],
    [11, 0],
    [12, 1],
    [11, 0],
  ]);
  expect(late!.dates.map(({ date, rows: of, withoutPrior }) => [date, withoutPrior === of])).toEqual([
    [CYCLES[1], true],
    [CYCLES[3], true],
  ]);
  expect(others.flatMap(({ dates }) => dates)).toEqual([]);
});

const at = (...values: string[]) => ({ field: 'as_of', op: 'in', values });
const [first, second, third, last] = CYCLES as [string, string, string, string];
const year = { field: 'as_of', grain: 'year' };

describe('the reason', () => {
  const reasons = async (query: object) => (await forms.runQuery(query)).meta.unavailable;
  const late = { table: 'detail', column: 'late', account: 'late' };

  it('names column, measure, accounts, missing dates, and the date of the first delivery', async () => {
    expect(await reasons({ measures: ['late', 'loans'], filter: at(third) })).toEqual([
      { column: 'late', measure: 'late', columns: [late], from: second, until: null, dates: [third], partial: false },
    ]);
    expect(await reasons({ measures: ['allowance'], filter: at(first) })).toMatchObject([
      {
        columns: [{ column: 'allowance_new' }, { column: 'allowance_old' }],
        from: second,
        until: null,
        dates: [first],
      },
    ]);
  });

  it('covers only the dates that a query reads', async () => {
    expect(await reasons({ measures: ['late'] })).toEqual([]);
    expect(await reasons({ measures: ['late'], filter: { field: 'as_of', op: 'lt', values: [last] } })).toMatchObject([
      { dates: [third] },
    ]);
    const during = { field: 'as_of', during: { since: first, until: second } };
    expect(await reasons({ measures: ['late'], filter: { all: [during, { not: at(third) }] } })).toEqual([]);
    expect(await reasons({ dimensions: ['as_of'], measures: ['late'] })).toMatchObject([{ dates: [first, third] }]);
    expect(
      await reasons({ dimensions: [year], measures: ['late'], filter: { any: [at(first), at(second)] } }),
    ).toMatchObject([{ dates: [first] }]);
    expect(await reasons({ measures: ['usual_late'] })).toMatchObject([{ dates: [first, third], partial: true }]);
  });

  it('distinguishes figures that lack a part from figures without a value', async () => {
    expect(await reasons({ measures: ['late_ratio', 'funding'], filter: at(first) })).toMatchObject([
      { column: 'late_ratio', measure: 'late', partial: false },
      { column: 'funding', measure: 'secondary', from: null, until: null, partial: true },
    ]);
    const covered = await reasons({ dimensions: ['as_of'], measures: ['covered'] });
    expect(covered.map(({ measure, dates }) => [measure, dates])).toEqual([
      ['allowance', [first]],
      ['late', [first, third]],
    ]);
  });

  it('also covers dimensions that a query groups or filters by', async () => {
    const designated = { field: 'designated', op: 'in', values: [1] };
    expect(await reasons({ dimensions: ['designated'], measures: ['loans'], filter: at(first) })).toMatchObject([
      { column: 'designated', measure: null, columns: [{ column: 'low_income' }], from: third, dates: [first] },
    ]);
    const filtered = await forms.runQuery({ measures: ['institutions'], filter: { all: [at(first), designated] } });
    expect(filtered.rows).toEqual([[0]]);
    expect(filtered.meta.unavailable).toMatchObject([{ column: 'designated', dates: [first] }]);
    const website = await forms.runQuery({ dimensions: ['website'], measures: ['institutions'] });
    expect(website.rows).toEqual([[null, 11]]);
    expect(website.meta.unavailable).toMatchObject([{ column: 'website', from: null, until: null, dates: [last] }]);
  });
});

describe('other kinds of queries and features', () => {
  it('totals over several cycles are those of the last', async () => {
    const until = { field: 'as_of', op: 'lte', values: [third] };
    const { rows, meta } = await forms.runQuery({
      measures: ['late', 'loans', 'usual_late'],
      filter: until,
      totals: true,
    });
    const [[sum]] = (await forms.plain(`SELECT sum(loans) FROM t WHERE cycle = DATE '${third}'`)) as [[number]];
    const [[usual]] = (await forms.plain(`SELECT sum(late) FROM t WHERE cycle = DATE '${second}'`)) as [[number]];
    expect(numbers(rows)).toEqual([[null, sum, usual]]);
    expect(meta.unavailable.map(({ column, partial }) => [column, partial])).toEqual([
      ['late', false],
      ['usual_late', true],
    ]);
  });

  it('calculations have no value where the other period has none', async () => {
    const compare = (name: string, show: string) => ({
      name,
      kind: 'compare',
      measure: 'late',
      with: 'previous_period',
      show,
    });
    const query = {
      dimensions: [year],
      measures: ['late'],
      calculations: [
        compare('before', 'value'),
        compare('change', 'change'),
        { name: 'mean', kind: 'moving_average', measure: 'late', last: 3 },
      ],
    };
    const { rows, meta } = await forms.runQuery(query);
    const [[two, four]] = (await forms.plain(
      `SELECT sum(late) FILTER (cycle = DATE '${second}'), sum(late) FILTER (cycle = DATE '${last}') FROM t`,
    )) as [[number, number]];
    expect(numbers(rows).map((row) => row.slice(1))).toEqual([
      [null, null, null, null],
      [two, null, null, two],
      [null, two, null, two],
      [four, null, null, (two + four) / 2],
    ]);
    expect(meta.unavailable.find(({ column }) => column === 'before')).toMatchObject({
      measure: 'late',
      dates: [first, third],
    });
    const only = await forms.runQuery({ ...query, calculations: query.calculations.slice(0, 1), filter: at(last) });
    expect(numbers(only.rows)[0]!.slice(1)).toEqual([four, null]);
    expect(only.meta.unavailable).toMatchObject([{ column: 'before', dates: [third] }]);
  });

  it('peers are compared on the last date, and have no value without the column', async () => {
    const runQuery = { kind: 'benchmark', by: 'id', member: 3, measures: ['late', 'loans', 'low_income'] };
    const { rows, meta } = await forms.runQuery({ ...runQuery, filter: at(third) });
    expect(rows[0]!.slice(1, 6)).toEqual([null, 0, null, null, null]);
    expect(rows[1]![2]).toBe(12);
    expect(rows[2]!.slice(1, 3)).toEqual([1, 12]);
    expect(meta.unavailable).toMatchObject([{ column: 'late', dates: [third] }]);
    expect((await forms.runQuery({ ...runQuery, filter: at(first) })).rows[2]!.slice(1, 3)).toEqual([null, 0]);
    const spread = { kind: 'distribution', by: 'id', measure: 'late', buckets: 4 };
    expect((await forms.runQuery({ ...spread, filter: at(last) })).rows.length).toBeGreaterThan(1);
    const none = await forms.runQuery({ ...spread, filter: at(first) });
    expect(none.rows).toEqual([]);
    expect(none.meta.unavailable).toMatchObject([{ column: 'late', dates: [first] }]);
  });

  it('conditions, top N, subtotals and pivots treat missing figures as null', async () => {
    const isNull = { measure: 'much_late', op: 'isNull' };
    expect(
      (await forms.runQuery({ dimensions: ['as_of'], measures: ['loans'], having: isNull })).rows.map(([day]) => day),
    ).toEqual([first, third]);
    const top = { dimension: 'state', measure: 'late', n: 1 };
    const ranked = await forms.runQuery({
      dimensions: ['state'],
      measures: ['late', 'low_income'],
      top,
      filter: at(third),
    });
    expect(ranked.rows.map((row) => row[2])).toEqual([null, null]);
    const grouped = await forms.runQuery({
      dimensions: ['as_of', 'state'],
      measures: ['much_late', 'designations'],
      subtotals: [['as_of'], []],
    });
    const subtotals = grouped.rows.filter((row) => row[3] === 'all').map((row) => [row[0], row[4], row[5]]);
    expect(numbers(subtotals.slice(0, -1))).toEqual(
      await forms.plain(
        `SELECT cycle, ${FIGURES['much_late']}, ${FIGURES['designations']} FROM t GROUP BY cycle ORDER BY 1`,
      ),
    );
    const pivot = await forms.runQuery({
      dimensions: ['state', 'as_of'],
      measures: ['low_income'],
      pivot: { columns: ['as_of'], totals: true },
    });
    expect(numbers(pivot.rows)).toEqual(
      await forms.plain(
        `SELECT state, NULL, NULL, ${[third, last, last].map((day) => `count(*) FILTER (low_income = 1 AND cycle = DATE '${day}')`).join(', ')} FROM t GROUP BY 1 ORDER BY 1`,
      ),
    );
  });

  it('custom measures are null too', async () => {
    const customMeasures = [
      {
        name: 'designated',
        kind: 'filtered',
        measure: 'institutions',
        filter: { field: 'designated', op: 'in', values: [1] },
      },
      { name: 'unlisted', kind: 'filtered', measure: 'institutions', filter: { field: 'website', op: 'isNotNull' } },
      { name: 'part', kind: 'formula', expression: 'late / loans' },
    ];
    const custom = {
      measures: ['designations', 'unlisted', 'part'],
      customMeasures: customMeasures.map((item) => (item.name === 'designated' ? { ...item, name: 'chosen' } : item)),
    };
    const { rows, meta } = await forms.runQuery({
      ...custom,
      measures: ['chosen', 'unlisted', 'part'],
      filter: at(first),
    });
    expect(rows).toEqual([[null, null, null]]);
    expect(meta.unavailable.map(({ column, from }) => [column, from])).toEqual([
      ['chosen', third],
      ['unlisted', null],
      ['part', second],
    ]);
    const now = await forms.runQuery({ ...custom, measures: ['chosen', 'part'] });
    expect(numbers(now.rows)).toEqual(
      await forms.plain(
        `SELECT count(*) FILTER (low_income = 1), sum(late)::DOUBLE / sum(loans) FROM t WHERE cycle = DATE '${last}'`,
      ),
    );
  });

  it('rows behind a figure add up to it', async () => {
    for (const [measure, day] of [
      ['late', last],
      ['late', third],
      ['much_late', last],
      ['low_income', third],
      ['designations', third],
      ['covered', last],
    ] as const) {
      const query = semanticQuery.parse({ dataset: 'forms', measures: [measure], filter: at(day) });
      const cell = (await forms.runQuery({ measures: [measure], filter: at(day) })).rows[0]![0];
      for (const version of forms.versions) {
        const answer = await forms.engine.queries.runRows({
          model: forms.model,
          version,
          scope: { tenant: 'alder' },
          rows: rowsQuery.parse({ query, measure }),
        });
        const { value, count } = JSON.parse(`{${answer.body}}`) as RowsResult;
        expect([measure, numbers([[value]])]).toEqual([measure, numbers([[cell]])]);
        if (cell === null) expect(count).toBe(0);
      }
    }
  });

  it('an explanation states since when the accounts have been reported', async () => {
    const explain = (measure: string) =>
      forms.engine.explanations.explain({
        model: forms.model,
        version: forms.version,
        scope: { tenant: 'alder' },
        query: semanticQuery.parse({ dataset: 'forms', measures: [measure] }),
        measure,
      });
    expect((await explain('allowance')).accounts).toMatchObject([
      { account: 'allowance_new', delivered: { from: last, until: null } },
      { account: 'allowance_old', delivered: { from: second, until: third } },
    ]);
    expect((await explain('loans')).accounts).toMatchObject([{ account: 'loans', delivered: null }]);
    expect((await explain('novelty')).accounts).toMatchObject([
      { account: 'novelty', delivered: { from: null, until: null } },
    ]);
  });

  it('tiles that share a pass have the figures of each alone', async () => {
    const queries = [
      { dimensions: ['state'], measures: ['late', 'low_income'], filter: at(third) },
      { dimensions: ['state'], measures: ['much_late', 'loans'], filter: at(third), totals: true },
      { measures: ['allowance', 'designations'], filter: at(third) },
    ].map((query) => semanticQuery.parse({ dataset: 'forms', ...query }));
    const { engine, model, version } = forms;
    const requests = queries.map((query) => ({ model, version, scope: { tenant: 'alder' }, query }));
    const together = await Promise.all(engine.queries.runAll(requests));
    for (const [index, { body, unavailable }] of together.entries()) {
      const alone = await forms.runQuery(queries[index]!);
      expect((JSON.parse(`{${body}}`) as { rows: unknown }).rows).toEqual(alone.rows);
      expect(unavailable).toEqual(alone.meta.unavailable);
    }
  });

  it('a weighted median needs values and weights', async () => {
    const { rows, meta } = await forms.runQuery({ dimensions: ['as_of'], measures: ['weighted_loans'] });
    expect(rows.map((row) => row[1] === null)).toEqual([true, false, true, false]);
    expect(meta.unavailable).toMatchObject([{ columns: [{ column: 'late' }], dates: [first, third] }]);
  });
});

describe('a list of rows', () => {
  it('adds up to the figures of each cycle, empty where columns were not delivered, with the reason', async () => {
    const listed = ['loans', 'late', 'late_or_none', 'novelty'];
    const columns = ['as_of', ...listed];
    const { rows, meta } = await forms.runQuery({ kind: 'rows', columns });
    const groups = await forms.runQuery({ dimensions: ['as_of'], measures: listed });
    const sums = groups.rows.map(([cycle]) => {
      const own = rows.filter((row) => row[0] === cycle);
      const valuesOf = (place: number) => own.map((row) => row[place + 1]!).filter((value) => value !== null);
      return [
        cycle,
        ...listed.map((_, place) =>
          valuesOf(place).length === 0 ? null : valuesOf(place).reduce<number>((sum, value) => sum + Number(value), 0),
        ),
      ];
    });
    expect(sums).toEqual(numbers(groups.rows));
    expect(meta.unavailable).toEqual(groups.meta.unavailable);
    const earlier = await forms.runQuery({ kind: 'rows', columns: ['late_or_none'], filter: at(third) });
    expect(new Set(earlier.rows.map(([value]) => value))).toEqual(new Set([null]));
    expect(earlier.meta.unavailable).toMatchObject([{ column: 'late_or_none', dates: [third] }]);
  });
});
