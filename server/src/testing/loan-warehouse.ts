import type { ReportDocument } from '@rise/contract';
import { onePage } from './one-page.ts';

/** Loans with amounts, branches and dates, for both DuckDB and PostgreSQL. */
export const loansSql = (
  numbers: string,
) => `SELECT i + 1 AS loan, CASE WHEN i % 3 = 0 THEN 'north' WHEN i % 3 = 1 THEN 'south' END AS branch,
  DATE '2026-06-30' AS day, CAST(i * 7 % 90 AS DECIMAL(18,2)) / 4 AS amount FROM ${numbers} AS numbers (i)`;

/** A model of the table `loan`, with a row rule for a group. */
export const LOAN_MODEL = `
name: loans
title: { en: Loans }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    asOf: { table: loan, column: day }
    dimensions:
      - { name: branch, title: { en: Branch }, type: string, column: { table: loan, column: branch }, values: [{ value: north, title: { en: North } }] }
      - { name: loan, title: { en: Loan }, type: string, column: { table: loan, column: loan } }
    measures:
      - { name: loans, kind: count, title: { en: Loans }, definition: { en: Rows }, format: { unit: count } }
      - { name: amount, kind: sum, columns: [{ table: loan, column: amount }], title: { en: Amount }, definition: { en: Amount }, format: { unit: currency } }
      - { name: mean, kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: loans }], title: { en: Mean }, definition: { en: Mean }, format: { unit: currency, decimals: 2 } }
    rules:
      - { name: north_only, title: { en: North }, appliesTo: { groups: [north] }, where: "branch = 'north'" }
`;
export const LOAN_REPORT: ReportDocument = {
  title: { en: 'Loans' },
  purpose: { en: 'Loans' },
  dataset: 'loans',
  subject: { key: 'loan', title: 'loan', details: [], size: 'amount', label: { en: 'Loan' } },
  peers: ['branch'],
  filters: [],
  measures: ['amount'],
  ...onePage([
    { id: 'figures', kind: 'kpis', title: { en: 'Figures' }, width: 12, measures: ['amount', 'mean'] },
    { id: 'spread', kind: 'distribution', title: { en: 'Spread' }, width: 12, buckets: 12 },
    {
      id: 'branches',
      kind: 'table',
      title: { en: 'Branches' },
      width: 12,
      dimensions: ['branch'],
      of: 'peers',
      subtotals: false,
      measures: ['amount', 'mean'],
    },
  ]),
};
