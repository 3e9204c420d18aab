import { compileModel, parseModel } from '@rise/engine';
import { expect, test } from 'vitest';
import { catalogEntries } from './catalog-entries.ts';

test('a dataset is found by its own synonyms and those of its dimensions, each once', () => {
  const model = compileModel(
    parseModel(
      `
name: loans
title: { en: Loans }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: Loans }
    owner: Lending
    synonyms: [credit]
    table: loan
    dimensions:
      - { name: office, title: { en: Office }, type: string, column: { table: loan, column: office }, synonyms: [branch, credit] }
    measures: []
`,
      'loans.yaml',
    ),
  );
  expect(catalogEntries(model)).toMatchObject([{ id: 'loans', keywords: ['loans', 'credit', 'branch'] }]);
});

test('a sum is found by the codes of its accounts, which are its columns without the prefix that the model declares', () => {
  const text = (accounts: string) => `
name: form
title: { en: Form }
description: { en: Form }
${accounts}
datasets:
  - name: form
    title: { en: Form }
    description: { en: Form }
    owner: Finance
    table: form
    dimensions: []
    measures:
      - { name: worth, kind: sum, columns: [{ table: form, column: Acct_997 }, { table: form, column: other }], title: { en: Worth }, definition: { en: Worth }, format: { unit: currency } }
`;
  const keywords = (accounts: string) =>
    catalogEntries(compileModel(parseModel(text(accounts), 'form.yaml'))).at(-1)!.keywords;
  const table = 'table: names, account: code, title: title, description: title';
  expect(keywords(`accounts: { ${table}, prefix: ACCT_ }`)).toEqual(['worth', '997', 'other']);
  expect(keywords(`accounts: { ${table} }`)).toEqual(['worth', 'Acct_997', 'other']);
  expect(keywords('')).toEqual(['worth', 'Acct_997', 'other']);
});

test('synonyms of a language are keywords for everybody, and of that language', () => {
  const text = `
name: loans
title: { en: Loans }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: Loans }
    owner: Lending
    synonyms: { en: [credit], tr: [kredi] }
    table: loan
    dimensions:
      - { name: office, title: { en: Office }, type: string, column: { table: loan, column: office }, synonyms: { tr: [şube, kredi] } }
    measures:
      - { name: late, kind: count, synonyms: { en: [past due] }, title: { en: Late }, definition: { en: L }, format: { unit: count } }
      - { name: all, kind: count, synonyms: [NPL], title: { en: All }, definition: { en: L }, format: { unit: count } }
`;
  expect(catalogEntries(compileModel(parseModel(text, 'loans.yaml')))).toMatchObject([
    {
      id: 'loans',
      keywords: ['loans', 'credit', 'kredi', 'şube'],
      synonyms: { en: ['credit'], tr: ['kredi', 'şube'] },
    },
    { id: 'loans.late', keywords: ['late', 'past due'], synonyms: { en: ['past due'], tr: [] } },
    { id: 'loans.all', keywords: ['all', 'NPL'], synonyms: { en: [], tr: [] } },
  ]);
  expect(() => parseModel(text.replace('{ en: [past due] }', '{ de: [fällig] }'), 'loans.yaml')).toThrow(/synonyms/);
});
