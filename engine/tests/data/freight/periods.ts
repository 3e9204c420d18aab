import type { Calendar } from '@rise/contract';
import { between, by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';
import { TRIPS } from './shipments.ts';

const shipments = of('shipments');
export const CHICAGO: Calendar = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 };
const TALLINN: Calendar = { timeZone: 'Europe/Tallinn', weekStart: 1, fiscalYearStart: 1 };

/** Local times by hand: the hours that clocks are from UTC between the nights on which they change. */
export const chicago = (
  time: string,
) => `(${time} - CASE WHEN ${time} < TIMESTAMP '2024-11-03 07:00:00' OR (${time} >= TIMESTAMP '2025-03-09 08:00:00' AND ${time} < TIMESTAMP '2025-11-02 07:00:00')
  THEN INTERVAL 5 HOUR ELSE INTERVAL 6 HOUR END)`;
const tallinn = (
  time: string,
) => `(${time} + CASE WHEN ${time} < TIMESTAMP '2024-10-27 01:00:00' OR (${time} >= TIMESTAMP '2025-03-30 01:00:00' AND ${time} < TIMESTAMP '2025-10-26 01:00:00')
  THEN INTERVAL 3 HOUR ELSE INTERVAL 2 HOUR END)`;
const MONTHS =
  "(SELECT date_trunc('month', booked_at) AS month, count(*) AS n, sum(weight_kg) AS weight FROM shipment GROUP BY 1)";

