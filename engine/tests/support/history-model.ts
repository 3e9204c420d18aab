/** Sales in branches that move, with rates of the day and bands of amounts, in SQL and YAML for every engine. */
export const HISTORY_MODEL = `
name: history
title: { en: History }
description: { en: D }
datasets:
  - name: sales
    title: { en: Sales }
    description: { en: D }
    owner: Finance
    table: sale
    joins:
      - { table: place, on: [branch], where: kind <> 'draft', valid: { at: day, from: since, until: until } }
      - { table: rate, on: [{ column: currency, key: code }], latest: { at: day, by: day, carry: { days: 7 } } }
      - { table: band, valid: { at: amount, from: least, until: most, ends: exclusive, type: number } }
    dimensions:
      - { name: region, type: string, title: { en: R }, column: { table: place, column: region } }
      - { name: size, type: string, title: { en: S }, column: { table: band, column: size } }
    measures:
      - { name: sales, kind: count, title: { en: S }, definition: { en: D }, format: { unit: count } }
      - { name: in_euros, kind: sum, expression: amount * rate.rate, title: { en: E }, definition: { en: D }, format: { unit: currency } }
      - { name: desks, kind: sum, expression: place.desks, title: { en: D }, definition: { en: D }, format: { unit: count } }
`;

export const HISTORY_TABLES = [
  'CREATE TABLE sale (tenant_id VARCHAR, branch BIGINT, day DATE, currency VARCHAR, amount DECIMAL(12, 2))',
  'CREATE TABLE place (tenant_id VARCHAR, branch BIGINT, since DATE, until DATE, region VARCHAR, desks BIGINT, kind VARCHAR)',
  'CREATE TABLE rate (tenant_id VARCHAR, code VARCHAR, day DATE, rate DECIMAL(12, 4))',
  'CREATE TABLE band (tenant_id VARCHAR, size VARCHAR, least DECIMAL(12, 2), most DECIMAL(12, 2))',
  `INSERT INTO sale VALUES ('alder', 1, '2025-01-04', 'USD', 10), ('alder', 1, '2025-02-01', 'USD', 250), ('alder', 2, '2025-01-31', 'CHF', 99),
    ('alder', 2, '2025-03-01', NULL, 100), ('alder', 3, NULL, 'USD', 7), ('alder', NULL, '2025-02-01', 'USD', NULL), ('birch', 1, '2025-01-04', 'USD', 777)`,
  `INSERT INTO place VALUES ('alder', 1, NULL, '2025-01-31', 'north', 4, 'shop'), ('alder', 1, '2025-02-01', NULL, 'south', 5, 'shop'),
    ('alder', 2, '2025-01-01', '2025-02-28', 'north', 6, 'shop'), ('alder', 2, '2025-01-01', NULL, 'west', 9, 'draft'), ('birch', 2, NULL, NULL, 'east', 8, 'shop')`,
  `INSERT INTO rate VALUES ('alder', 'USD', '2025-01-03', 0.5), ('alder', 'CHF', '2025-01-03', 2), ('alder', 'USD', '2025-01-31', 0.25), ('birch', 'CHF', '2025-01-30', 3)`,
  `INSERT INTO band VALUES ('alder', 'small', NULL, 100), ('alder', 'large', 100, NULL), ('birch', 'all', NULL, NULL)`,
];
