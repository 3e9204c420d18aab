import { between, by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const positions = of('positions');

/** What was last known of each container on a day, by hand. */
const known = (day: string, carry = '100 YEARS') =>
  `(SELECT container_id, arg_max(coalesce(place_code, '-'), (read_on, read_no)) AS place_code, arg_max(cargo_kg, (read_on, read_no)) AS cargo, arg_max(fill_percent, (read_on, read_no)) AS fill
    FROM container_reading WHERE read_on <= ${day} GROUP BY 1 HAVING max(read_on) + INTERVAL ${carry} >= ${day})`;
const LAST = '(SELECT max(read_on) FROM container_reading)';
const MONTH_ENDS = `(SELECT month, least(last_day(month), ${LAST}) AS day FROM (SELECT CAST(unnest(generate_series(DATE '2025-01-01', DATE '2025-12-01', INTERVAL 1 MONTH)) AS DATE) AS month) WHERE month <= ${LAST})`;
const DAYS = (since: string, until: string) =>
  `(SELECT CAST(unnest(generate_series(DATE '${since}', DATE '${until}', INTERVAL 1 DAY)) AS DATE) AS day)`;

/** Sparse balances: where containers are and what is in them, as last known. */
export const CONTAINERS: Questions = {
  'Where are the containers now, and how full?': {
    query: positions({
      dimensions: ['place'],
      measures: ['containers', 'cargo', 'mean_fill', 'empty'],
      having: { measure: 'containers', op: 'gt', values: [0] },
    }),
    sql: `SELECT name, count(*), sum(cargo), sum(fill) / count(*), count(*) FILTER (fill = 0) FROM ${known(LAST)} LEFT JOIN place USING (place_code) GROUP BY 1 ORDER BY 1`,
  },
  'How many containers were known of at each month end, and with which cargo?': {
    query: positions({ dimensions: [by('read_on', 'month')], measures: ['containers', 'cargo', 'readings'] }),
    sql: `SELECT month, (SELECT count(*) FROM ${known('day')}), (SELECT sum(cargo) FROM ${known('day')}), (SELECT nullif(count(*), -1) FROM container_reading WHERE date_trunc('month', read_on) = month) FROM ${MONTH_ENDS} ORDER BY 1`,
  },
  'Which containers in Izmir at the end of June are of which size?': {
    query: positions({
      dimensions: ['size'],
      measures: ['containers', 'cargo'],
      filter: { all: [isAny('place', 'İzmir', 'Üsküdar', 'Évora'), between('read_on', undefined, '2025-06-30')] },
    }),
    sql: `SELECT size_ft, count(*), sum(cargo) FROM ${known("DATE '2025-06-30'")} JOIN container USING (container_id) WHERE place_code IN ('IZM', 'USK', 'EVR') GROUP BY 1 ORDER BY 1`,
  },
  'How many containers have been heard of within 30 days, by quarter?': {
    query: positions({ dimensions: [by('read_on', 'quarter')], measures: ['heard_of', 'containers'] }),
    sql: `SELECT month - INTERVAL 2 MONTH, (SELECT count(*) FROM ${known('day', '30 DAYS')}), (SELECT count(*) FROM ${known('day')}) FROM ${MONTH_ENDS} WHERE month(month) % 3 = 0 ORDER BY 1`,
  },
  'What was in the containers on an average day of May, by owner?': {
    query: positions({ dimensions: ['owner'], measures: ['mean_cargo'], filter: between('read_on', '2025-05-01', '2025-05-31') }), // prettier-ignore
    sql: `SELECT name, sum(cargo) / 31 FROM (SELECT day, container_id, arg_max(cargo_kg, (read_on, read_no)) AS cargo FROM ${DAYS('2025-05-01', '2025-05-31')} JOIN container_reading ON read_on <= day GROUP BY ALL)
      JOIN container USING (container_id) LEFT JOIN party ON party_id = owner_id GROUP BY 1 ORDER BY 1`,
  },
  'What was the most that each container held in August, added up by size?': {
    query: positions({ dimensions: ['size'], measures: ['greatest_cargo'], filter: between('read_on', '2025-08-01', '2025-08-31'), totals: true }), // prettier-ignore
    sql: `WITH most AS (SELECT container_id, max(cargo) AS cargo FROM (SELECT day, container_id, arg_max(cargo_kg, (read_on, read_no)) AS cargo FROM ${DAYS('2025-08-01', '2025-08-31')} JOIN container_reading ON read_on <= day GROUP BY ALL) GROUP BY 1)
      SELECT size_ft, sum(cargo) FROM most JOIN container USING (container_id) GROUP BY ROLLUP (size_ft) ORDER BY 1`,
  },
  'What was in the containers at the beginning and the end of each quarter?': {
    query: positions({ dimensions: [by('read_on', 'quarter')], measures: ['first_cargo', 'cargo'] }),
    sql: `WITH q AS (SELECT month - INTERVAL 2 MONTH AS quarter, greatest(month - INTERVAL 2 MONTH, (SELECT min(read_on) FROM container_reading)) AS first, day FROM ${MONTH_ENDS} WHERE month(month) % 3 = 0)
      SELECT quarter, (SELECT sum(cargo) FROM ${known('first')}), (SELECT sum(cargo) FROM ${known('day')}) FROM q ORDER BY 1`,
  },
  'How has the cargo changed from month to month, and since the year before?': {
    query: positions({
      dimensions: [by('read_on', 'month')],
      measures: ['cargo'],
      calculations: [
        { name: 'change', kind: 'compare', measure: 'cargo', with: 'previous_period', show: 'change' },
        { name: 'quarter_ago', kind: 'compare', measure: 'mean_fill', with: { periods: 3 } },
      ],
      filter: between('read_on', '2025-06-01', '2025-10-31'),
    }),
    sql: `WITH m AS (SELECT month, (SELECT sum(cargo) FROM ${known('day')}) AS cargo, (SELECT sum(fill) / count(*) FROM ${known('day')}) AS fill FROM ${MONTH_ENDS})
      SELECT * FROM (SELECT month, cargo, cargo - lag(cargo) OVER (ORDER BY month), lag(fill, 3) OVER (ORDER BY month) FROM m) WHERE month BETWEEN '2025-06-01' AND '2025-10-01' ORDER BY 1`,
  },
};
