import { compileModel } from '../../../src/checks/compile-model.ts';
import { parseModel } from '../../../src/documents/read-model.ts';
import type { CompiledModel } from '../../../src/model/compiled-model.ts';
import { EVENT_TABLES } from '../events.ts';
import { HISTORY_TABLES } from '../history-model.ts';
import { BOOK_TABLES } from '../loan-book.ts';
import { branches, FIELDS } from '../random-queries.ts';
import { tinyModel, tinyStatements } from '../tiny-warehouse.ts';

/** Tables of the cases, in SQL that every engine accepts. */
export const CASE_TABLES = {
  branches: tinyStatements(branches(7)),
  book: BOOK_TABLES,
  history: HISTORY_TABLES,
  events: EVENT_TABLES,
};

export const DIMENSIONS = `${FIELDS.dimensions}
      - { name: moment, type: timestamp, expression: "CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp)" }
      - { name: letter, type: string, expression: "SUBSTRING(branch_id, 1, 1)", values: [{ value: a, title: { en: Alder } }] }`;
const RULES = '[{ name: low, title: { en: R }, appliesTo: { roles: [clerk] }, where: "grade <= 2" }]';
const MASKS =
  '[{ name: names, title: { en: M }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: name }] }]';
const PARAMETERS = '[{ name: least, type: integer, default: 2, title: { en: Least } }]';

/** The model of branches and their balances, with other dimensions or measures. */
export function branchModel(more: Partial<typeof FIELDS> = {}, entity = ''): CompiledModel {
  const fields = { ...FIELDS, dimensions: DIMENSIONS, ...more };
  const text = tinyModel({ ...fields, rules: RULES, masks: MASKS, parameters: PARAMETERS });
  return compileModel(parseModel(text.replace('    asOf:', `${entity}    asOf:`), 'tiny.yaml'));
}

/** Every kind of measure and dimension. */
export const CASE_MODEL = branchModel();
