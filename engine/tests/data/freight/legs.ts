import { between, by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const legs = of('legs');
const hauls = of('hauls');
const crewing = of('crewing');
const fuel = of('fuel');
const fleet = of('fleet');

/** Legs and who moved them: composite keys, bridges, and figures at other ends of joins that count once. */
export const LEGS: Questions = {
  'How far does each mode go, and with how much, each shipment once?': {
    query: legs({
      dimensions: ['mode'],
      measures: ['legs', 'distance', 'moved_weight', 'mean_shipment'],
      totals: true,
    }),
    sql: `WITH once AS (SELECT DISTINCT mode, shipment_id, weight_kg FROM leg JOIN shipment USING (shipment_id)),
      each AS (SELECT mode, sum(weight_kg) AS w, avg(weight_kg) AS m FROM once GROUP BY 1)
      SELECT mode, count(*), sum(distance_km), any_value(w), any_value(m) FROM leg JOIN each USING (mode) GROUP BY 1
      UNION ALL SELECT NULL, count(*), sum(distance_km), (SELECT sum(weight_kg) FROM shipment), (SELECT avg(weight_kg) FROM shipment) FROM leg ORDER BY 1`,
  },
  'How many tonne-kilometers leave each place?': {
    query: legs({ dimensions: ['from_name'], measures: ['work'], order: [{ field: 'work', direction: 'desc' }] }),
    sql: `SELECT name, sum(distance_km * weight_kg / 1000) AS work FROM leg JOIN shipment USING (shipment_id) LEFT JOIN place ON place_code = from_place GROUP BY 1 ORDER BY 2 DESC, 1`,
  },
  'Which trips have not arrived, and when did the last of them leave?': {
    query: legs({
      dimensions: ['to_name', 'mode'],
      measures: ['not_arrived', 'last_departure'],
      having: { measure: 'not_arrived', op: 'gt', values: [1] },
    }),
    sql: `SELECT name, mode, count(*) FILTER (arrived_at IS NULL), max(departed_at) FROM leg LEFT JOIN place ON place_code = to_place
      GROUP BY 1, 2 HAVING count(*) FILTER (arrived_at IS NULL) > 1 ORDER BY 1, 2`,
  },
  'How much left on the day of its booking, by the number of legs?': {
    query: legs({
      dimensions: ['legs_of_shipment', 'goes_by_sea'],
      measures: ['legs', 'moved_weight'],
      filter: { field: 'departed', op: 'lte', otherField: 'arrived' },
    }),
    sql: `WITH t AS (SELECT *, count(*) OVER s AS n, bool_or(mode = 'sea') OVER s AS sea FROM leg WINDOW s AS (PARTITION BY shipment_id))
      SELECT n, sea, sum(c), sum(weight_kg) FROM (SELECT n, sea, shipment_id, count(*) AS c FROM t WHERE departed_at <= arrived_at GROUP BY ALL) JOIN shipment USING (shipment_id) GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'How many legs with hazardous goods are there a month, as a pivot by mode?': {
    query: legs({
      dimensions: [by('departed', 'quarter'), 'mode'],
      measures: ['legs', 'distance'],
      filter: { field: 'hazard', op: 'gte', values: [8] },
      pivot: { columns: ['mode'] },
    }),
    sql: `SELECT date_trunc('quarter', departed_at), ${['rail', 'road', 'sea'].map((mode) => `nullif(count(*) FILTER (mode = '${mode}'), 0), sum(distance_km) FILTER (mode = '${mode}')`).join(', ')}
      FROM leg JOIN shipment USING (shipment_id) JOIN commodity USING (commodity_code) WHERE hazard_class >= 8 GROUP BY 1 ORDER BY 1`,
  },
  'How far did each kind of vehicle go, each leg once, and by its share of the load?': {
    query: hauls({ dimensions: ['vehicle_kind'], measures: ['hauls', 'distance', 'share_of_distance', 'median_leg'] }),
    sql: `WITH once AS (SELECT DISTINCT kind, shipment_id, leg_no, distance_km FROM leg_vehicle JOIN leg USING (shipment_id, leg_no) JOIN vehicle USING (vehicle_id)),
      each AS (SELECT kind, sum(distance_km) AS km, median(CAST(distance_km AS DOUBLE)) AS middle FROM once GROUP BY 1)
      SELECT kind, count(*), any_value(km), sum(distance_km * load_share), any_value(middle) FROM leg_vehicle JOIN leg USING (shipment_id, leg_no) JOIN vehicle USING (vehicle_id) JOIN each USING (kind) GROUP BY 1 ORDER BY 1`,
  },
  'What did vehicles of each country carry, each shipment once, and what can they carry?': {
    query: hauls({ dimensions: ['depot_country'], measures: ['carried', 'capacity', 'vehicles'], subtotals: [[]] }),
    sql: `WITH b AS (SELECT c.name, shipment_id, weight_kg, vehicle_id, capacity_kg FROM leg_vehicle JOIN shipment USING (shipment_id) JOIN vehicle USING (vehicle_id)
        LEFT JOIN place ON place_code = depot LEFT JOIN country c USING (country_code)),
      g AS (SELECT name, 'member' AS level, count(DISTINCT vehicle_id) AS n FROM b GROUP BY 1 UNION ALL SELECT NULL, 'all', count(DISTINCT vehicle_id) FROM b)
      SELECT name, level, (SELECT sum(weight_kg) FROM (SELECT DISTINCT shipment_id, weight_kg FROM b WHERE level = 'all' OR b.name IS NOT DISTINCT FROM g.name)),
        (SELECT sum(capacity_kg) FROM (SELECT DISTINCT vehicle_id, capacity_kg FROM b WHERE level = 'all' OR b.name IS NOT DISTINCT FROM g.name)), n FROM g ORDER BY level DESC, 1`,
  },
  'Which three vehicles went farthest, how far did the others go on average?': {
    query: hauls({
      dimensions: ['vehicle'],
      measures: ['share_of_distance', 'a_vehicle'],
      top: { dimension: 'vehicle', measure: 'share_of_distance', n: 3 },
      order: [{ field: 'share_of_distance', direction: 'desc' }],
    }),
    sql: `WITH v AS (SELECT vehicle_id, sum(distance_km * load_share) AS km FROM leg_vehicle JOIN leg USING (shipment_id, leg_no) GROUP BY 1), best AS (FROM v ORDER BY km DESC, 1 LIMIT 3)
      SELECT b.vehicle_id, CASE WHEN b.vehicle_id IS NULL THEN 'other' ELSE 'member' END, sum(v.km), sum(v.km) / count(*) FROM v LEFT JOIN best b USING (vehicle_id) GROUP BY 1 ORDER BY 2, 3 DESC`,
  },
  'Which vehicles with “şt 01” on the plate drove in winter?': {
    query: hauls({
      dimensions: ['vehicle'],
      measures: ['distance'],
      filter: {
        all: [
          { field: 'vehicle', op: 'contains', values: ['ŞT 01', 'st 020'] },
          between('departed', '2024-12-01', '2025-02-28'),
        ],
      },
    }),
    sql: `SELECT vehicle_id, sum(distance_km) FROM leg_vehicle JOIN leg USING (shipment_id, leg_no)
      WHERE (vehicle_id LIKE '34 ŞT 01%' OR vehicle_id = '34 ŞT 020') AND departed_at >= '2024-12-01' AND departed_at < '2025-03-01' GROUP BY 1 ORDER BY 1`,
  },
  'How many hours do people drive and relieve, by where they live?': {
    query: crewing({ dimensions: ['home', 'duty'], measures: ['hours', 'people', 'hours_each', 'longest'] }),
    sql: `SELECT p.name, duty, sum(hours), count(DISTINCT crew_id), sum(hours) / count(DISTINCT crew_id), max(hours) FROM leg_crew JOIN crew USING (crew_id) LEFT JOIN place p ON place_code = home_place GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'How far went those who both drive and relieve, each leg once?': {
    query: crewing({ dimensions: ['drives', 'relieves'], measures: ['people', 'distance'] }),
    sql: `WITH c AS (SELECT crew_id, bool_or(duty = 'driver') AS d, bool_or(duty = 'relief') AS r FROM leg_crew GROUP BY 1)
      SELECT d, r, (SELECT count(*) FROM c x WHERE x.d = c.d AND x.r = c.r), sum(distance_km) FROM (SELECT DISTINCT d, r, shipment_id, leg_no FROM leg_crew JOIN c USING (crew_id)) AS c JOIN leg USING (shipment_id, leg_no) GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'Which people work most hours relative to all, and who has no name?': {
    query: crewing({
      dimensions: ['person'],
      measures: ['hours'],
      calculations: [{ name: 'part', kind: 'share', measure: 'hours' }],
      order: [{ field: 'part', direction: 'desc' }],
      limit: 4,
    }),
    sql: `SELECT name, sum(hours), sum(hours) / (SELECT sum(hours) FROM leg_crew) FROM leg_crew JOIN crew USING (crew_id) GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT 4`,
  },
  'What does fuel cost a liter, by kind and month in Chicago?': {
    query: fuel({ dimensions: ['fuel_kind', by('taken', 'month')], measures: ['litres', 'cost', 'mean_price'] }),
    scope: { calendar: { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 1 } },
    sql: `SELECT fuel_kind, date_trunc('month', taken_at - CASE WHEN taken_at >= '2025-03-09 08:00:00' AND taken_at < '2025-11-02 07:00:00' THEN INTERVAL 5 HOUR ELSE INTERVAL 6 HOUR END),
      sum(litres), sum(litres * price), sum(litres * price) / sum(litres) FROM fuel JOIN vehicle USING (vehicle_id) GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'How much is filled away from the depot, at home, or nobody knows where?': {
    query: fuel({ dimensions: ['away'], measures: ['stops', 'litres', 'tank_capacity'] }),
    sql: `WITH f AS (SELECT p.place_code <> d.place_code AS away, f.*, capacity_kg FROM fuel f JOIN vehicle USING (vehicle_id) LEFT JOIN place p USING (place_code) LEFT JOIN place d ON d.place_code = depot)
      SELECT away, count(*), sum(litres), (SELECT sum(capacity_kg) FROM (SELECT DISTINCT vehicle_id, capacity_kg FROM f g WHERE g.away IS NOT DISTINCT FROM f.away)) FROM f GROUP BY 1 ORDER BY 1`,
  },
  'Which vehicles drove over 9,000 km by the odometer?': {
    query: fuel({
      dimensions: ['vehicle'],
      measures: ['driven', 'stops'],
      having: { measure: 'driven', op: 'gt', values: [9000] },
      order: [{ field: 'driven', direction: 'desc' }],
    }),
    sql: 'SELECT vehicle_id, max(odometer) - min(odometer) AS driven, count(*) FROM fuel GROUP BY 1 HAVING driven > 9000 ORDER BY 2 DESC, 1',
  },
  'What does the fleet of each depot carry, and how old is it?': {
    query: fleet({
      dimensions: ['depot', 'kind'],
      measures: ['vehicles', 'capacity', 'mean_age'],
      filter: { not: isAny('kind', 'van') },
    }),
    sql: `SELECT name, vehicle.kind, count(*), sum(capacity_kg), avg(2025 - built) FROM vehicle LEFT JOIN place ON place_code = depot WHERE vehicle.kind <> 'van' GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'How even is the fleet by kind of fuel, known or not?': {
    query: fleet({
      dimensions: ['fuel_kind'],
      measures: ['spread_of_capacity'],
      calculations: [{ name: 'part', kind: 'share', measure: 'capacity' }],
    }),
    sql: `SELECT fuel_kind, stddev_pop(capacity_kg), sum(capacity_kg) / (SELECT sum(capacity_kg) FROM vehicle) FROM vehicle GROUP BY 1 ORDER BY 1`,
  },
};
