import type { Model } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../errors.ts';
import { diffModels } from './diff-models.ts';
import { parseModel, readModel } from './read-model.ts';

const TEMPLATE = `
name: lending
title: { en: Lending }
description: { en: Loans }
parameters:
  - { name: late_days, title: { en: Late after }, type: integer, default: 60 }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    joins: [{ table: branch, on: [branch_id] }]
    asOf: { table: loan, column: day }
    dimensions:
      - { name: kind, title: { en: Kind }, type: string, column: { table: loan, column: kind } }
    measures:
      - { name: loans, kind: count, title: { en: Loans }, definition: { en: Rows }, format: { unit: count } }
      - { name: amount, kind: sum, columns: [{ table: loan, column: amount }], synonyms: [volume], title: { en: Amount }, definition: { en: Sum }, format: { unit: currency } }
      - { name: late, kind: sum, expression: amount, where: 'days >= :late_days', title: { en: Late }, definition: { en: Late }, format: { unit: currency } }
      - { name: late_share, kind: ratio, numerator: [{ measure: late }], denominator: [{ measure: amount }], title: { en: Late share }, definition: { en: Late ÷ amount }, format: { unit: percent } }
    rules:
      - { name: own, title: { en: Own branch }, exceptFor: { roles: [tenant.admin] }, where: 'branch.code IN (:user_branch)' }
`;
const CATALOG = {
  loan: { day: 'date', kind: 'string', branch_id: 'integer', amount: 'decimal', days: 'integer' },
  branch: { branch_id: 'integer', code: 'string' },
  agent: { branch_id: 'integer', code: 'string' },
} as const;

const compose = (text: string): Model =>
  readModel({ text: `extends: lending\n${text}`, file: 'own.yaml', template: TEMPLATE, catalog: CATALOG });
