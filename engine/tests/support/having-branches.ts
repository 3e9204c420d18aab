import { openTwoEngines } from './engine-pair.ts';
import type { TwoEngines } from './engine-pair.ts';
import { branches, FIELDS } from './random-queries.ts';

const RULES = '[{ name: low, title: { en: R }, appliesTo: { roles: [clerk] }, where: "grade <= 2" }]';
/** The branches as plain SQL, with what is computed of them. */
export const T = `(SELECT t.*, balance.worth AS worth_stored, CASE WHEN t.assets < 100 THEN 'small' WHEN t.assets < 1000 THEN 'middle' WHEN t.assets >= 1000 THEN 'big' END AS size FROM t LEFT JOIN balance USING (tenant_id, branch_id)) AS t`;
export const NAME = 'name COLLATE "C"';
export const RATIO = 'sum(worth)::float8 / nullif(sum(assets), 0)::float8';
export const everyone = { roles: ['auditor'], groups: [], attributes: {} };
export const clerk = { roles: ['clerk'], groups: [], attributes: {} };

export const over = (measure: string, value: number | string) => ({ measure, op: 'gt', values: [value] });
export const under = (measure: string, value: number | string) => ({ measure, op: 'lt', values: [value] });

/** Only branches of many assets. */
export const RICH = over('assets', 8000);

/** The rows of the groups of these columns that pass. */
export const passing = (columns: string, having: string) =>
  `(SELECT t.* FROM ${T} JOIN (SELECT ${columns} FROM ${T} GROUP BY ${columns} HAVING ${having}) AS passing
    ON ${columns
      .split(', ')
      .map((name) => `passing.${name} IS NOT DISTINCT FROM t.${name}`)
      .join(' AND ')}) AS t`;

/** Branches for conditions on measures, on every engine. */
export function openBranches(): Promise<TwoEngines> {
  const dimensions = `${FIELDS.dimensions}\n      - { name: letter, type: string, expression: "SUBSTRING(branch_id, 1, 2)", values: [{ value: a1, title: { en: One } }] }`;
  return openTwoEngines(branches(7), { ...FIELDS, dimensions, rules: RULES });
}
