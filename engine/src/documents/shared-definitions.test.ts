import type { Model } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../errors.ts';
import { diffModels } from './diff-models.ts';
import { parseModel, readModel } from './read-model.ts';
import { guideExamples } from '../../tests/support/model-guide.ts';

/** The example of the documentation, with what else a dataset needs. */
const [GUIDE] = guideExamples('Shared definitions', 'yaml');
const NEEDED = '    title: { en: T }\n    description: { en: D }\n    owner: Finance\n    measures: []\n';
const complete = (text: string) =>
  `name: bank\ntitle: { en: B }\ndescription: { en: D }\n${text.replaceAll(/^ {4}table: /gm, `${NEEDED}    table: `)}`;
const TEXT = complete(GUIDE);

const CATALOG = {
  loan: { branch_id: 'integer' },
  share: { home_branch: 'integer' },
  branch: { branch_id: 'integer', region_id: 'integer', name: 'string', code: 'string' },
  region: { region_id: 'integer', name: 'string' },
} as const;

const messageOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
  return '';
};
const fieldsOf = ({ datasets }: Model) =>
  datasets.map(({ joins, dimensions }) => [
    joins.map((join) => ({ ...join, use: undefined })),
    dimensions.map(({ name, title, column, expression }) => [name, title.en, column?.column ?? expression]),
  ]);

describe('shared joins and dimensions', () => {
  it('are copied into the datasets that use them', () => {
    const model = readModel({ text: TEXT, file: 'bank.yaml', catalog: CATALOG });
    const region = { table: 'region', to: 'branch', on: ['region_id'] };
    expect(fieldsOf(model)).toEqual([
      [
        [{ table: 'branch', on: ['branch_id'] }, region],
        [['branch', 'Branch', 'name'], ['region', 'Region', 'name']], // prettier-ignore
      ],
      [
        [{ table: 'branch', on: [{ column: 'home_branch', key: 'branch_id' }] }, region],
        [['branch', 'Branch', 'name'], ['region', 'Home region', 'name']], // prettier-ignore
      ],
    ]);
  });

  it('can be joined in several roles, and computed differently', () => {
    const text = TEXT.replace('joins: [branch, region]', 'joins: [{ use: branch, as: other }, branch]').replace(
      'dimensions: [branch, region]',
      'dimensions: [{ use: branch, expression: UPPER(other.name) }, { use: branch, name: plain }]',
    );
    expect(fieldsOf(parseModel(text, 'bank.yaml'))[0]).toEqual([
      [
        { table: 'branch', as: 'other', on: ['branch_id'] },
        { table: 'branch', on: ['branch_id'] },
      ],
      [['branch', 'Branch', 'UPPER(other.name)'], ['plain', 'Branch', 'name']], // prettier-ignore
    ]);
  });

  it.each([
    [
      'dimensions: [branch, region]',
      'dimensions: [branch, regions]',
      /bank\.yaml:19:\d+ datasets\.0\.dimensions\.1: There is no shared dimension 'regions'\. Define it under shared\.dimensions\. Did you mean 'region'\?/,
    ],
    [
      'joins: [branch, region]',
      'joins: [{ use: brnch }]',
      /datasets\.0\.joins\.0: There is no shared join 'brnch'\. Define it under shared\.joins\. Did you mean 'branch'\?/,
    ],
    [
      'joins: [branch, region]',
      'joins: [branch]',
      /datasets\.0\.dimensions\.1\.column\.table: The table 'region' is not part of 'loans'\. Add it under joins\./,
    ],
    [
      '{ table: region, to: branch, on: [region_id] }',
      '{ table: region, to: branch, on: [region_id] }\n    - { table: branch, on: [region_id] }',
      /shared\.joins\.2: 'branch' is defined twice under shared\.joins\. Rename one\./,
    ],
    [
      '- { name: region, title',
      '- { name: branch, title: { en: B }, type: string, expression: name }\n    - { name: region, title',
      /shared\.dimensions\.1: 'branch' is defined twice under shared\.dimensions\. Rename one\./,
    ],
    ['table: branch, column: name', 'table: branch, colum: name', /bank\.yaml:9:\d+ shared\.dimensions\.0\.column/],
  ])('%s → %s is refused with its position', (one, other, message) => {
    const text = TEXT.replace(one, other);
    expect(text).not.toBe(TEXT);
    expect(messageOf(() => readModel({ text, file: 'bank.yaml', catalog: CATALOG }))).toMatch(message);
  });
});

describe('shared definitions of a template', () => {
  const compose = (text: string) =>
    readModel({ text: `extends: bank\n${text}`, file: 'own.yaml', template: TEXT, catalog: CATALOG });

  it('are unchanged if the document changes none', () => {
    expect(compose('')).toEqual(parseModel(TEXT, 'bank.yaml'));
  });

  it('change in every dataset that uses them, except for properties that it overrides', () => {
    const model = compose(`
shared:
  dimensions:
    - { name: region, title: { en: Area }, column: { table: branch, column: code } }
datasets: [{ name: loans, dimensions: [{ name: branch, title: { en: Office } }] }]`);
    expect(fieldsOf(model).map(([, dimensions]) => dimensions)).toEqual([
      [['branch', 'Office', 'name'], ['region', 'Area', 'code']], // prettier-ignore
      [['branch', 'Branch', 'name'], ['region', 'Home region', 'code']], // prettier-ignore
    ]);
    const changes = diffModels(parseModel(TEXT, 'bank.yaml'), model);
    expect(changes.map(({ change, kind, dataset, name }) => [change, kind, dataset, name])).toEqual([
      ['changed', 'dimension', null, 'region'],
      ['changed', 'dimension', 'loans', 'branch'],
      ['changed', 'dimension', 'loans', 'region'],
      ['changed', 'dimension', 'shares', 'region'],
    ]);
  });

  it('and the document’s own definitions can be used by its datasets', () => {
    const model = compose(
      `shared:
  joins: [{ table: region, as: area, to: branch, on: [region_id] }]
  dimensions: [{ name: area, title: { en: Area }, type: string, column: { table: area, column: name } }]
datasets:
  - name: mine
${NEEDED}    table: loan
    joins: [branch, area]
    dimensions: [branch, area]`,
    );
    expect(fieldsOf(model)[2]![1]).toEqual([['branch', 'Branch', 'name'], ['area', 'Area', 'name']]); // prettier-ignore
  });

  it.each([
    [
      'shared: { dimensions: [{ name: region, column: { table: branch, column: nme } }] }',
      /own\.yaml:2:\d+ shared\.dimensions\.0: The table 'branch' has no column 'nme'\. Did you mean 'name'\?$/,
    ],
    [
      'shared: { dimensions: [{ name: region, typ: string }] }',
      /own\.yaml:2:\d+ shared\.dimensions\.0: There is no key 'typ' here\. Did you mean 'type'\?/,
    ],
    [
      'shared: { joins: [{ table: branch, on: [region_id] }] }',
      /own\.yaml:2:\d+ shared\.joins\.0: The template has the join 'branch', which can't be replaced/,
    ],
    [
      'datasets: [{ name: loans, dimensions: [regin] }]',
      /own\.yaml:2:\d+ datasets\.0\.dimensions\.0: There is no shared dimension 'regin'.*Did you mean 'region'/,
    ],
  ])('%s is refused with its position', (text, message) => {
    expect(messageOf(() => compose(text))).toMatch(message);
  });
});
