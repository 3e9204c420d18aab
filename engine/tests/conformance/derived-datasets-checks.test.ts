import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../src/documents/read-model.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import { BOOKINGS, HEAD, modelOf, openDerivedBank, own } from '../support/derived-bank.ts';
import type { DerivedBank } from '../support/derived-bank.ts';
import { dataset, derived, dimension, measure } from '../support/model-text.ts';

let bank: DerivedBank;
beforeAll(async () => {
  bank = await openDerivedBank();
});
afterAll(() => bank.close());

describe('a derived dataset is rejected', () => {
  const issues = (...datasets: string[]) => {
    try {
      modelOf(BOOKINGS, ...datasets);
      return 'none';
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return error.issues.map(({ path, message }) => `${path}: ${message}`).join('\n');
    }
  };
  const query = (
    text: string,
    { dimensions = [] as string[], measures = [measure('n', 'kind: count')], more = [] as string[], name = 'x' } = {},
  ) => issues(derived(name, `{ ${text} }`, dimensions, measures, more));
  const valid = 'dataset: bookings, dimensions: [client], measures: [amount]';

  it.each([
    ['dataset: gone, dimensions: [client]', /datasets.1.query.dataset: There is no dataset 'gone'/],
    ['dataset: bookings, dimensions: [clint]', /datasets.1.query.dimensions.0: There is no dimension 'clint'.*client/],
    ['dataset: bookings, dimensions: [client], measures: [gone]', /query.measures.0: There is no measure 'gone'/],
    ['dataset: bookings, dimensions: []', /query.dimensions: Write at least 1 entry/],
    [`${valid}, limit: 3`, /all groups of its query, so there is no 'limit' here. Leave it out/],
    [`${valid}, totals: true`, /no 'totals' here/],
    ['dataset: bookings, dimensions: [{ field: day, grain: month, fill: true }]', /no key 'fill' here/],
    [
      `${valid}, filter: { field: client, op: in, values: [a] }`,
      /query.filter.values.0: 'client' compares with a whole number/,
    ],
    [`${valid}, having: { measure: gone, op: gt, values: [1] }`, /query.having.measure: There is no measure 'gone'/],
    ['dataset: x, dimensions: [client]', /'x' is computed from itself: 'x' from 'x'. Take another dataset/],
  ])('in a query: %s', (text, message) => expect(query(text)).toMatch(message));

  it.each([
    [
      'an unknown column',
      { measures: [measure('n', 'kind: sum, expression: amout')] },
      /The query of 'x' has no column 'amout'. Did you mean 'amount'\? Its columns are client, amount/,
    ],
    [
      'a column of the source’s table',
      { dimensions: [own('kind', 'string', 'booking')] },
      /The table 'booking' is not part of 'x'/,
    ],
    [
      'a rollup',
      {
        more: ['rollups: [{ name: r, dimensions: [client], measures: [n] }]'],
        dimensions: [own('client', 'integer', 'x')],
      },
      /a rollup cannot store them. Add it to 'bookings'/,
    ],
    [
      'last known values',
      {
        dimensions: [own('client', 'integer', 'x'), dimension('day', 'date', "expression: DATE '2024-01-01'")],
        measures: [measure('n', 'kind: sum, expression: amount, over: { time: day, take: last, per: client }')],
      },
      /Last known values are those of a table's rows/,
    ],
    ['the name of a table', { name: 'client' }, /'client' is also a table of the model/],
  ])('in the dataset: %s', (_, parts, message) => expect(query(valid, parts)).toMatch(message));

  it('in a cycle, in a chain that is too long, with both table and query, and with timestamps', () => {
    const link = (name: string, source: string) =>
      derived(name, `{ dataset: ${source}, dimensions: [client] }`, [own('client', 'integer', name)]);
    expect(issues(link('a', 'b'), link('b', 'c'), link('c', 'a'))).toMatch(
      /'a' is computed from itself: 'a' from 'b' from 'c' from 'a'/,
    );
    const chain = ['bookings', 'a', 'b', 'c', 'd', 'e', 'f'];
    const links = chain.slice(1).map((name, place) => link(name, chain[place]!));
    expect(issues(...links.slice(0, 5))).toBe('none');
    expect(issues(...links)).toMatch(/'f' is a query over queries, more than 5 of them/);
    expect(issues(dataset({ name: 'x', table: 'y', more: [`query: { ${valid} }`] }))).toMatch(
      /a 'table' or a 'query'. Leave one out/,
    );
    expect(issues(dataset({ name: 'x' }))).toMatch(
      /'table' is missing: write the name of the fact table, or a 'query'/,
    );
    const timed = BOOKINGS.replace('name: day, type: date', 'name: day, type: timestamp');
    expect(() => modelOf(timed, derived('x', '{ dataset: bookings, dimensions: [day] }'))).toThrow(
      /'day' is a time, and rows of a query have days/,
    );
  });

  it('if the warehouse’s types do not match', async () => {
    const catalog = await bank.warehouse.engine.catalogs.read(bank.warehouse.versions.duckdb);
    const text = (measures: string[], dimensions: string[] = []) =>
      [
        HEAD,
        BOOKINGS,
        derived(
          'x',
          '{ dataset: bookings, dimensions: [client, kind], measures: [amount, mean_amount] }',
          dimensions,
          measures,
        ),
      ].join('\n');
    const read =
      (measures: string[], dimensions: string[] = []) =>
      () =>
        readModel({ text: text(measures, dimensions), file: 'bank.yaml', catalog });
    expect(read([measure('n', 'kind: sum, expression: kind')])).toThrow(/'sum' takes numbers, and this is a text/);
    expect(read([], [own('mean', 'decimal', 'x', 'mean_amount')])).toThrow(
      /'mean' is a number. Set its type to string, or CAST it AS decimal/,
    );
    expect(read([measure('n', 'kind: sum, expression: amount')], [own('amount', 'decimal', 'x')])).not.toThrow();
  });

  it('as the target of a join', () => {
    const joining = dataset({
      name: 'other',
      table: 'booking',
      joins: ['{ table: x, on: [client] }'],
      measures: [measure('n', 'kind: count')],
    });
    expect(issues(derived('x', `{ ${valid} }`), joining)).toMatch(
      /datasets.1.name: 'x' is also a table of the model. A dataset that is a query is no table and cannot be joined/,
    );
    expect(
      query(valid, {
        more: ['joins: [{ table: client, on: [{ column: client, key: id }], relationship: one_to_one }]'],
      }),
    ).toMatch(/Leave 'relationship' out/);
  });

  it('in queries that need features its rows lack', async () => {
    const invalid = bank.of('clients', { dimensions: ['gone'], measures: ['rows'] });
    await expect(invalid).rejects.toBeInstanceOf(QueryError);
  });
});
