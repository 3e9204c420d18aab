import type { Cell, QueryResult } from '@rise/contract';
import type { Scope } from '../../src/plan/scope.ts';
import { numbers, openTwoEngines } from './engine-pair.ts';
import type { TwoEngines } from './engine-pair.ts';
import { branches, FIELDS } from './random-queries.ts';

const RIGHTS = {
  rules: '[{ name: low, title: { en: Low grades }, appliesTo: { roles: [clerk] }, where: "grade <= 2" }]',
  masks:
    '[{ name: names, title: { en: Names }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: name }, { table: balance, column: worth }] }]',
  parameters: '[{ name: least, type: integer, default: 2, title: { en: Least } }]',
};
const PARAMETERIZED = `${FIELDS.measures}
      - { name: graded, kind: sum, expression: balance.assets, where: "grade >= :least" }`;
const PER_KEY = `${FIELDS.dimensions}
      - { name: began, type: date, expression: day, per: { key: grade, take: min } }
      - { name: months_since, type: integer, since: { from: began, to: day, grain: month } }`;
export const everyone = { roles: ['auditor'], groups: [], attributes: {} };
export const clerk = { roles: ['clerk'], groups: [], attributes: {} };

export interface ListedBranches extends TwoEngines {
  /** The list, which must be the same on every engine, in the same order. */
  list(query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  /** Its rows, with numbers as numbers. */
  rowsOf(query: object, scope?: Partial<Scope>): Promise<Cell[][]>;
}

/** Branches with rights, a parameter and values per key, on every engine. */
export async function openListedBranches(): Promise<ListedBranches> {
  const both = await openTwoEngines(branches(7), {
    ...FIELDS,
    ...RIGHTS,
    measures: PARAMETERIZED,
    dimensions: PER_KEY,
  });
  const list: ListedBranches['list'] = (query, scope = {}) =>
    both.runQuery({ kind: 'rows', limit: 200, ...query }, { reader: everyone, ...scope });
  return { ...both, list, rowsOf: async (query, scope = {}) => numbers((await list(query, scope)).rows) };
}
