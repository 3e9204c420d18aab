import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queriesBehind } from '../../src/explain/queries-behind.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { AUDITOR, CLERK, OWN } from '../support/client-bookings.ts';
import { BOOKINGS, BRANCHES, CLIENTS, JUNIOR, modelOf, openDerivedBank, own, SHORT } from '../support/derived-bank.ts';
import type { DerivedBank } from '../support/derived-bank.ts';
import { derived, measure } from '../support/model-text.ts';

let bank: DerivedBank;
beforeAll(async () => {
  bank = await openDerivedBank();
});
afterAll(() => bank.close());

const BOOK = `
combined:
  - name: book
    title: { en: Book }
    description: { en: D }
    owner: Finance
    facts: [bookings, clients]
    shared: [branch]
    measures: [${measure('mean_of_both', 'kind: ratio, numerator: [{ measure: bookings_amount }], denominator: [{ measure: rows }]').trim().slice(2)}]`;

describe('the rights of the source', () => {
  it('apply to derived rows, and the derived dataset’s own rights in addition', async () => {
    const figures = 'SELECT branch, count(*), sum(amount) FROM';
    const query = { dimensions: ['branch'], measures: ['rows', 'amount'] };
    expect(await bank.of('clients', query, JUNIOR)).toEqual(
      await bank.sql(`${figures} (${SHORT}) WHERE amount < 150 GROUP BY 1 ORDER BY 1`),
    );
    expect(await bank.of('clients', { ...query, measures: ['rows', 'known'] }, JUNIOR)).toEqual(
      await bank.sql(`SELECT branch, count(*), NULL FROM (${SHORT}) WHERE amount < 150 GROUP BY 1 ORDER BY 1`),
    );
    const temp = { reader: { ...AUDITOR.reader, groups: ['temps'] } };
    expect(await bank.of('clients', { dimensions: ['client'], measures: ['rows', 'amount'] }, temp)).toEqual(
      await bank.sql('SELECT NULL, count(DISTINCT branch), sum(amount) FROM seen'),
    );
    expect(
      await bank.of('clients', { measures: ['rows'] }, { reader: { roles: [], groups: [], attributes: {} } }),
    ).toEqual([[0]]);
    const predicates = [{ dataset: 'bookings', filter: { field: 'branch', op: 'in' as const, values: ['b3'] } }];
    expect(await bank.of('clients', { measures: ['rows'] }, { ...AUDITOR, predicates })).toEqual(
      await bank.sql("SELECT count(*) FROM (SELECT DISTINCT client FROM seen WHERE branch = 'b3')"),
    );
    expect(await bank.of('clients', { measures: ['rows'] }, { ...AUDITOR, tenant: 'birch' })).not.toEqual(
      await bank.of('clients', { measures: ['rows'] }),
    );
  });

  it('separate cached plans and results, even if only an indirect source has rights', async () => {
    const run = (scope: Partial<Scope>) =>
      bank.warehouse.engine.queries.run({
        ...bank.context(scope),
        query: semanticQuery.parse({ dataset: 'branches', measures: ['mean_amount'] }),
      });
    const [all, own] = [await run(AUDITOR), await run(CLERK)];
    expect(own.body).not.toBe(all.body);
    expect([all.read.restricted, own.read.restricted]).toEqual([false, true]);
    const plainModel = modelOf(BOOKINGS.replaceAll(/^ {4}(rules|masks): .*\n/gm, ''), CLIENTS, BRANCHES);
    expect(
      (
        await bank.warehouse.engine.queries.run({
          ...bank.context(CLERK),
          model: plainModel,
          query: semanticQuery.parse({ dataset: 'branches', measures: ['mean_amount'] }),
        })
      ).body,
    ).toBe(all.body);
  });

  it('apply in a combined dataset', async () => {
    const both = modelOf(BOOKINGS, CLIENTS, BOOK);
    const query = {
      dataset: 'book',
      dimensions: ['branch'],
      measures: ['bookings', 'rows', 'mean_of_both'],
      totals: true,
    };
    for (const [scope, rule] of [
      [AUDITOR, 'TRUE'],
      [CLERK, OWN],
    ] as const)
      expect(await bank.rowsOf(query, scope, both)).toEqual(
        await bank.sql(
          `SELECT branch, sum(bookings), count(*), sum(amount) / count(*) FROM (${SHORT}) GROUP BY 1 ORDER BY 1`,
          rule,
        ),
      );
    const over = derived(
      'branch_days',
      '{ dataset: book, dimensions: [branch], measures: [bookings, rows, mean_of_both] }',
      [own('branch', 'string', 'branch_days')],
      [measure('best', 'kind: max, expression: mean_of_both'), measure('bookings', 'kind: sum, expression: bookings')],
    );
    expect(
      await bank.rowsOf(
        { dataset: 'branch_days', measures: ['best', 'bookings'] },
        CLERK,
        modelOf(BOOKINGS, CLIENTS, over, BOOK),
      ),
    ).toEqual(
      await bank.sql(
        `SELECT max(a), sum(n)::INT FROM (SELECT sum(amount) / count(*) AS a, sum(bookings) AS n FROM (${SHORT}) GROUP BY branch)`,
        OWN,
      ),
    );
  });

  it('use the tenant’s parameters, mappings and calendar', async () => {
    const large = (scope: Partial<Scope>) => bank.of('clients', { measures: ['large'] }, { ...AUDITOR, ...scope });
    expect(await large({ parameters: { least: 80 } })).toEqual(
      await bank.sql('SELECT count(*) FROM seen WHERE amount > 80'),
    );
    expect(await large({})).not.toEqual(await large({ parameters: { least: 80 } }));
    const kinds = modelOf(
      BOOKINGS,
      derived(
        'kinds',
        '{ dataset: bookings, dimensions: [kind, { field: day, grain: fiscal_year }], measures: [bookings, of_cards] }',
        [own('kind', 'string', 'kinds'), own('year', 'date', 'kinds', 'day_fiscal_year')],
        [measure('kinds', 'kind: count'), measure('of_cards', 'kind: sum, expression: of_cards')],
      ),
    );
    const codes = new Map([['kind', [{ code: 'card', value: 'plastic', attributes: {}, from: null, until: null }]]]);
    const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 7 };
    const scope = {
      ...AUDITOR,
      calendar,
      mappings: { codes, versions: {} } as unknown as Scope['mappings'],
    } as Partial<Scope>;
    expect(
      await bank.rowsOf({ dataset: 'kinds', dimensions: ['kind', 'year'], measures: ['of_cards'] }, scope, kinds),
    ).toEqual(
      await bank.sql(`SELECT CASE WHEN kind = 'card' THEN 'plastic' ELSE 'unmapped' END, (date_trunc('year', day + INTERVAL 6 MONTH) - INTERVAL 6 MONTH)::DATE::VARCHAR,
        sum(amount) FILTER (kind = 'card') FROM seen GROUP BY 1, 2 ORDER BY 1, 2`),
    );
    const [behind] = queriesBehind(kinds, 'kinds');
    expect([behind!.fieldsFrom('kind'), behind!.fieldsFrom('of_cards'), behind!.query.dataset]).toEqual([
      ['kind'],
      ['of_cards'],
      'bookings',
    ]);
  });
});
