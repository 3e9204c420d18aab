import { describe, expect, it } from 'vitest';
import { parseModel } from '../documents/read-model.ts';
import { ModelError } from '../errors.ts';
import { compileModel } from './compile-model.ts';

const DESCRIBED = 'title: { en: T }, definition: { en: D }, format: { unit: number }';
const VISITS = `
name: bank
title: { en: Bank }
description: { en: D }
datasets:
  - name: visits
    title: { en: Visits }
    description: { en: A row for each visit }
    owner: Finance
    table: visit
    dimensions:
      - { name: client, type: integer, title: { en: C }, column: { table: visit, column: client } }
      - { name: at, type: timestamp, title: { en: A }, column: { table: visit, column: at } }
      - { name: day, type: date, title: { en: D }, expression: CAST(at AS date) }
      - { name: hour, type: integer, title: { en: H }, expression: HOUR(at) }
    measures:
      - { name: visits, kind: count, ${DESCRIBED} }
      - { name: spent, kind: sum, expression: spent, ${DESCRIBED} }
      - { name: latest, kind: max, expression: at, title: { en: T }, definition: { en: D }, format: { unit: time } }`;

/** A dataset of a query. */
const derived = (query: string, { joins = '', dimensions = '', measures = '', more = '' }) => `
  - name: days
    title: { en: Days }
    description: { en: D }
    owner: Finance
    query: { dataset: visits, ${query} }
    joins: [${joins}]
    dimensions: [${dimensions}]
    measures: [${measures}]
    ${more}`;
const CLIENTS = 'dimensions: [client, day], measures: [spent]';

function issuesOf(text: string): string[] {
  try {
    compileModel(parseModel(`${VISITS}${text}`, 'bank.yaml'));
    return [];
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('joins and column types of derived rows', () => {
  it.each([
    [
      'a join of the row that is valid on a date',
      { joins: '{ table: band, valid: { at: day, from: since, until: until } }' },
      "datasets.1.joins.0.valid: Rows that are valid on a date are looked up for the rows of a table. Join 'band' in 'visits', and add what is needed from it as a dimension of the query.",
    ],
    [
      'a join of the latest row',
      { joins: '{ table: rate, on: [{ column: client, key: id }], latest: { at: day, by: quoted_on } }' },
      "datasets.1.joins.0.latest: Rows that are valid on a date are looked up for the rows of a table. Join 'rate' in 'visits', and add what is needed from it as a dimension of the query.",
    ],
    [
      'the average with the prior year-end',
      {
        dimensions:
          '{ name: day, type: date, title: { en: D }, column: { table: days, column: day } }, { name: client, type: integer, title: { en: C }, column: { table: days, column: client } }',
        measures: `{ name: held, kind: sum, expression: spent, over: { time: day, take: last }, ${DESCRIBED} }, { name: mean, kind: average_balance, measure: held, with: prior_year_end, per: client, ${DESCRIBED} }`,
        more: 'asOf: { table: days, column: day }',
      },
      "datasets.1.measures.1.kind: Balances of the prior year-end are looked up among a table's rows. Take the average as a measure of 'visits' in the query.",
    ],
    [
      'a column that may be missing',
      { more: 'optional: [{ table: days, column: spent }]' },
      "datasets.1.optional.0: The columns of a query are always there. List what data may lack in 'visits'.",
    ],
  ])('do not take %s', (_, parts, issue) => {
    expect(issuesOf(derived(CLIENTS, parts))).toEqual([issue]);
  });

  it('allow joins to tables, and columns of joined tables', () => {
    const joins =
      '{ table: client, on: [{ column: client, key: id }] }, { table: rate, to: client, on: [{ column: currency, key: code }], latest: { at: joined, by: quoted_on } }';
    expect(issuesOf(derived(CLIENTS, { joins, more: 'optional: [{ table: client, column: segment }]' }))).toEqual([]);
  });

  it('allow dates, hours of the day and other numbers computed from timestamps, but no timestamps', () => {
    const issue = (path: string, name: string) =>
      `datasets.1.query.${path}: '${name}' is a time, and rows of a query have days. Group by a grain of days or longer, or take a date of it in 'visits'.`;
    expect(issuesOf(derived('dimensions: [at]', {}))).toEqual([issue('dimensions.0', 'at')]);
    expect(issuesOf(derived('dimensions: [{ field: at, grain: hour }]', {}))).toEqual([
      issue('dimensions.0', 'at_hour'),
    ]);
    expect(issuesOf(derived('dimensions: [client], measures: [visits, latest]', {}))).toEqual([
      issue('measures.1', 'latest'),
    ]);
    expect(issuesOf(derived('dimensions: [{ field: at, grain: day }, day, hour], measures: [visits]', {}))).toEqual([]);
  });
});
