import { between, by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';
import { LINES } from './money.ts';
import { chicago, CHICAGO } from './periods.ts';
import { TRIPS } from './shipments.ts';

const shipments = of('shipments');
const positions = of('positions');
const business = of('business');
const hauls = of('hauls');
const claims = of('claims');
const billing = of('billing');
const legs = of('legs');

/** What was last known of each container on a day, by hand. */
const known = (day: string) =>
  `(SELECT container_id, arg_max(coalesce(place_code, '-'), (read_on, read_no)) AS place_code, arg_max(cargo_kg, (read_on, read_no)) AS cargo, arg_max(fill_percent, (read_on, read_no)) AS fill FROM container_reading WHERE read_on <= ${day} GROUP BY 1)`;
const LAST = '(SELECT max(read_on) FROM container_reading)';

/** Parts of the language together: top periods, conditions with subtotals and pivots, calculations over several facts. */
export const COMBINATIONS: Questions = {
  'Which three months were the heaviest, and what was the middle of all others?': {
    query: shipments({
      dimensions: [by('booked', 'month')],
      measures: ['weight', 'median_weight'],
      top: { dimension: 'booked_month', measure: 'weight', n: 3 },
      order: [{ field: 'weight', direction: 'desc' }],
    }),
    sql: `WITH b AS (SELECT date_trunc('month', booked_at) AS m FROM shipment GROUP BY 1 ORDER BY sum(weight_kg) DESC LIMIT 3) SELECT m, CASE WHEN m IS NULL THEN 'other' ELSE 'member' END, sum(weight_kg), median(weight_kg::DOUBLE) FROM shipment LEFT JOIN b ON m = date_trunc('month', booked_at) GROUP BY 1, 2 ORDER BY 2, 3 DESC`,
  },
  'Which part of the weight do kinds of shippers send from each country, where they send eight or more?': {
    query: shipments({
      dimensions: ['origin_country', 'shipper_kind'],
      measures: ['weight'],
      subtotals: 'rollup',
      having: { measure: 'shipments', op: 'gte', values: [8] },
      calculations: [{ name: 'part', kind: 'share', measure: 'weight' }],
    }),
    sql: `WITH g AS (SELECT oc.name AS c, sh.kind_code AS k, sum(weight_kg) AS w FROM ${TRIPS} GROUP BY 1, 2 HAVING count(*) >= 8), t AS (SELECT sum(w) AS t FROM g)
     SELECT c, k, CASE grouping(c) WHEN 1 THEN 'all' ELSE 'member' END, CASE grouping(k) WHEN 1 THEN 'all' ELSE 'member' END, sum(w), sum(w) / any_value(t) FROM g, t GROUP BY ROLLUP (c, k) ORDER BY grouping(c), 1, grouping(k), 2`,
  },
  'Which part of the cargo is in large containers at each quarter’s end, and was before?': {
    query: positions({
      dimensions: [by('read_on', 'quarter')],
      measures: ['big', 'part'],
      customMeasures: [
        { name: 'big', kind: 'filtered', measure: 'cargo', filter: isAny('size', 40, 45) },
        { name: 'part', kind: 'formula', expression: 'big / cargo' },
      ],
      calculations: [{ name: 'before', kind: 'compare', measure: 'big', with: 'previous_period' }],
    }),
    sql: `WITH q AS (SELECT CAST(m AS DATE) AS q, least(CAST(m + INTERVAL 3 MONTH - INTERVAL 1 DAY AS DATE), ${LAST}) AS day FROM (SELECT unnest(generate_series(DATE '2025-01-01', DATE '2025-10-01', INTERVAL 3 MONTH)) AS m)),
     v AS (SELECT q, (SELECT sum(cargo) FROM ${known('day')} JOIN container USING (container_id) WHERE size_ft >= 40) AS big, (SELECT sum(cargo) FROM ${known('day')}) AS a FROM q) SELECT q, big, big / a, lag(big) OVER (ORDER BY q) FROM v ORDER BY 1`,
  },
  'Which share of revenue have goods with seven claims or more, and which rank by claims?': {
    query: business({
      dimensions: ['commodity'],
      measures: ['revenue', 'claims'],
      calculations: [
        { name: 'part', kind: 'share', measure: 'revenue' },
        { name: 'place', kind: 'rank', measure: 'claims_share' },
      ],
      having: { measure: 'claims', op: 'gte', values: [7] },
      totals: true,
    }),
    sql: `WITH r AS (SELECT g.name, sum(amount) AS rev FROM ${LINES} GROUP BY 1), p AS (SELECT g.name, count(*) AS n, sum(paid) AS paid FROM claim LEFT JOIN shipment USING (shipment_id) LEFT JOIN commodity g USING (commodity_code) GROUP BY 1 HAVING count(*) >= 7),
     t AS (SELECT p.name, rev, n, rev / sum(rev) OVER () AS part, rank() OVER (ORDER BY paid / rev DESC) AS place FROM p LEFT JOIN r ON r.name IS NOT DISTINCT FROM p.name)
     FROM (SELECT * FROM t ORDER BY 1) UNION ALL SELECT NULL, sum(rev), sum(n), 1, NULL FROM t`,
  },
  'What do shippers send that are no makers, or of no known kind?': {
    query: shipments({
      measures: ['shipments'],
      dimensions: ['shipper_kind'],
      filter: { field: 'shipper_kind', op: 'notIn', values: ['maker'] },
    }),
    sql: `SELECT sh.kind_code, count(*) FROM ${TRIPS} WHERE sh.kind_code IS DISTINCT FROM 'maker' GROUP BY 1 ORDER BY 1`,
  },
  'How do the last four weeks from Sunday and this one compare with the year before, in Chicago?': {
    query: shipments({
      dimensions: [by('booked', 'week')],
      measures: ['shipments'],
      filter: { field: 'booked', during: { last: 4, unit: 'week', including: true } },
      calculations: [
        { name: 'b', kind: 'compare', measure: 'shipments', with: 'same_period_last_year', likeForLike: true },
      ],
    }),
    scope: { calendar: CHICAGO },
    sql: `WITH l AS (SELECT CAST(${chicago('booked_at')} AS DATE) AS d FROM shipment), w AS (SELECT CAST(date_trunc('week', d + 1) AS DATE) - 1 AS w, count(*) AS n FROM l WHERE d BETWEEN '2025-11-16' AND '2025-12-17' GROUP BY 1)
     SELECT w, n, (SELECT nullif(count(*), 0) FROM l WHERE d BETWEEN w - 364 AND least(w - 364 + 6, CASE WHEN w = '2025-12-14' THEN DATE '2025-12-17' - 364 ELSE DATE '2100-01-01' END)) FROM w ORDER BY 1`,
  },
  'How does this fiscal quarter compare with the one before to the same day, and what is earned for a kilogram in the year?':
    {
      query: business({
        dimensions: [by('day', 'fiscal_quarter')],
        measures: ['revenue', 'shipments'],
        calculations: [
          { name: 'b', kind: 'compare', measure: 'revenue', with: 'previous_period', likeForLike: true },
          { name: 'c', kind: 'accumulate', measure: 'revenue_per_kg', over: 'fiscal_year' },
        ],
      }),
      scope: { calendar: { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 2 } },
      sql: `WITH q AS (SELECT CAST(unnest(generate_series(DATE '2024-05-01', DATE '2025-11-01', INTERVAL 3 MONTH)) AS DATE) AS q),
     f AS (SELECT date_trunc('quarter', issued - INTERVAL 1 MONTH) + INTERVAL 1 MONTH AS q, issued AS d, amount FROM ${LINES}), s AS (SELECT date_trunc('quarter', booked_at - INTERVAL 1 MONTH) + INTERVAL 1 MONTH AS q, weight_kg FROM shipment),
     v AS (SELECT q, (SELECT sum(amount) FROM f WHERE f.q = q.q) AS rev, (SELECT count(*) FROM s WHERE s.q = q.q) AS n, (SELECT sum(weight_kg) FROM s WHERE s.q = q.q) AS w,
       (SELECT sum(amount) FROM f WHERE f.q = q.q - INTERVAL 3 MONTH AND (q.q < '2025-11-01' OR d <= '2025-09-17')) AS b FROM q)
     SELECT q, rev, n, b, sum(rev) OVER (PARTITION BY year(q - INTERVAL 1 MONTH) ORDER BY q) / sum(w) OVER (PARTITION BY year(q - INTERVAL 1 MONTH) ORDER BY q) FROM v ORDER BY 1`,
    },
  'How does paint compare with other goods by margin for a shipment and by claims?': {
    query: {
      dataset: 'business',
      kind: 'benchmark',
      by: 'commodity',
      member: 'Paint',
      measures: ['net', 'claims'],
      customMeasures: [{ name: 'net', kind: 'formula', expression: 'margin / shipments' }],
      filter: between('day', '2025-01-01', '2025-12-31'),
    },
    sql: `WITH r AS (SELECT g.name, sum(amount) AS v FROM ${LINES} WHERE issued >= '2025-01-01' GROUP BY 1), p AS (SELECT g.name, count(*) AS n, sum(paid) AS v FROM claim LEFT JOIN shipment USING (shipment_id) LEFT JOIN commodity g USING (commodity_code) WHERE filed >= '2025-01-01' GROUP BY 1), s AS (SELECT g.name, count(*) AS n FROM shipment LEFT JOIN commodity g USING (commodity_code) WHERE booked_at >= '2025-01-01' GROUP BY 1),
     e AS (SELECT c.name, (coalesce(r.v, 0) - coalesce(p.v, 0))::DOUBLE / s.n AS net, coalesce(p.n, 0)::DOUBLE AS claims FROM commodity c LEFT JOIN r USING (name) LEFT JOIN p USING (name) LEFT JOIN s USING (name)),
     f AS (SELECT 1 AS place, 'net' AS m, name, net AS value FROM e UNION ALL SELECT 2, 'claims', name, claims FROM e), own AS (SELECT place, value AS own FROM f WHERE name = 'Paint')
     SELECT m, any_value(own), count(value), quantile_cont(value, 0.25), median(value), quantile_cont(value, 0.75), (100 * count(*) FILTER (value < own) + 50 * count(*) FILTER (value = own AND name <> 'Paint')) / (count(value) - 1), 1 + count(*) FILTER (value > own), 1 + count(*) FILTER (value < own), TRUE FROM f JOIN own USING (place) GROUP BY place, m ORDER BY place`,
  },
  'What does a shipment weigh at home and abroad, by kind of shipper with a dozen or more?': {
    query: shipments({
      dimensions: ['shipper_kind', 'domestic'],
      measures: ['x'],
      customMeasures: [{ name: 'x', kind: 'formula', expression: 'weight / shipments' }],
      having: { measure: 'shipments', op: 'gte', values: [12] },
      pivot: { columns: ['domestic'], totals: true },
      totals: true,
    }),
    sql: `WITH s AS (SELECT sh.kind_code AS k, oc.country_code = dc.country_code AS d, weight_kg FROM ${TRIPS}), g AS (SELECT k, d, sum(weight_kg) AS w, count(*) AS n FROM s GROUP BY 1, 2 HAVING count(*) >= 12)
     SELECT k, sum(w) FILTER (NOT d) / sum(n) FILTER (NOT d), sum(w) FILTER (d) / sum(n) FILTER (d), sum(w) FILTER (d IS NULL) / sum(n) FILTER (d IS NULL), sum(w) / sum(n) FROM g GROUP BY ROLLUP (k) ORDER BY grouping(k), 1`,
  },
  'Which kinds of shippers booked first after noon of the first day, by the clock of Chicago?': {
    query: shipments({
      dimensions: ['shipper_kind'],
      measures: ['first_time'],
      calculations: [{ name: 'place', kind: 'rank', measure: 'first_time', best: 'least' }],
      having: { measure: 'first_time', op: 'gt', values: ['2024-07-01T12:00:00'] },
      order: [{ field: 'place' }],
    }),
    scope: { calendar: CHICAGO },
    sql: `SELECT sh.kind_code, min(${chicago('booked_at')}) AS f, rank() OVER (ORDER BY f) FROM ${TRIPS} GROUP BY 1 HAVING f > '2024-07-01 12:00:00' ORDER BY 3, 1`,
  },
  'How much hazardous goods of each class came month by month, in months without any too?': {
    query: shipments({
      dimensions: [{ field: 'booked', grain: 'month', fill: true }, 'hazard'],
      measures: ['shipments'],
      calculations: [
        { name: 'y', kind: 'accumulate', measure: 'weight', over: 'year' },
        { name: 'p', kind: 'compare', measure: 'shipments', with: 'previous_period', show: 'change' },
      ],
      filter: { all: [between('booked', '2024-11-01', '2025-03-31'), { field: 'hazard', op: 'isNotNull' }] },
    }),
    sql: `WITH m AS (SELECT CAST(unnest(generate_series(DATE '2024-07-01', DATE '2025-03-01', INTERVAL 1 MONTH)) AS DATE) AS m), h AS (SELECT DISTINCT hazard_class AS h FROM shipment JOIN commodity USING (commodity_code) WHERE hazard_class IS NOT NULL AND booked_at >= '2024-11-01' AND booked_at < '2025-04-01'),
     v AS (SELECT m, h, (SELECT count(*) FROM shipment JOIN commodity USING (commodity_code) WHERE hazard_class = h AND date_trunc('month', booked_at) = m) AS n, (SELECT sum(weight_kg) FROM shipment JOIN commodity USING (commodity_code) WHERE hazard_class = h AND date_trunc('month', booked_at) = m) AS w FROM m, h)
     SELECT * FROM (SELECT m, h, n, sum(w) OVER (PARTITION BY h, year(m) ORDER BY m), n - lag(n) OVER (PARTITION BY h ORDER BY m) FROM v) WHERE m >= '2024-11-01' ORDER BY 1, 2`,
  },
  'How are containers spread by what is in them now?': {
    query: { dataset: 'positions', kind: 'distribution', by: 'container', measure: 'cargo', buckets: 3 },
    sql: `WITH e AS (SELECT container_id, cargo::DOUBLE AS v FROM ${known(LAST)}), ends AS (SELECT quantile_cont(v, 0.01) AS lo, quantile_cont(v, 0.99) AS hi FROM e), b AS (SELECT n, lo + (hi - lo) * n / 3 AS l, lo + (hi - lo) * (n + 1) / 3 AS u FROM ends, range(3) AS r(n))
     SELECT CASE WHEN n > 0 THEN l END, CASE WHEN n < 2 THEN u END, count(*), FALSE FROM b JOIN e ON (n = 0 OR v >= l) AND (n = 2 OR v < u) GROUP BY n, l, u ORDER BY n`,
  },
  'Which kind of vehicle goes farthest from each country, and how long are its legs and those of the others?': {
    query: hauls({
      dimensions: ['depot_country', 'vehicle_kind'],
      measures: ['median_leg', 'carried'],
      top: { dimension: 'vehicle_kind', measure: 'distance', n: 1, within: ['depot_country'] },
    }),
    sql: `WITH b AS (SELECT c.name AS c, v.kind AS k, shipment_id, leg_no, distance_km, weight_kg FROM leg_vehicle JOIN leg USING (shipment_id, leg_no) JOIN shipment USING (shipment_id) JOIN vehicle v USING (vehicle_id) LEFT JOIN place ON place_code = depot LEFT JOIN country c USING (country_code)),
     t AS (SELECT c, k, row_number() OVER (PARTITION BY c ORDER BY sum(distance_km) DESC) AS r FROM (SELECT DISTINCT c, k, shipment_id, leg_no, distance_km FROM b) GROUP BY 1, 2),
     l AS (SELECT b.*, CASE WHEN r = 1 THEN b.k END AS m, CASE WHEN r = 1 THEN 'member' ELSE 'other' END AS level FROM b JOIN t ON t.c IS NOT DISTINCT FROM b.c AND t.k = b.k)
     SELECT c, m, level, (SELECT median(distance_km::DOUBLE) FROM (SELECT DISTINCT shipment_id, leg_no, distance_km FROM l x WHERE x.c IS NOT DISTINCT FROM l.c AND x.level = l.level)), (SELECT sum(weight_kg) FROM (SELECT DISTINCT shipment_id, weight_kg FROM l x WHERE x.c IS NOT DISTINCT FROM l.c AND x.level = l.level)) FROM l GROUP BY 1, 2, 3 ORDER BY 1, 3`,
  },
  'What was declared for shipments between two numbers beyond those of a double?': {
    query: shipments({
      dimensions: ['shipment'],
      measures: ['declared'],
      filter: {
        all: [
          { field: 'shipment', op: 'gte', values: ['9007199254740997'] },
          { field: 'shipment', op: 'lt', values: ['9007199254741003'] },
        ],
      },
    }),
    sql: 'SELECT shipment_id, declared FROM shipment WHERE shipment_id BETWEEN 9007199254740997 AND 9007199254741002 ORDER BY 1',
  },
  'How many claims were settled since April or are open, with a total?': {
    query: claims({
      dimensions: [by('settled', 'quarter'), 'open'],
      measures: ['claims', 'paid_share'],
      filter: { any: [{ field: 'settled', op: 'isNull' }, between('settled', '2025-04-01')] },
      subtotals: [[]],
    }),
    sql: `SELECT date_trunc('quarter', settled) AS q, settled IS NULL AS o, CASE grouping(q) WHEN 1 THEN 'all' ELSE 'member' END, CASE grouping(o) WHEN 1 THEN 'all' ELSE 'member' END, count(*), sum(paid) / sum(claimed) FILTER (settled IS NOT NULL) FROM claim WHERE settled IS NULL OR settled >= '2025-04-01' GROUP BY GROUPING SETS ((q, o), ()) ORDER BY grouping(q), 1, 2`,
  },
  'Who comes third to fifth by weight?': {
    query: shipments({
      dimensions: ['shipper'],
      measures: ['weight'],
      calculations: [{ name: 'part', kind: 'share', measure: 'weight' }],
      order: [{ field: 'part', direction: 'desc' }],
      limit: 3,
      offset: 2,
      totals: true,
    }),
    sql: `(SELECT sh.name, sum(weight_kg), sum(weight_kg) / (SELECT sum(weight_kg) FROM shipment) AS p FROM ${TRIPS} GROUP BY 1 ORDER BY 3 DESC LIMIT 3 OFFSET 2) UNION ALL SELECT NULL, sum(weight_kg), 1 FROM shipment`,
  },
  'How many legs left between the two hours in which Chicago’s clocks changed?': {
    query: legs({
      dimensions: ['mode'],
      measures: ['legs'],
      filter: {
        all: [
          { field: 'departed', op: 'gte', values: ['2025-03-09T03:00'] },
          { field: 'departed', op: 'lt', values: ['2025-11-02T01:30'] },
        ],
      },
    }),
    scope: { calendar: CHICAGO },
    sql: `SELECT mode, count(*) FROM leg WHERE ${chicago('departed_at')} >= '2025-03-09 03:00:00' AND ${chicago('departed_at')} < '2025-11-02 01:30:00' GROUP BY 1 ORDER BY 1`,
  },
  'Which rank did each charge have in the first two quarters?': {
    query: billing({
      dimensions: ['charge', by('issued', 'quarter')],
      measures: ['revenue'],
      calculations: [{ name: 'place', kind: 'rank', measure: 'revenue', within: ['issued_quarter'] }],
      pivot: { columns: ['issued_quarter'] },
      filter: between('issued', '2025-01-01', '2025-06-30'),
    }),
    sql: `WITH g AS (SELECT c.name, date_trunc('quarter', issued) AS q, sum(amount) AS v, rank() OVER (PARTITION BY date_trunc('quarter', issued) ORDER BY sum(amount) DESC) AS r FROM ${LINES} WHERE issued BETWEEN '2025-01-01' AND '2025-06-30' GROUP BY 1, 2)
     SELECT name, sum(v) FILTER (q = '2025-01-01'), max(r) FILTER (q = '2025-01-01'), sum(v) FILTER (q = '2025-04-01'), max(r) FILTER (q = '2025-04-01') FROM g GROUP BY 1 ORDER BY 1`,
  },
};