/** Periods of timestamps: time zones, clocks that change, weeks and fiscal years; other periods, gaps and cohorts. */
export const PERIODS: Questions = {
  'How many bookings are there by hour of the nights when clocks change in Chicago?': {
    query: shipments({
      dimensions: [by('booked', 'hour')],
      measures: ['shipments'],
      filter: { any: [between('booked', '2025-03-09', '2025-03-09'), between('booked', '2025-11-02', '2025-11-02')] },
    }),
    scope: { calendar: CHICAGO },
    sql: `SELECT date_trunc('hour', ${chicago('booked_at')}) AS hour, count(*) FROM shipment WHERE CAST(${chicago('booked_at')} AS DATE) IN ('2025-03-09', '2025-11-02') GROUP BY 1 ORDER BY 1`,
  },
  'How much was booked each day in Estonia when its clocks change?': {
    query: shipments({
      dimensions: [by('booked', 'day')],
      measures: ['weight', 'first_time'],
      filter: { any: [between('booked', '2025-03-29', '2025-03-31'), between('booked', '2025-10-25', '2025-10-27')] },
    }),
    scope: { calendar: TALLINN },
    sql: `SELECT CAST(${tallinn('booked_at')} AS DATE) AS day, sum(weight_kg), min(${tallinn('booked_at')}) FROM shipment
      WHERE CAST(${tallinn('booked_at')} AS DATE) BETWEEN '2025-03-29' AND '2025-03-31' OR CAST(${tallinn('booked_at')} AS DATE) BETWEEN '2025-10-25' AND '2025-10-27' GROUP BY 1 ORDER BY 1`,
  },
  'Which bookings are of the old year in Estonia, and which of the new one?': {
    query: shipments({ dimensions: [by('booked', 'year')], measures: ['shipments', 'weight'] }),
    scope: { calendar: TALLINN },
    sql: `SELECT date_trunc('year', ${tallinn('booked_at')}), count(*), sum(weight_kg) FROM shipment GROUP BY 1 ORDER BY 1`,
  },
  'How many shipments are there a week from Sunday, around New Year in Chicago?': {
    query: shipments({
      dimensions: [by('booked', 'week')],
      measures: ['shipments'],
      filter: between('booked', '2024-12-15', '2025-01-18'),
    }),
    scope: { calendar: CHICAGO },
    sql: `SELECT date_trunc('week', ${chicago('booked_at')} + INTERVAL 1 DAY) - INTERVAL 1 DAY, count(*) FROM shipment
      WHERE CAST(${chicago('booked_at')} AS DATE) BETWEEN '2024-12-15' AND '2025-01-18' GROUP BY 1 ORDER BY 1`,
  },
  'What has been booked to date in each fiscal year, quarter by quarter?': {
    query: shipments({
      dimensions: [by('booked', 'fiscal_quarter')],
      measures: ['weight'],
      calculations: [{ name: 'to_date', kind: 'accumulate', measure: 'weight', over: 'fiscal_year' }],
    }),
    scope: { calendar: { ...CHICAGO, timeZone: 'UTC', fiscalYearStart: 5 } },
    sql: `WITH q AS (SELECT date_trunc('quarter', booked_at - INTERVAL 1 MONTH) + INTERVAL 1 MONTH AS quarter, date_trunc('year', booked_at - INTERVAL 4 MONTH) AS fiscal, sum(weight_kg) AS weight FROM shipment GROUP BY 1, 2)
      SELECT quarter, weight, sum(weight) OVER (PARTITION BY fiscal ORDER BY quarter) FROM q ORDER BY 1`,
  },
  'How much of each month has come in, week by week?': {
    query: shipments({
      dimensions: [by('booked', 'week')],
      measures: ['shipments'],
      calculations: [{ name: 'to_date', kind: 'accumulate', measure: 'shipments', over: 'month' }],
      filter: between('booked', '2025-03-03', '2025-06-01'),
    }),
    sql: `WITH w AS (SELECT date_trunc('week', booked_at) AS week, count(*) AS n FROM shipment WHERE booked_at >= '2025-02-24' AND booked_at < '2025-06-02' GROUP BY 1)
      SELECT * FROM (SELECT week, n, sum(n) OVER (PARTITION BY date_trunc('month', week + INTERVAL 3 DAY) ORDER BY week) FROM w) WHERE week >= '2025-03-03' ORDER BY 1`,
  },
  'How does each month compare with the year before?': {
    query: shipments({
      dimensions: [by('booked', 'month')],
      measures: ['shipments', 'weight'],
      calculations: [
        { name: 'before', kind: 'compare', measure: 'shipments', with: 'same_period_last_year' },
        { name: 'change', kind: 'compare', measure: 'weight', with: 'same_period_last_year', show: 'change' },
        { name: 'growth', kind: 'compare', measure: 'weight', with: 'same_period_last_year', show: 'percent_change' },
      ],
      filter: between('booked', '2025-05-01', '2025-11-30'),
    }),
    sql: `SELECT m.month, m.n, m.weight, l.n, m.weight - l.weight, (m.weight - l.weight) / l.weight FROM ${MONTHS} m LEFT JOIN ${MONTHS} l ON l.month = m.month - INTERVAL 1 YEAR
      WHERE m.month BETWEEN '2025-05-01' AND '2025-11-01' ORDER BY 1`,
  },
  'How does December to the 17th compare with November to the 17th?': {
    query: shipments({
      dimensions: [by('booked', 'month')],
      measures: ['shipments'],
      calculations: [
        { name: 'before', kind: 'compare', measure: 'shipments', with: 'previous_period', likeForLike: true },
        { name: 'whole', kind: 'compare', measure: 'shipments', with: 'previous_period' },
      ],
      filter: { field: 'booked', during: { last: 2, unit: 'month', including: true } },
    }),
    sql: `SELECT date_trunc('month', booked_at) AS month, count(*),
      (SELECT count(*) FROM shipment p WHERE date_trunc('month', p.booked_at) = date_trunc('month', any_value(s.booked_at)) - INTERVAL 1 MONTH AND (date_trunc('month', any_value(s.booked_at)) < '2025-12-01' OR p.booked_at < '2025-11-18')),
      (SELECT count(*) FROM shipment p WHERE date_trunc('month', p.booked_at) = date_trunc('month', any_value(s.booked_at)) - INTERVAL 1 MONTH)
      FROM shipment s WHERE booked_at >= '2025-10-01' AND booked_at < '2025-12-18' GROUP BY 1 ORDER BY 1`,
  },
  'What was booked in the last three complete months, a month on a month?': {
    query: shipments({
      dimensions: [by('booked', 'month')],
      measures: ['weight'],
      calculations: [
        { name: 'rolling', kind: 'accumulate', measure: 'weight', over: { last: 3 } },
        { name: 'smooth', kind: 'moving_average', measure: 'mean_weight', last: 4 },
      ],
      filter: { field: 'booked', during: { last: 3, unit: 'month' } },
    }),
    sql: `SELECT * FROM (SELECT month, weight, sum(weight) OVER (ORDER BY month ROWS 2 PRECEDING), avg(mean) OVER (ORDER BY month ROWS 3 PRECEDING)
      FROM (SELECT date_trunc('month', booked_at) AS month, sum(weight_kg) AS weight, avg(weight_kg) AS mean FROM shipment GROUP BY 1)) WHERE month BETWEEN '2025-09-01' AND '2025-11-01' ORDER BY 1`,
  },
  'In which months of the year was no paint booked?': {
    query: shipments({
      dimensions: [{ field: 'booked', grain: 'month', fill: true }],
      measures: ['shipments', 'weight'],
      filter: { all: [isAny('commodity', 'Paint'), between('booked', '2025-01-01', '2025-12-31')] },
    }),
    sql: `SELECT month, count(shipment_id), sum(weight_kg) FROM (SELECT unnest(generate_series(TIMESTAMP '2025-01-01', TIMESTAMP '2025-12-01', INTERVAL 1 MONTH)) AS month)
      LEFT JOIN shipment ON date_trunc('month', booked_at) = month AND commodity_code = 'PNT' GROUP BY 1 ORDER BY 1`,
  },
  'Do shippers stay, by the quarter of their first booking?': {
    query: shipments({
      dimensions: [by('first_booked', 'quarter'), 'quarters_since'],
      measures: ['shippers'],
      calculations: [{ name: 'retention', kind: 'retention', measure: 'shippers', since: 'quarters_since' }],
    }),
    sql: `WITH f AS (SELECT shipper_id, min(booked_at) AS first FROM shipment GROUP BY 1),
      c AS (SELECT date_trunc('quarter', first) AS cohort, date_diff('quarter', first, booked_at) AS since, count(DISTINCT shipper_id) AS n FROM shipment JOIN f USING (shipper_id) GROUP BY 1, 2)
      SELECT cohort, since, n, n / (SELECT n FROM c z WHERE z.cohort = c.cohort AND z.since = 0) FROM c ORDER BY 1, 2`,
  },
  'When did each kind of shipper book first, and deliver last?': {
    query: shipments({ dimensions: ['shipper_kind'], measures: ['first_time', 'last_delivery'], order: [{ field: 'first_time' }] }), // prettier-ignore
    scope: { calendar: CHICAGO },
    sql: `SELECT kind_code, min(${chicago('booked_at')}), max(delivered) FROM shipment LEFT JOIN party ON party_id = shipper_id GROUP BY 1 ORDER BY 2, 1`,
  },
  'How many shippers have been active in the year to date, month by month?': {
    query: shipments({
      dimensions: [by('booked', 'month')],
      measures: ['shippers'],
      calculations: [{ name: 'to_date', kind: 'accumulate', measure: 'shippers', over: 'year' }],
      filter: { field: 'booked', during: { current: 'year' } },
    }),
    sql: `SELECT month, (SELECT count(DISTINCT shipper_id) FROM shipment WHERE date_trunc('month', booked_at) = month),
      (SELECT count(DISTINCT shipper_id) FROM shipment WHERE booked_at >= '2025-01-01' AND date_trunc('month', booked_at) <= month)
      FROM (SELECT DISTINCT date_trunc('month', booked_at) AS month FROM shipment) WHERE month >= '2025-01-01' ORDER BY 1`,
  },
  'Where is each destination by percentile of its late shipments?': {
    query: shipments({
      dimensions: ['destination'],
      measures: ['late'],
      calculations: [{ name: 'standing', kind: 'percentile', measure: 'late' }],
      filter: { field: 'destination', op: 'isNotNull' },
    }),
    sql: `WITH each AS (SELECT d.name, count(*) FILTER (delivered > promised) AS late FROM ${TRIPS} WHERE d.name IS NOT NULL GROUP BY 1)
      SELECT name, late, (SELECT (count(*) FILTER (o.late < e.late) + count(*) FILTER (o.late = e.late) / 2) / count(*) FROM each o WHERE o.name <> e.name) FROM each e ORDER BY 1`,
  },
};
