import { insert } from './insert.ts';

/** Loans and shares with their branches: two facts, a chain of joins, daily balances. */
export const BOOK_MODEL = `
name: book
title: { en: Book }
description: { en: Loans and shares of members }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: One row a loan and day }
    owner: Finance
    table: loan
    joins: [{ table: branch, on: [{ column: branch, key: id }] }, { table: region, to: branch, on: [{ column: region, key: id }] }]
    asOf: { table: loan, column: day }
    dimensions:
      - { name: day, type: date, title: { en: Day }, column: { table: loan, column: day } }
      - { name: branch, type: string, title: { en: Branch }, column: { table: branch, column: name } }
      - { name: region, type: string, title: { en: Region }, column: { table: region, column: name } }
      - { name: grade, type: integer, title: { en: Grade }, column: { table: loan, column: grade } }
      - { name: loan, type: integer, title: { en: Loan }, column: { table: loan, column: id } }
    measures:
      - { name: known, kind: sum, expression: amount, over: { time: day, take: last, per: loan }, title: { en: Known }, definition: { en: D }, format: { unit: currency } }
      - { name: known_mean, kind: sum, expression: amount, over: { time: day, take: average, per: loan, carry: { days: 30 } }, title: { en: Known }, definition: { en: D }, format: { unit: currency } }
      - { name: known_least, kind: sum, expression: amount, over: { time: day, take: min, per: loan }, title: { en: Known }, definition: { en: D }, format: { unit: currency } }
      - { name: rows, kind: count, title: { en: Rows }, definition: { en: D }, format: { unit: count } }
      - { name: paid, kind: sum, expression: paid, title: { en: Paid }, definition: { en: D }, format: { unit: currency } }
      - { name: balance, kind: sum, expression: amount, over: { time: day, take: last }, title: { en: Balance }, definition: { en: D }, format: { unit: currency } }
      - { name: opening, kind: sum, expression: amount, over: { time: day, take: first }, title: { en: Opening }, definition: { en: D }, format: { unit: currency } }
      - { name: mean, kind: sum, expression: amount, over: { time: day, take: average }, title: { en: Average balance }, definition: { en: D }, format: { unit: currency } }
      - { name: least, kind: sum, expression: amount, over: { time: day, take: min }, title: { en: Least balance }, definition: { en: D }, format: { unit: currency } }
      - { name: accounts, kind: count_distinct, expression: id, over: { time: day, take: last }, title: { en: Loans }, definition: { en: D }, format: { unit: count } }
      - { name: late, kind: sum, expression: amount, where: "grade >= 3", over: { time: day, take: last }, title: { en: Late }, definition: { en: D }, format: { unit: currency } }
      - { name: late_ratio, kind: ratio, numerator: [{ measure: late }], denominator: [{ measure: balance }], title: { en: Late ratio }, definition: { en: D }, format: { unit: percent } }
  - name: shares
    title: { en: Shares }
    description: { en: One row a share account and day }
    owner: Finance
    table: share
    joins: [{ table: branch, on: [{ column: home, key: id }] }]
    asOf: { table: share, column: held }
    dimensions:
      - { name: at, type: date, title: { en: At }, column: { table: share, column: held } }
      - { name: home, type: string, title: { en: Home }, column: { table: branch, column: name } }
    measures:
      - { name: rows, kind: count, title: { en: Rows }, definition: { en: D }, format: { unit: count } }
      - { name: deposits, kind: sum, expression: amount, over: { time: at, take: last }, title: { en: Deposits }, definition: { en: D }, format: { unit: currency } }
      - { name: typical, kind: median, expression: amount, title: { en: Typical }, definition: { en: D }, format: { unit: currency } }
  - name: readings
    title: { en: Readings }
    description: { en: What a counter shows by the hour }
    owner: Operations
    table: reading
    asOf: { table: reading, column: taken }
    dimensions:
      - { name: taken, type: timestamp, title: { en: Taken }, column: { table: reading, column: taken } }
    measures:
      - { name: shown, kind: sum, expression: amount, over: { time: taken, take: last }, title: { en: Shown }, definition: { en: D }, format: { unit: count } }
      - { name: daily, kind: sum, expression: amount, over: { time: taken, take: average }, title: { en: Daily }, definition: { en: D }, format: { unit: count } }
combined:
  - name: book
    title: { en: Book }
    description: { en: Loans beside shares }
    owner: Finance
    facts: [loans, shares]
    shared:
      - { name: day, of: { loans: day, shares: at } }
      - { name: branch, of: { loans: branch, shares: home } }
    measures:
      - { name: loan_to_share, kind: ratio, numerator: [{ measure: balance }], denominator: [{ measure: deposits }], title: { en: Loans to shares }, definition: { en: D }, format: { unit: percent } }
      - { name: all_rows, kind: combine, terms: [{ measure: loans_rows }, { measure: shares_rows }], title: { en: Rows }, definition: { en: D }, format: { unit: count } }
      - { name: gap, kind: derived, expression: deposits - balance, title: { en: Gap }, definition: { en: D }, format: { unit: currency } }
`;

/** Branches 1 and 2; branch 3 does not exist. Loans have rows until 20 February, shares until the 28th. */
export const BOOK_TABLES = [
  'CREATE TABLE region (tenant_id VARCHAR, id BIGINT, name VARCHAR)',
  'CREATE TABLE branch (tenant_id VARCHAR, id BIGINT, name VARCHAR, region BIGINT)',
  'CREATE TABLE loan (tenant_id VARCHAR, id BIGINT, day DATE, branch BIGINT, grade BIGINT, amount DECIMAL(18,2), paid DECIMAL(18,2))',
  'CREATE TABLE reading (tenant_id VARCHAR, taken TIMESTAMP, amount BIGINT)',
  insert(
    'reading',
    ['2025-01-31 23:00:00', 1],
    ['2025-02-01 04:00:00', 2],
    ['2025-02-01 07:00:00', 4],
    ['2025-02-02 01:00:00', 8],
  ),
  'CREATE TABLE share (tenant_id VARCHAR, id BIGINT, held DATE, home BIGINT, amount DECIMAL(18,2))',
  insert('region', [7, 'West']),
  insert('branch', [1, 'Oak', 7], [2, 'Elm', null]),
  insert(
    'loan',
    [1, '2025-01-10', 1, 1, 100, 5],
    [2, '2025-01-10', 1, 3, 50, 1],
    [3, '2025-01-10', 2, 1, 70, 2],
    [1, '2025-01-31', 1, 1, 90, 10],
    [2, '2025-01-31', 1, 3, 45, 5],
    [1, '2025-02-20', 1, 1, 80, 10],
    [3, '2025-02-20', 2, 4, 60, 10],
    [4, '2025-02-20', 3, 1, 7, null],
  ),
  insert(
    'share',
    [1, '2025-01-31', 1, 400],
    [2, '2025-01-31', 2, 100],
    [1, '2025-02-28', 1, 500],
    [3, '2025-02-28', null, 10],
  ),
  "INSERT INTO loan VALUES ('birch', 9, DATE '2025-03-31', 1, 1, 9999, 9999)",
  "INSERT INTO branch VALUES ('birch', 1, 'Stranger', 7)",
];
