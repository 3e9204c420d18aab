import { compileModel, parseModel } from '@rise/engine';
import { expect, test } from 'vitest';
import { catalogueEntries } from './catalogue-entries.ts';

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
  expect(catalogueEntries(model)).toMatchObject([{ id: 'loans', keywords: ['loans', 'credit', 'branch'] }]);
});
