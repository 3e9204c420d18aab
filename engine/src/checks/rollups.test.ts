import { describe, expect, it } from 'vitest';
import { ModelError } from '../errors.ts';
import { diffModels } from '../documents/diff-models.ts';
import { parseModel, readModel } from '../documents/read-model.ts';

const text = (rollups: string) => `
name: lending
title: { en: Lending }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan and day }
    owner: Lending
    table: loan
    asOf: { table: loan, column: day }
    dimensions:
      - { name: day, title: { en: Day }, type: date, column: { table: loan, column: day } }
      - { name: kind, title: { en: Kind }, type: string, column: { table: loan, column: kind } }
    measures:
      - { name: loans, kind: count, title: { en: Loans }, definition: { en: D }, format: { unit: count } }
      - { name: balance, kind: sum, expression: amount, over: { time: day, take: last }, title: { en: Balance }, definition: { en: D }, format: { unit: currency } }
      - { name: income, kind: sum, expression: income, title: { en: Income }, definition: { en: D }, format: { unit: currency } }
      - { name: yield, kind: ratio, annualise: true, numerator: [{ measure: income }], denominator: [{ measure: loans }], title: { en: Yield }, definition: { en: D }, format: { unit: percent } }
      - { name: middle, kind: median, expression: amount, title: { en: Middle }, definition: { en: D }, format: { unit: currency } }
      - { name: members, kind: count_distinct, expression: member, title: { en: Members }, definition: { en: D }, format: { unit: count } }
      - { name: kinds, kind: count_distinct, expression: kind, title: { en: Kinds }, definition: { en: D }, format: { unit: count } }
    rollups:
${rollups}`;
const BY_KIND = `      - { name: by_kind, owner: Finance, dimensions: [kind, { field: day, grain: month }], measures: [loans, income, kinds] }`;
const BY_DAY = `      - { name: by_day, dimensions: [day], measures: [balance, yield] }`;

function issuesOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ModelError) return error.issues.map(({ line, message }) => `${line}: ${message}`);
    throw error;
  }
  return [];
}

describe('rollups of a model', () => {
  it('accept measures that can be computed from parts', () => {
    const [loans] = parseModel(text(`${BY_KIND}\n${BY_DAY}`), 'model.yaml').datasets;
    expect(loans!.rollups.map(({ name, owner }) => [name, owner])).toEqual([
      ['by_kind', 'Finance'],
      ['by_day', undefined],
    ]);
  });

  it('report invalid ones with line, reason and remedy', () => {
    const issues = issuesOf(() =>
      parseModel(
        text(`      - name: by_kind
        dimensions: [knd, { field: kind, grain: month }]
        measures: [lons]
      - name: by_month
        dimensions: [{ field: day, grain: month }]
        measures: [loans, loans]
      - name: by_month
        dimensions: [{ field: day, grain: month }]
        measures:
          - middle
          - balance
          - yield
          - members
          - kinds`),
        'model.yaml',
      ),
    );
    expect(issues).toEqual([
      "25: There is no dimension 'knd' in 'loans'. Did you mean 'kind'?",
      "25: 'kind' is not a date and has no periods. Leave the grain out.",
      "26: There is no measure 'lons' in 'loans'. Did you mean 'loans'?",
      "29: 'loans' is listed twice. Leave one out.",
      "30: There are two rollups 'by_month' in 'loans'. Rename one.",
      "33: 'middle' is computed of single values, which a rollup does not keep. Leave it out of the rollup.",
      "34: 'balance' is semi-additive. Add 'day' to the rollup's dimensions, by day or without a grain.",
      "35: 'yield' takes its months from 'day'. Add the dimension of that column to the rollup, without a grain.",
      "36: 'members' counts different values, which do not add up. Add the dimension with these values to the rollup, or leave 'members' out of it.",
      "37: 'kinds' counts different values, which do not add up. Add the dimension with these values to the rollup, or leave 'kinds' out of it.",
    ]);
  });

  it('are compared, inherited from a template, replaced and hidden by name', () => {
    const template = text(`${BY_KIND}\n${BY_DAY}`);
    const own = readModel({
      text: `extends: lending
datasets:
  - name: loans
    hide: [by_day]
    rollups:
      - { name: by_kind, dimensions: [kind] }
      - { name: plain, dimensions: [kind], measures: [loans] }`,
      file: 'own.yaml',
      template,
    });
    const changes = diffModels(parseModel(template, 't'), own);
    expect(changes.map(({ change, kind, dataset, name }) => [change, kind, dataset, name])).toEqual([
      ['changed', 'rollup', 'loans', 'by_kind'],
      ['removed', 'rollup', 'loans', 'by_day'],
      ['added', 'rollup', 'loans', 'plain'],
    ]);
    expect(own.datasets[0]!.rollups[0]).toMatchObject({
      owner: 'Finance',
      dimensions: ['kind'],
      measures: ['loans', 'income', 'kinds'],
    });
  });
});
