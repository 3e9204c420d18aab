import { describe, expect, it } from 'vitest';
import { formModel } from '../../tests/support/changing-forms.ts';
import { parseModel, readModel } from '../documents/read-model.ts';
import { ModelError } from '../errors.ts';
import type { Catalog } from '../model/catalog.ts';

const number = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, 'integer' as const]));
const CATALOG: Catalog = {
  report: { ...number('id', 'low_income', 'loans'), cycle: 'date', state: 'string' },
  detail: { ...number('id', 'late', 'allowance_old', 'allowance_new'), cycle: 'date' },
  chart: { code: 'string', name: 'string' },
};
const without = (table: string, column: string): Catalog => {
  const { [column]: _, ...rest } = CATALOG[table]!;
  return { ...CATALOG, [table]: rest };
};
const issuesOf = (text: string, catalog: Catalog | null, measured = true): string[] => {
  try {
    readModel({ text, file: 'forms.yaml', catalog, measured });
    return [];
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.issues.map(({ message }) => message);
  }
};
const listed = (entry: string) =>
  formModel().replace('      - { table: later }\n', `      - { table: later }\n      - ${entry}\n`);

describe('optional tables and columns', () => {
  it('may be missing from the data', () => {
    expect(issuesOf(formModel(), CATALOG)).toEqual([]);
    const { detail: _, ...rest } = CATALOG;
    expect(issuesOf(formModel(), rest)).toEqual([]);
  });

  it('are the only ones that may be: anything else is reported with the nearest name and the remedy', () => {
    expect(issuesOf(formModel(), without('detail', 'late'))[0]).toBe(
      "The table 'detail' has no column 'late'. If it came or went, list it under 'optional' of the dataset.",
    );
    const misspelled = formModel().replace('expression: report.loans', 'expression: report.loanz');
    expect(issuesOf(misspelled, CATALOG)).toEqual([
      "The table 'report' has no column 'loanz'. Did you mean 'loans'? If it came or went, list it under 'optional' of the dataset.",
    ]);
    expect(issuesOf(listed('{ table: detail, column: late }'), without('detail', 'late'))).toEqual([]);
  });

  it('have to be there where it is not measured when they were delivered', () => {
    expect(issuesOf(formModel(), CATALOG, false)).toContain(
      "'website' is optional, but it is not known when this warehouse's columns were delivered. Load the data again; in an external warehouse, add it to a view, with NULL.",
    );
  });

  it.each([
    ['{ table: lator }', /'lator' is not part of 'forms'. Name one that is joined. Did you mean 'later'\?/],
    ['{ table: report }', /'report' has the rows of 'forms'/],
    ['{ table: report, column: cycle }', /(A join|The as-of date) depends on 'cycle', so data needs it/],
    ['{ table: detail, column: id }', /A join depends on 'id'/],
  ])('%s is rejected', (entry, message) => {
    expect(issuesOf(listed(entry), null)[0]).toMatch(message);
  });

  it('are not what a row rule depends on', () => {
    const rule = (where: string) =>
      listed('{ table: report, column: state }') + `    rules: [{ name: own, title: { en: O }, where: ${where} }]\n`;
    expect(issuesOf(rule("state = 'S1'"), null)).toEqual([
      "A row rule depends on 'state', so data needs it. Leave it out.",
    ]);
    expect(issuesOf(rule('detail.late > 1').replace('      - { table: report, column: state }\n', ''), null)).toEqual([
      "A row rule depends on 'detail', so data needs it. Leave it out.",
    ]);
  });

  it('are added to those of a template', () => {
    const text = `extends: forms\ndatasets:\n  - name: forms\n    optional: [{ table: detail, column: late }]\n`;
    const { datasets } = readModel({
      text,
      file: 'own.yaml',
      template: formModel(),
      catalog: without('detail', 'late'),
      measured: true,
    });
    expect(datasets[0]!.optional).toHaveLength(parseModel(formModel(), 'forms.yaml').datasets[0]!.optional.length + 1);
  });
});