function issuesOf(text: string): string {
  try {
    compose(text);
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
  return '';
}
const summary = (model: Model) =>
  diffModels(parseModel(TEMPLATE, 't'), model).map(({ change, kind, name, after }) => [change, kind, name, after]);

describe('a document that extends a template', () => {
  it('equals the template if it changes nothing', () => {
    expect(compose('')).toEqual(parseModel(TEMPLATE, 't'));
  });

  it('changes, adds and hides by name, and inherits everything else', () => {
    const model = compose(`
parameters: [{ name: late_days, default: 45 }]
datasets:
  - name: loans
    hide: [kind, late_share]
    measures:
      - { name: amount, title: { en: Lent, tr: Kredi } }
      - { name: late, kind: count }
      - { name: big, kind: sum, expression: amount, where: amount > 1000, title: { en: Big }, definition: { en: Big }, format: { unit: currency } }
    rules: [{ name: small, title: { en: Small }, where: amount < 5000 }]
`);
    expect(summary(model)).toEqual([
      ['changed', 'parameter', 'late_days', { default: 45 }],
      ['removed', 'dimension', 'kind', null],
      ['changed', 'measure', 'amount', { title: { en: 'Lent', tr: 'Kredi' } }],
      ['changed', 'measure', 'late', { kind: 'count', expression: null, where: null }],
      ['removed', 'measure', 'late_share', null],
      ['added', 'measure', 'big', expect.objectContaining({ where: 'amount > 1000' })],
      ['added', 'rule', 'small', expect.objectContaining({ where: 'amount < 5000' })],
    ]);
    expect(model.datasets[0]!.rules.map((rule) => rule.name)).toEqual(['own', 'small']);
    expect(model.datasets[0]!.measures.find((measure) => measure.name === 'amount')!.synonyms).toEqual(['volume']);
  });

  it.each([
    ['hide: [late]', /own\.yaml:1:\d+ .*In the template's 'late_share': There is no measure 'late'/],
    [
      'hide: [lates]',
      /own\.yaml:4:12 datasets\.0\.hide\.0: .*no dimension, measure or rollup 'lates' to hide\. Did you mean 'late'/,
    ],
    [
      'measures: [{ name: loans, kind: average, expression: kind }]',
      /own\.yaml:4:\d+ datasets\.0\.measures\.0\.expression: 'average' takes numbers, and this is a text/,
    ],
    [
      'measures: [{ name: loans, knd: sum }]',
      /own\.yaml:4:16 datasets\.0\.measures\.0: There is no key 'knd' here\. Did you mean 'kind'\? Possible are name, title/,
    ],
    ['table: loans', /'table' of 'loans' is defined by the template/],
    [
      'rules: [{ name: own, title: { en: A }, where: "TRUE" }]',
      /The template has the rule 'own', which can't be replaced/,
    ],
    ['hide: [own]', /no dimension, measure or rollup 'own' to hide/],
    ['measures: [{ name: amount, label: { en: A } }, { name: amount, label: { en: B } }]', /'amount' is listed twice/],
  ])('%s is refused with its position', (line, message) => {
    expect(issuesOf(`datasets:\n  - name: loans\n    ${line}\n`)).toMatch(message);
  });

  const dataset = (rest: string) =>
    `datasets: [{ name: mine, title: { en: M }, description: { en: M }, owner: Me, ${rest}, dimensions: [], measures: [] }]`;
  it('cannot bypass the template’s rules with a new dataset', () => {
    const over = 'table: loan, asOf: { table: loan, column: day }';
    expect(issuesOf(dataset(over))).toMatch(/hold here too and need the table 'branch'\. Add it under joins/);
    const own = compose(dataset(`${over}, joins: [{ table: branch, on: [branch_id] }]`)).datasets[1]!;
    expect(own.rules.map((rule) => rule.name)).toEqual(['own']);
    const other = 'table: branch, asOf: { table: loan, column: day }, joins: [{ table: loan, on: [branch_id] }]';
    expect(issuesOf(dataset(other))).toMatch(/Rules of the template's 'loans' guard the table 'branch'/);
  });

  it('derives a dataset from the template’s, whose rules hold in it', () => {
    const query = 'query: { dataset: loans, dimensions: [kind], measures: [amount] }';
    const mine = compose(dataset(query)).datasets[1]!;
    expect([mine.table, mine.query!.dataset, mine.rules]).toEqual(['mine', 'loans', []]);
    expect(issuesOf(dataset(`${query}, joins: [{ table: loan, on: [{ column: kind, key: kind }] }]`))).toMatch(
      /Rules of the template's 'loans' guard the table 'loan'/,
    );
    expect(issuesOf(`hide: [loans]\n${dataset(query)}`)).toMatch(/There is no dataset 'loans'/);
  });

  it('changes, adds to and hides a derived dataset of the template, but not its query', () => {
    const measure = (name: string) =>
      `{ name: ${name}, kind: sum, expression: amount, title: { en: T }, definition: { en: D }, format: { unit: number } }`;
    const template = `${TEMPLATE}
  - name: kinds
    title: { en: Kinds }
    description: { en: K }
    owner: Lending
    query: { dataset: loans, dimensions: [kind], measures: [amount] }
    dimensions: [{ name: kind, title: { en: Kind }, type: string, column: { table: kinds, column: kind } }]
    measures: [${measure('all')}, ${measure('other')}]`;
    const read = (own: string) =>
      readModel({ text: `extends: lending\n${own}`, file: 'own.yaml', template, catalog: CATALOG });
    const changed = read(
      `datasets: [{ name: kinds, title: { en: Mine }, hide: [other], measures: [{ name: all, title: { en: All } }, ${measure('more')}], rules: [{ name: big, title: { en: B }, where: amount > 1 }] }]`,
    );
    expect(
      diffModels(parseModel(template, 't'), changed).map(({ change, kind, name }) => [change, kind, name]),
    ).toEqual([
      ['changed', 'dataset', 'kinds'],
      ['changed', 'measure', 'all'],
      ['removed', 'measure', 'other'],
      ['added', 'measure', 'more'],
      ['added', 'rule', 'big'],
    ]);
    expect(read('hide: [kinds]').datasets).toHaveLength(1);
    expect(() => read('datasets: [{ name: kinds, query: { dataset: loans, dimensions: [kind] } }]')).toThrow(
      /'query' of 'kinds' is defined by the template/,
    );
    expect(() => read('datasets: [{ name: loans, hide: [amount, late, late_share] }]')).toThrow(
      /There is no measure 'amount'/,
    );
  });

  it('cannot bypass the template’s rules with another role of a table', () => {
    const over = (joins: string) => dataset(`table: loan, asOf: { table: loan, column: day }, joins: [${joins}]`);
    const branch = '{ table: branch, on: [branch_id] }';
    const again = '{ table: loan, as: other, on: [branch_id] }';
    const guarded =
      /joins\.\d: Rules of the template's 'loans' guard the table 'loan'\. A join would show what they hide/;
    expect(issuesOf(over(`${branch}, ${again}`))).toMatch(guarded);
    expect(issuesOf(`datasets: [{ name: loans, joins: [${again}] }]`)).toMatch(guarded);
    expect(issuesOf(`datasets: [{ name: loans, joins: [{ table: branch, as: b, on: [branch_id] }] }]`)).toMatch(
      /guard the table 'branch'/,
    );
    // The rule would decide by another table, another key or fewer rows.
    for (const joins of [
      '{ table: agent, as: branch, on: [branch_id] }',
      '{ table: branch, on: [{ column: days, key: branch_id }] }',
      `{ table: branch, on: [branch_id], where: "code = 'x'" }`,
    ])
      expect(issuesOf(over(joins))).toMatch(/need the table 'branch'\. Join it as the template does/);
  });

  it('adds tables in roles of their own', () => {
    const joins = '{ table: agent, as: seller, on: [branch_id] }, { table: agent, as: helper, on: [branch_id] }';
    const added = compose(`datasets: [{ name: loans, joins: [${joins}] }]`).datasets[0]!.joins;
    expect(added.map(({ table, as }) => as ?? table)).toEqual(['branch', 'seller', 'helper']);
    expect(issuesOf(`datasets: [{ name: loans, joins: [{ table: agent, as: branch, on: [branch_id] }] }]`)).toMatch(
      /The template has the join 'branch', which can't be replaced/,
    );
  });
});

describe('a model checked against a warehouse', () => {
  const over = (change: [string, string]) => {
    const text = TEMPLATE.replace(...change);
    expect(text).not.toBe(TEMPLATE);
    try {
      readModel({ text, file: 'm.yaml', catalog: CATALOG });
    } catch (error) {
      return (error as ModelError).message;
    }
    return '';
  };
  it('needs an as-of date only to annualize income', () => {
    const withoutDay: [string, string] = ['    asOf: { table: loan, column: day }\n', ''];
    expect(over(withoutDay)).toBe('');
    const yearly = TEMPLATE.replace('kind: ratio,', 'kind: ratio, annualise: true,').replace(...withoutDay);
    expect(() => parseModel(yearly, 'm.yaml')).toThrow(/annualise: The months of an income follow from asOf/);
  });

  it.each<[[string, string], RegExp]>([
    [['column: amount', 'column: kind'], /m\.yaml:19:\d+ .*columns: 'sum' takes numbers, and this is a text/],
    [['days >= :late_days', 'kind >= :late_days'], /where: .*This is .*, but it is combined with/],
    [['column: day }', 'column: days }'], /asOf names a day, and 'days' is a whole number/],
    [['column: kind }', 'column: knd }'], /The table 'loan' has no column 'knd'\. Did you mean 'kind'/],
    [
      ['type: string, column: { table: loan, column: kind }', 'type: integer, column: { table: loan, column: amount }'],
      /'kind' is an exact number/,
    ],
    [
      ['type: string, column: { table: loan, column: kind }', 'type: date, column: { table: loan, column: kind }'],
      /'kind' is a text\. Set its type to string, or CAST it AS date in an expression/,
    ],
    [
      ['branch.code IN', 'UPPER(branch.branch_id) IN'],
      /rules\.0\.where: .*This is a whole number, but a text is required/,
    ],
  ])('%s does not match the columns’ types and is refused', (change, message) => {
    expect(over(change)).toMatch(message);
  });
});
