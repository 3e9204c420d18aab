import { by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const shipments = of('shipments');

/** Shipments with what is known of their parties, places and goods, by hand. */
export const TRIPS = `shipment s LEFT JOIN party sh ON sh.party_id = s.shipper_id LEFT JOIN party co ON co.party_id = s.consignee_id
  LEFT JOIN place o ON o.place_code = s.origin LEFT JOIN place d ON d.place_code = s.destination
  LEFT JOIN country oc ON oc.country_code = o.country_code LEFT JOIN country dc ON dc.country_code = d.country_code
  LEFT JOIN commodity g ON g.commodity_code = s.commodity_code`;

/** Parties and places in their roles, texts, large numbers and gaps. */
export const SHIPMENTS: Questions = {
  'How much goes from which country to which?': {
    query: shipments({ dimensions: ['origin_country', 'destination_country'], measures: ['shipments', 'weight'] }),
    sql: `SELECT oc.name, dc.name, count(*), sum(weight_kg) FROM ${TRIPS} GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'Which five shippers sent most, and what did all others send?': {
    query: shipments({
      dimensions: ['shipper'],
      measures: ['weight', 'mean_weight', 'median_weight'],
      top: { dimension: 'shipper', measure: 'weight', n: 5 },
      order: [{ field: 'weight', direction: 'desc' }],
    }),
    sql: `WITH best AS (SELECT sh.name, sum(weight_kg) AS weight FROM ${TRIPS} GROUP BY 1 ORDER BY 2 DESC LIMIT 5)
      SELECT b.name, CASE WHEN b.name IS NULL THEN 'other' ELSE 'member' END, sum(weight_kg), avg(weight_kg), median(CAST(weight_kg AS DOUBLE))
      FROM ${TRIPS} LEFT JOIN best b ON b.name = sh.name GROUP BY ALL ORDER BY 2, 3 DESC`,
  },
  'How many shipments of each consignee are late, and how many have none?': {
    query: shipments({ dimensions: ['consignee'], measures: ['shipments', 'late'] }),
    sql: `SELECT co.name, count(*), count(*) FILTER (delivered > promised) FROM ${TRIPS} GROUP BY 1 ORDER BY 1`,
  },
  'Which shipments arrived after their promised day, by country of destination?': {
    query: shipments({
      dimensions: ['destination_country'],
      measures: ['shipments', 'weight'],
      filter: { field: 'delivered', op: 'gt', otherField: 'promised' },
    }),
    sql: `SELECT dc.name, count(*), sum(weight_kg) FROM ${TRIPS} WHERE delivered > promised GROUP BY 1 ORDER BY 1`,
  },
  'Did shipments that were not late include those that never arrived?': {
    query: shipments({
      dimensions: ['domestic'],
      measures: ['shipments', 'underway'],
      filter: { not: { field: 'delivered', op: 'gt', otherField: 'promised' } },
    }),
    sql: `SELECT oc.country_code = dc.country_code, count(*), count(*) FILTER (delivered IS NULL) FROM ${TRIPS}
      WHERE (delivered > promised) IS NOT TRUE GROUP BY 1 ORDER BY 1`,
  },
  'Which share of the weight stays within its group of companies?': {
    query: shipments({
      dimensions: ['same_group'],
      measures: ['weight'],
      calculations: [{ name: 'part', kind: 'share', measure: 'weight' }],
    }),
    sql: `SELECT coalesce(sh.parent_id, sh.party_id) = coalesce(co.parent_id, co.party_id) AS same, sum(weight_kg), sum(weight_kg) / (SELECT sum(weight_kg) FROM shipment)
      FROM ${TRIPS} GROUP BY 1 ORDER BY 1`,
  },
  'How are weights distributed by goods?': {
    query: shipments({
      dimensions: ['commodity'],
      measures: ['median_weight', 'ninth_weight', 'spread_of_weight', 'mean_weight'],
    }),
    sql: `SELECT g.name, quantile_cont(CAST(weight_kg AS DOUBLE), 0.5), quantile_cont(CAST(weight_kg AS DOUBLE), 0.9), stddev_samp(CAST(weight_kg AS DOUBLE)), avg(weight_kg)
      FROM ${TRIPS} GROUP BY 1 ORDER BY 1`,
  },
  'What was declared in all, to the last digit?': {
    query: shipments({ measures: ['declared', 'greatest_declared'] }),
    sql: 'SELECT sum(declared), max(declared) FROM shipment',
  },
  'Which shipments are these three numbers?': {
    query: shipments({
      dimensions: ['shipment', 'reference'],
      measures: ['declared'],
      filter: isAny('shipment', '9007199254740995', '9007199254741001', '9007199254740994'),
    }),
    sql: `SELECT shipment_id, reference, sum(declared) FROM shipment
      WHERE shipment_id IN (9007199254740995, 9007199254741001, 9007199254740994) GROUP BY 1, 2 ORDER BY 1`,
  },
  'Who with “izmir” in the name sends anything, however it is written?': {
    query: shipments({
      dimensions: ['shipper'],
      measures: ['shipments'],
      filter: { field: 'shipper', op: 'contains', values: ['izmir', 'ISIK'] },
    }),
    sql: `SELECT sh.name, count(*) FROM ${TRIPS} WHERE sh.party_id IN (1, 3, 4) GROUP BY 1 ORDER BY 1`,
  },
  'What goes to places that begin with S or end in U, with or without accents?': {
    query: shipments({
      dimensions: ['destination'],
      measures: ['shipments'],
      filter: {
        any: [
          { field: 'destination', op: 'startsWith', values: ['s'] },
          { field: 'destination', op: 'endsWith', values: ['ı', 'ÖLN'] },
        ],
      },
    }),
    sql: `SELECT d.name, count(*) FROM ${TRIPS} WHERE d.place_code IN ('SRN', 'SJM', 'JHV', 'CGN') GROUP BY 1 ORDER BY 1`,
  },
  'What did companies with wildcards and quotes in their names send?': {
    query: shipments({
      dimensions: ['shipper'],
      measures: ['weight'],
      filter: { field: 'shipper', op: 'contains', values: ['0% w', 'l_c', "o'h", '"a'] },
    }),
    sql: `SELECT sh.name, sum(weight_kg) FROM ${TRIPS} WHERE sh.party_id IN (19, 20, 21) GROUP BY 1 ORDER BY 1`,
  },
  'How many shipments are there by weight class, weighed or not?': {
    query: shipments({ dimensions: ['weight_class'], measures: ['shipments', 'weight'] }),
    sql: `SELECT CASE WHEN weight_kg < 1000 THEN 'light' WHEN weight_kg < 5000 THEN 'medium' WHEN weight_kg IS NOT NULL THEN 'heavy' END AS class, count(*), sum(weight_kg)
      FROM shipment GROUP BY 1 ORDER BY min(weight_kg)`,
  },
  'Which shipments weigh exactly between 100.5 and 250.125 kg?': {
    query: shipments({
      dimensions: ['kilograms'],
      measures: ['shipments'],
      filter: {
        all: [
          { field: 'kilograms', op: 'gte', values: ['100.5'] },
          { field: 'kilograms', op: 'lte', values: [250.125] },
        ],
      },
    }),
    sql: 'SELECT weight_kg, count(*) FROM shipment WHERE weight_kg BETWEEN 100.5 AND 250.125 GROUP BY 1 ORDER BY 1',
  },
  'What credit do the senders to each country have, each once?': {
    query: shipments({ dimensions: ['destination_country'], measures: ['credit', 'consignee_credit'], totals: true }),
    sql: `WITH t AS (SELECT dc.name, sh.party_id AS s, sh.credit_limit AS sc, co.party_id AS c, co.credit_limit AS cc FROM ${TRIPS}),
      c AS (SELECT DISTINCT name FROM t)
      SELECT name, (SELECT sum(sc) FROM (SELECT DISTINCT s, sc FROM t WHERE t.name IS NOT DISTINCT FROM c.name)), (SELECT sum(cc) FROM (SELECT DISTINCT c AS k, cc FROM t WHERE t.name IS NOT DISTINCT FROM c.name)) FROM (FROM c ORDER BY 1) AS c
      UNION ALL SELECT NULL, (SELECT sum(credit_limit) FROM party WHERE party_id IN (SELECT s FROM t)), (SELECT sum(credit_limit) FROM party WHERE party_id IN (SELECT t.c FROM t))`,
  },
  'Which senders of acid send how much of everything?': {
    query: shipments({
      dimensions: ['ships_acid', 'commodity'],
      measures: ['shipments'],
      filter: { field: 'hazard', op: 'isNotNull', values: [] },
    }),
    sql: `SELECT shipper_id IN (SELECT shipper_id FROM shipment WHERE commodity_code = 'ACD'), g.name, count(*) FROM ${TRIPS}
      WHERE g.hazard_class IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'How many shippers send a little, some or a lot?': {
    query: shipments({ dimensions: ['custom'], measures: ['shippers', 'shipments', 'mean_weight'] }),
    sql: `SELECT CASE WHEN n < 8 THEN 'few' WHEN n < 14 THEN 'some' ELSE 'many' END, count(DISTINCT shipper_id), count(*), avg(weight_kg)
      FROM shipment JOIN (SELECT shipper_id, count(*) AS n FROM shipment GROUP BY 1) USING (shipper_id) GROUP BY 1 ORDER BY min(n)`,
  },
  'Which routes have most shipments within each country of origin?': {
    query: shipments({
      dimensions: ['origin_country', 'destination'],
      measures: ['shipments'],
      calculations: [{ name: 'place', kind: 'rank', measure: 'shipments', within: ['origin_country'] }],
    }),
    sql: `SELECT oc.name, d.name, count(*), rank() OVER (PARTITION BY oc.name ORDER BY count(*) DESC) FROM ${TRIPS} GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'Which shippers have at least ten shipments of less than 4.5 t on average, and what is their total?': {
    query: shipments({
      dimensions: ['shipper'],
      measures: ['shipments', 'mean_weight'],
      having: {
        all: [
          { measure: 'shipments', op: 'gte', values: [10] },
          { measure: 'mean_weight', op: 'lt', values: [4500] },
        ],
      },
      totals: true,
    }),
    sql: `WITH often AS (SELECT shipper_id FROM shipment GROUP BY 1 HAVING count(*) >= 10 AND avg(weight_kg) < 4500)
      SELECT name, count(*), avg(weight_kg) FROM shipment JOIN often USING (shipper_id) JOIN party ON party_id = shipper_id GROUP BY GROUPING SETS ((name), ()) ORDER BY grouping(name), 1`,
  },
  'Which share of the goods delivered on time came from abroad, by kind of shipper?': {
    query: shipments({
      dimensions: ['shipper_kind'],
      measures: ['share'],
      customMeasures: [
        {
          name: 'on_time',
          kind: 'filtered',
          measure: 'weight',
          filter: { not: { field: 'delivered', op: 'gt', otherField: 'promised' } },
        },
        { name: 'from_abroad', kind: 'filtered', measure: 'on_time', filter: isAny('domestic', false) },
        { name: 'share', kind: 'formula', expression: 'from_abroad / on_time' },
      ],
      order: [{ field: 'share', direction: 'desc' }],
    }),
    sql: `SELECT sh.kind_code, sum(weight_kg) FILTER (oc.country_code <> dc.country_code) / sum(weight_kg) AS share FROM ${TRIPS}
      WHERE (delivered > promised) IS NOT TRUE GROUP BY 1 ORDER BY 2 DESC, 1`,
  },
  'What do shippers send by country of their home, with subtotals?': {
    query: shipments({
      dimensions: ['shipper_country', 'shipper_kind'],
      measures: ['late_share'],
      subtotals: 'rollup',
    }),
    sql: `SELECT hc.name, sh.kind_code, CASE grouping(hc.name) WHEN 1 THEN 'all' ELSE 'member' END, CASE grouping(sh.kind_code) WHEN 1 THEN 'all' ELSE 'member' END,
      count(*) FILTER (delivered > promised) / nullif(count(*) FILTER (delivered IS NOT NULL AND promised IS NOT NULL), 0)
      FROM ${TRIPS} LEFT JOIN place h ON h.place_code = sh.home_place LEFT JOIN country hc ON hc.country_code = h.country_code
      GROUP BY ROLLUP (hc.name, sh.kind_code) ORDER BY grouping(hc.name), 1, grouping(sh.kind_code), 2`,
  },
  'How does the weight of each quarter go to domestic and foreign places?': {
    query: shipments({
      dimensions: [by('booked', 'quarter'), 'domestic'],
      measures: ['weight'],
      pivot: { columns: ['domestic'], totals: true },
    }),
    sql: `SELECT date_trunc('quarter', booked_at) AS quarter, sum(weight_kg) FILTER (NOT same), sum(weight_kg) FILTER (same), sum(weight_kg) FILTER (same IS NULL), sum(weight_kg)
      FROM (SELECT s.*, oc.country_code = dc.country_code AS same FROM ${TRIPS}) GROUP BY 1 ORDER BY 1`,
  },
  'How does a maker compare with the others by weight and punctuality?': {
    query: shipments({
      kind: 'benchmark',
      by: 'shipper',
      member: 'Jõhvi Puit',
      measures: ['weight', 'late_share'],
      peers: isAny('shipper_kind', 'maker'),
    }),
    sql: `WITH each AS (SELECT sh.name, sum(weight_kg)::DOUBLE AS weight, count(*) FILTER (delivered > promised) / nullif(count(*) FILTER (delivered IS NOT NULL AND promised IS NOT NULL), 0) AS late
        FROM ${TRIPS} WHERE sh.kind_code = 'maker' GROUP BY 1),
      figure AS (SELECT 1 AS place, 'weight' AS measure, name, weight AS value FROM each UNION ALL SELECT 2, 'late_share', name, late FROM each),
      own AS (SELECT place, value AS own FROM figure WHERE name = 'Jõhvi Puit')
      SELECT measure, any_value(own), count(value), quantile_cont(value, 0.25), median(value), quantile_cont(value, 0.75),
        100 * (count(*) FILTER (value < own) + count(*) FILTER (value = own AND name <> 'Jõhvi Puit') / 2) / count(value) FILTER (name <> 'Jõhvi Puit'),
        1 + count(*) FILTER (value > own), 1 + count(*) FILTER (value < own), TRUE
      FROM figure JOIN own USING (place) GROUP BY place, measure ORDER BY place`,
  },
  'How are shippers spread by their mean weight?': {
    query: shipments({ kind: 'distribution', by: 'shipper', member: 'Łódź Szkło', measure: 'mean_weight', buckets: 4 }),
    sql: `WITH each AS (SELECT sh.name, avg(weight_kg) AS value FROM ${TRIPS} WHERE sh.name IS NOT NULL GROUP BY 1),
      ends AS (SELECT quantile_cont(value, 0.01) AS lo, quantile_cont(value, 0.99) AS hi FROM each),
      bucket AS (SELECT n, lo + (hi - lo) * n / 4 AS lower, lo + (hi - lo) * (n + 1) / 4 AS upper FROM ends, range(4) AS r(n))
      SELECT CASE WHEN n > 0 THEN lower END, CASE WHEN n < 3 THEN upper END, count(*), bool_or(name = 'Łódź Szkło')
      FROM bucket JOIN each ON (n = 0 OR value >= lower) AND (n = 3 OR value < upper) GROUP BY n, lower, upper ORDER BY n`,
  },
};
