import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ModelError } from '../errors.ts';
import { readOssie } from '../ossie/read-ossie.ts';
import { writeOssie } from '../ossie/write-ossie.ts';
import { diffModels } from './diff-models.ts';
import { parseModel, readModel } from './read-model.ts';

const TEXT = (joins: string, rest = '') => `
name: bank
title: { en: B }
description: { en: D }
shared:
  joins:
    - { table: history, on: [branch], valid: { at: day, from: since, until: until } }
    - { table: rate, on: [currency], latest: { at: day, by: day, carry: { days: 7 } } }
datasets:
  - name: sales
    title: { en: S }
    description: { en: D }
    owner: Finance
    table: sale
    joins: ${joins}
    dimensions:
      - { name: region, title: { en: R }, type: string, column: { table: history, column: region } }
    measures:
      - { name: sales, kind: count, title: { en: S }, definition: { en: D }, format: { unit: count } }
      - { name: desks, kind: sum, expression: history.desks, title: { en: S }, definition: { en: D }, format: { unit: count } }
      - { name: in_euros, kind: sum, expression: amount * rate.rate, title: { en: S }, definition: { en: D }, format: { unit: count } }
${rest}`;

const issuesOf = (read: () => unknown): string[] => {
  try {
    read();
  } catch (error) {
    if (error instanceof ModelError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
};

describe('joins of valid rows in documents', () => {
  it('can be shared, with another condition for each use', () => {
    const model = parseModel(TEXT('[{ use: history, latest: { at: opened, by: since } }, rate]'), 'bank.yaml');
    expect(model.datasets[0]!.joins).toEqual([
      { table: 'history', use: 'history', on: ['branch'], latest: { at: 'opened', by: 'since', type: 'date' } },
      {
        table: 'rate',
        use: 'rate',
        on: ['currency'],
        latest: { at: 'day', by: 'day', carry: { days: 7 }, type: 'date' },
      },
    ]);
    const before = parseModel(TEXT('[history, rate]'), 'bank.yaml');
    const [change] = diffModels(before, model);
    expect([change!.kind, change!.change, Object.keys(change!.after!)]).toEqual(['dataset', 'changed', ['joins']]);
  });

  it('can be added to a template, except to a table that its rules protect', () => {
    const rules = `    rules: [{ name: north, title: { en: N }, where: "history.region = 'north'" }]`;
    const template = TEXT('[history, rate]', rules);
    const own = (joins: string) =>
      `extends: bank\ndatasets:\n  - name: sales\n    joins: ${joins}\n    dimensions: [{ name: size, title: { en: S }, type: string, column: { table: band, column: size } }]\n`;
    const read = (text: string) => readModel({ text, file: 'own.yaml', template });
    const band = '{ table: band, valid: { at: amount, from: least, until: most, ends: exclusive, type: number } }';
    expect(read(own(`[${band}]`)).datasets[0]!.joins.map(({ table }) => table)).toEqual(['history', 'rate', 'band']);
    const past = '{ table: history, as: past, on: [branch], latest: { at: day, by: since } }';
    expect(issuesOf(() => read(own(`[${band}, ${past}]`)))).toEqual([
      "datasets.0.joins.1: Rules of the template's 'sales' guard the table 'history'. A join would show what they hide. Leave it out, or have it added to the template.",
    ]);
    // The document's own dataset over the same table has the rules, which read the row that is valid then.
    const other = (valid: string) => `extends: bank
datasets:
  - name: others
    title: { en: S }
    description: { en: D }
    owner: Finance
    table: sale
    joins: [{ table: history, on: [branch], ${valid} }]
    dimensions: []
    measures: []
`;
    expect(issuesOf(() => read(other('valid: { at: day, from: since, until: until }')))).toEqual([]);
    expect(issuesOf(() => read(other('valid: { at: day, from: since, until: until, ends: exclusive }')))).toEqual([
      "datasets.0: Rules of the template's 'sales' hold here too and need the table 'history'. Join it as the template does.",
    ]);
  });

  it('are exported to Ossie in Rise’s extension, without a relationship', () => {
    const model = parseModel(
      TEXT('[history, rate, { table: region, to: history, on: [region], where: "kind = \'x\'" }]'),
      'bank.yaml',
    );
    const { document, notes } = writeOssie(model);
    expect(readOssie(stringify(document), 'bank.yaml')).toEqual({ model, notes: [] });
    const [written] = document.semantic_model;
    expect(written!.relationships!.map(({ name }) => name)).toEqual(['history_to_region']);
    expect(written!.metrics!.map(({ name }) => name)).toEqual(['sales']);
    expect(written!.datasets.map(({ name, primary_key: key }) => [name, key])).toEqual([
      ['sales', undefined],
      ['history', ['branch', 'since']],
      ['rate', ['currency', 'day']],
      ['region', undefined],
    ]);
    const reasons = notes.map(({ place, reason }) => `${place}: ${reason.split(':')[0]!}`);
    expect(reasons).toEqual(
      expect.arrayContaining([
        'sales.joins.history.valid: No relationship',
        'sales.joins.rate.latest: No relationship',
        'sales.measures.desks: No metric',
        'sales.measures.in_euros: No metric',
      ]),
    );
  });

  it('can be in rollups that have the columns that identify their rows', () => {
    const issues = (dimensions: string) =>
      issuesOf(() =>
        parseModel(
          TEXT(
            '[history, rate]',
            `    rollups: [{ name: r, dimensions: ${dimensions}, measures: [sales, desks] }]`,
          ).replace(
            '    measures:\n',
            `      - { name: branch, title: { en: B }, type: integer, column: { table: history, column: branch } }
      - { name: since, title: { en: S }, type: date, column: { table: history, column: since } }
    measures:
`,
          ),
          'bank.yaml',
        ),
      );
    expect(issues('[region, branch]')).toEqual([
      "datasets.0.rollups.0.measures.1: 'desks' counts once for each history.since. Add the dimension with these values to the rollup, or leave 'desks' out of it.",
    ]);
    expect(issues('[region, branch, since]')).toEqual([]);
  });
});
