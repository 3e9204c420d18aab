import { expect, test } from 'vitest';
import { compileModel } from '../checks/compile-model.ts';
import { parseModel } from '../documents/read-model.ts';
import { unsummedColumns } from './unsummed-columns.ts';

const MODEL = `
name: bank
title: { en: Bank }
description: { en: Bank }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: Loan
    joins: [{ table: member, on: [{ column: Holder, key: number }] }]
    dimensions:
      - { name: class, title: { en: Class }, type: integer, column: { table: Loan, column: class } }
      - { name: score, title: { en: Points }, type: integer, column: { table: Loan, column: points } }
      - { name: size, title: { en: Size }, type: boolean, expression: amount > 100 }
      - { name: age, title: { en: Age }, type: integer, column: { table: member, column: age } }
    measures:
      - { name: count, kind: count, title: { en: C }, definition: { en: D }, format: { unit: count } }
      - { name: points, kind: sum, expression: points, title: { en: P }, definition: { en: D }, format: { unit: number } }
`;

test('joins and columns that only divide figures have no totals; those that a measure reads have', () => {
  const unsummed = unsummedColumns(compileModel(parseModel(MODEL, 'bank.yaml')));
  expect(unsummed).toEqual({ loan: ['class', 'holder'], member: ['age', 'number'] });
});
