import { between, by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const invoices = of('invoices');
const billing = of('billing');
const claims = of('claims');
const business = of('business');
export const LINES = `invoice_line JOIN invoice USING (invoice_id) JOIN shipment s USING (shipment_id) LEFT JOIN charge c USING (charge_code)
  LEFT JOIN place o ON o.place_code = s.origin LEFT JOIN country oc USING (country_code) LEFT JOIN commodity g USING (commodity_code)`;
const CLAIMS = `claim LEFT JOIN shipment s USING (shipment_id) LEFT JOIN place o ON o.place_code = s.origin LEFT JOIN country oc USING (country_code) LEFT JOIN commodity g USING (commodity_code)`;
const BOOKED = `shipment s LEFT JOIN place o ON o.place_code = s.origin LEFT JOIN country oc USING (country_code) LEFT JOIN commodity g USING (commodity_code)`;

/** Invoices with lines, claims, and several facts beside each other. */
export const MONEY: Questions = {
  'Who pays: shipper, consignee or someone else, and after how many days?': {
    query: invoices({ dimensions: ['payer_role'], measures: ['invoices', 'days_to_pay', 'unpaid', 'payer_credit'] }),
    sql: `WITH i AS (SELECT i.*, credit_limit, CASE WHEN payer_id = shipper_id THEN 'shipper' WHEN payer_id = consignee_id THEN 'consignee' WHEN payer_id IS NOT NULL THEN 'third party' END AS role
        FROM invoice i JOIN shipment USING (shipment_id) LEFT JOIN party ON party_id = payer_id)
      SELECT role, count(*), avg(paid_on - issued), count(*) - count(paid_on), (SELECT sum(credit_limit) FROM (SELECT DISTINCT payer_id, credit_limit FROM i j WHERE j.role IS NOT DISTINCT FROM i.role)) FROM i GROUP BY 1 ORDER BY 1`,
  },
  'How many invoices are overdue, by age?': {
    query: invoices({ dimensions: ['overdue'], measures: ['invoices', 'invoiced_weight'], filter: { field: 'paid_on', op: 'isNull' } }), // prettier-ignore
    sql: `WITH i AS (SELECT DATE '2025-12-17' - due AS days, weight_kg FROM invoice JOIN shipment USING (shipment_id) WHERE paid_on IS NULL)
      SELECT CASE WHEN days < 1 THEN 'not due' WHEN days < 61 THEN 'to 60' WHEN days < 121 THEN 'to 120' ELSE 'older' END, count(*), sum(weight_kg) FROM i GROUP BY 1 ORDER BY min(days)`,
  },
  'How many would have been overdue at the end of June?': {
    query: invoices({ dimensions: ['overdue'], measures: ['invoices'], filter: { all: [{ field: 'paid_on', op: 'isNull' }, between('issued', undefined, '2025-06-30')] } }), // prettier-ignore
    scope: { parameters: { as_of: '2025-06-30' } },
    sql: `WITH i AS (SELECT DATE '2025-06-30' - due AS days FROM invoice WHERE paid_on IS NULL AND issued <= '2025-06-30')
      SELECT CASE WHEN days < 1 THEN 'not due' WHEN days < 61 THEN 'to 60' WHEN days < 121 THEN 'to 120' ELSE 'older' END, count(*) FROM i GROUP BY 1 ORDER BY min(days)`,
  },
  'Which invoices were paid after they were due, by country of the payer?': {
    query: invoices({
      dimensions: ['payer_country'],
      measures: ['invoices', 'days_to_pay'],
      filter: { field: 'paid_on', op: 'gt', otherField: 'due' },
    }),
    sql: `SELECT c.name, count(*), avg(paid_on - issued) FROM invoice LEFT JOIN party ON party_id = payer_id LEFT JOIN place ON place_code = home_place LEFT JOIN country c USING (country_code) WHERE paid_on > due GROUP BY 1 ORDER BY 1`,
  },
  'What does each charge bring in, with credits and per invoice?': {
    query: billing({ dimensions: ['charge_code', 'charge'], measures: ['lines', 'revenue', 'credits', 'an_invoice'] }),
    sql: `SELECT charge_code, c.name, count(*), sum(amount), sum(amount) FILTER (amount < 0), sum(amount) / count(DISTINCT invoice_id) FROM ${LINES} GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'What is taxable, by country of origin, with a grand total?': {
    query: billing({ dimensions: ['taxable', 'origin_country'], measures: ['revenue'], subtotals: [['taxable'], []] }),
    sql: `SELECT taxable, oc.name, CASE grouping(taxable) WHEN 1 THEN 'all' ELSE 'member' END, CASE grouping(oc.name) WHEN 1 THEN 'all' ELSE 'member' END, sum(amount)
      FROM ${LINES} GROUP BY GROUPING SETS ((taxable, oc.name), (taxable), ()) ORDER BY grouping(taxable), 1, grouping(oc.name), 2`,
  },
  'How much weight has been billed for each charge, each shipment once?': {
    query: billing({ dimensions: ['charge'], measures: ['billed_weight', 'billed_invoices'], filter: isAny('origin_country', 'Türkiye', 'Eesti') }), // prettier-ignore
    sql: `SELECT name, sum(weight_kg), count(DISTINCT invoice_id) FROM (SELECT DISTINCT c.name, invoice_id, s.shipment_id, weight_kg FROM ${LINES} WHERE oc.country_code IN ('TR', 'EE')) GROUP BY 1 ORDER BY 1`,
  },
  'Which part of each month’s revenue is freight?': {
    query: billing({
      dimensions: [by('issued', 'month'), 'charge'],
      measures: ['revenue'],
      calculations: [
        { name: 'part', kind: 'share', measure: 'revenue', within: ['issued_month'] },
        { name: 'year', kind: 'accumulate', measure: 'revenue', over: 'year' },
      ],
      filter: between('issued', '2025-01-01', '2025-03-31'),
    }),
    sql: `WITH m AS (SELECT date_trunc('month', issued) AS month, c.name, sum(amount) AS amount FROM ${LINES} WHERE issued BETWEEN '2025-01-01' AND '2025-03-31' GROUP BY 1, 2)
      SELECT month, name, amount, amount / sum(amount) OVER (PARTITION BY month), sum(amount) OVER (PARTITION BY name ORDER BY month) FROM m ORDER BY 1, 2`,
  },
  'Which two charges are largest in each country, and the rest?': {
    query: billing({
      dimensions: ['origin_country', 'charge'],
      measures: ['revenue', 'an_invoice'],
      top: { dimension: 'charge', measure: 'revenue', n: 2, within: ['origin_country'] },
    }),
    sql: `WITH r AS (SELECT oc.name AS country, c.name AS charge, amount, invoice_id FROM ${LINES}),
      k AS (SELECT country, charge, row_number() OVER (PARTITION BY country ORDER BY sum(amount) DESC) AS rank FROM r GROUP BY 1, 2),
      l AS (SELECT r.*, CASE WHEN rank <= 2 THEN r.charge END AS kept_charge, CASE WHEN rank <= 2 THEN 'member' ELSE 'other' END AS level FROM r JOIN k ON k.country IS NOT DISTINCT FROM r.country AND k.charge IS NOT DISTINCT FROM r.charge)
      SELECT country, kept_charge, level, sum(amount), sum(amount) / count(DISTINCT invoice_id) FROM l GROUP BY 1, 2, 3 ORDER BY 1, level, 2`,
  },
  'What is claimed and paid, by cause, for shipments or none?': {
    query: claims({
      dimensions: ['open'],
      measures: ['claims', 'claimed', 'paid_out', 'paid_share', 'days_open'],
      filter: { field: 'shipment', op: 'isNull' },
    }),
    sql: `SELECT settled IS NULL, count(*), sum(claimed), sum(paid), sum(paid) / sum(claimed) FILTER (settled IS NOT NULL), median(settled - filed) FROM claim WHERE shipment_id IS NULL GROUP BY 1 ORDER BY 1`,
  },
  'Which goods are claimed more than once for one shipment?': {
    query: claims({
      dimensions: ['claims_of_shipment', 'commodity'],
      measures: ['claims', 'damaged_weight', 'first_filed'],
    }),
    sql: `WITH c AS (SELECT *, CASE WHEN shipment_id IS NOT NULL THEN count(*) OVER (PARTITION BY shipment_id) END AS n FROM claim)
      SELECT n, name, sum(k), sum(weight_kg), min(first) FROM (SELECT n, shipment_id, count(*) AS k, min(filed) AS first FROM c GROUP BY 1, 2) LEFT JOIN shipment USING (shipment_id) LEFT JOIN commodity USING (commodity_code) GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'What do we earn for a kilogram, and lose by claims, by country of origin?': {
    query: business({ dimensions: ['origin_country'], measures: ['revenue', 'weight', 'paid_out', 'revenue_per_kg', 'claims_share'], totals: true }), // prettier-ignore
    sql: `WITH r AS (SELECT oc.name, sum(amount) AS revenue FROM ${LINES} GROUP BY 1), w AS (SELECT oc.name, sum(weight_kg) AS weight FROM ${BOOKED} GROUP BY 1), p AS (SELECT oc.name, sum(paid) AS paid FROM ${CLAIMS} GROUP BY 1),
      n AS (SELECT name FROM r UNION SELECT name FROM w UNION SELECT name FROM p),
      t AS (SELECT n.name, revenue, weight, paid FROM n LEFT JOIN r ON r.name IS NOT DISTINCT FROM n.name LEFT JOIN w ON w.name IS NOT DISTINCT FROM n.name LEFT JOIN p ON p.name IS NOT DISTINCT FROM n.name)
      SELECT name, sum(revenue), sum(weight), sum(paid), sum(revenue) / sum(weight), sum(paid) / sum(revenue) FROM t GROUP BY GROUPING SETS ((name), ()) ORDER BY grouping(name), 1`,
  },
  'How did the margin of each quarter change, where anything was claimed?': {
    query: business({
      dimensions: [by('day', 'quarter')],
      measures: ['margin', 'shipments', 'claims'],
      calculations: [{ name: 'change', kind: 'compare', measure: 'margin', with: 'previous_period', show: 'change' }],
      having: { measure: 'claims', op: 'gt', values: [0] },
    }),
    sql: `WITH q AS (SELECT CAST(unnest(generate_series(DATE '2024-07-01', DATE '2026-01-01', INTERVAL 3 MONTH)) AS DATE) AS quarter),
      t AS (SELECT quarter, (SELECT sum(amount) FROM ${LINES} WHERE date_trunc('quarter', issued) = quarter) AS revenue, (SELECT sum(paid) FROM claim WHERE date_trunc('quarter', filed) = quarter) AS paid,
        (SELECT count(*) FROM shipment WHERE date_trunc('quarter', booked_at) = quarter) AS shipments, (SELECT count(*) FROM claim WHERE date_trunc('quarter', filed) = quarter) AS claims FROM q),
      m AS (SELECT *, coalesce(revenue, 0) - coalesce(paid, 0) AS margin FROM t)
      SELECT * FROM (SELECT quarter, margin, shipments, claims, margin - lag(margin) OVER (ORDER BY quarter) FROM m) WHERE claims > 0 ORDER BY 1`,
  },
  'Which goods earn more than they weigh, in the first half of the year?': {
    query: business({
      dimensions: ['commodity'],
      measures: ['revenue', 'weight'],
      customMeasures: [{ name: 'ahead', kind: 'formula', expression: 'revenue - weight' }],
      having: { measure: 'ahead', op: 'gt', values: ['0'] },
      filter: between('day', '2025-01-01', '2025-06-30'),
      order: [{ field: 'revenue', direction: 'desc' }],
    }),
    sql: `WITH r AS (SELECT g.name, sum(amount) AS revenue FROM ${LINES} WHERE issued BETWEEN '2025-01-01' AND '2025-06-30' GROUP BY 1), w AS (SELECT g.name, sum(weight_kg) AS weight FROM ${BOOKED} WHERE booked_at >= '2025-01-01' AND booked_at < '2025-07-01' GROUP BY 1)
      SELECT r.name, revenue, weight FROM r JOIN w ON r.name IS NOT DISTINCT FROM w.name WHERE revenue > weight ORDER BY 2 DESC`,
  },
};
