import { by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';
import type { MappedCode, Mappings } from '../../../src/plan/mappings.ts';
import { TRIPS } from './shipments.ts';

const shipments = of('shipments');
const claims = of('claims');
const dispatcher = (...country: string[]) => ({
  reader: { roles: ['tenant.user'], groups: ['dispatch'], attributes: { country } },
});
const analyst = { reader: { roles: ['tenant.user'], groups: ['finance'], attributes: {} } };

const code = (source: string, value: string, priority?: string, days: Partial<MappedCode> = {}): MappedCode => ({
  code: source,
  value,
  attributes: priority === undefined ? {} : { priority },
  from: null,
  until: null,
  ...days,
});
/** EC was an economy service until the end of June, and a standard one since; X? is in no list. */
const MAPPINGS: Mappings = {
  hash: 'freight',
  codes: new Map([
    [
      'service',
      [
        code('EX', 'express', 'high'),
        code('ST', 'standard', 'low'),
        code('EC', 'economy', 'none', { until: '2025-06-30' }),
        code('EC', 'standard', 'low', { from: '2025-07-01' }),
      ],
    ],
    ['cause', [code('damage', 'Hasar'), code('DAMAGE ', 'Hasar'), code('loss', 'Kayıp')]],
  ]),
};
const SERVICE = `CASE WHEN service_code = 'EX' THEN 'express' WHEN service_code = 'ST' OR (service_code = 'EC' AND CAST(booked_at AS DATE) > '2025-06-30') THEN 'standard' WHEN service_code IS NOT NULL THEN 'unmapped' END`;
const OF = (...countries: string[]) => `(oc.country_code IN (${countries.map((name) => `'${name}'`).join(', ')}) OR dc.country_code IN (${countries.map((name) => `'${name}'`).join(', ')}))`; // prettier-ignore

/** The same questions for several readers, and with a tenant's own parameters and codes. */
export const READERS: Questions = {
  'What does an analyst see of each country of origin?': {
    query: shipments({ dimensions: ['origin_country'], measures: ['shipments', 'declared', 'weight'], totals: true }),
    scope: analyst,
    sql: `SELECT oc.name, count(*), sum(declared), sum(weight_kg) FROM ${TRIPS} GROUP BY GROUPING SETS ((oc.name), ()) ORDER BY grouping(oc.name), 1`,
  },
  'What does a dispatcher in Estonia see of them?': {
    query: shipments({ dimensions: ['origin_country'], measures: ['shipments', 'declared', 'weight'], totals: true }),
    scope: dispatcher('EE'),
    sql: `SELECT oc.name, count(*), NULL, sum(weight_kg) FROM ${TRIPS} WHERE ${OF('EE')} GROUP BY GROUPING SETS ((oc.name), ()) ORDER BY grouping(oc.name), 1`,
  },
  'Which custom do shippers have, as a dispatcher of two countries sees it?': {
    query: shipments({ dimensions: ['custom', 'hazard'], measures: ['shippers', 'shipments'] }),
    scope: dispatcher('PT', 'DE'),
    sql: `WITH t AS (SELECT s.* FROM ${TRIPS} WHERE ${OF('PT', 'DE')}), n AS (SELECT shipper_id, count(*) AS n FROM t GROUP BY 1)
      SELECT CASE WHEN n < 8 THEN 'few' WHEN n < 14 THEN 'some' ELSE 'many' END, NULL, count(DISTINCT shipper_id), count(*) FROM t JOIN n USING (shipper_id) GROUP BY 1 ORDER BY min(n)`,
  },
  'Which shippers does a dispatcher of Portugal rank first?': {
    query: shipments({
      dimensions: ['shipper'],
      measures: ['weight'],
      calculations: [{ name: 'place', kind: 'rank', measure: 'weight' }],
      order: [{ field: 'place' }],
      limit: 5,
    }),
    scope: dispatcher('PT'),
    sql: `SELECT sh.name, sum(weight_kg) AS weight, rank() OVER (ORDER BY sum(weight_kg) DESC) FROM ${TRIPS} WHERE ${OF('PT')} GROUP BY 1 ORDER BY 3, 1 LIMIT 5`,
  },
  'What is heavy, where heavy begins at 5 t?': {
    query: shipments({ dimensions: ['shipper_kind'], measures: ['heavy', 'heavy_share'] }),
    sql: `SELECT sh.kind_code, sum(weight_kg) FILTER (weight_kg >= 5000), sum(weight_kg) FILTER (weight_kg >= 5000) / sum(weight_kg) FROM ${TRIPS} GROUP BY 1 ORDER BY 1`,
  },
  'And where it begins at 7.25 t?': {
    query: shipments({ measures: ['heavy', 'heavy_share'], dimensions: [by('booked', 'year')] }),
    scope: { parameters: { heavy_from: '7250.5' } },
    sql: `SELECT date_trunc('year', booked_at), sum(weight_kg) FILTER (weight_kg >= 7250.5), sum(weight_kg) FILTER (weight_kg >= 7250.5) / sum(weight_kg) FROM shipment GROUP BY 1 ORDER BY 1`,
  },
  'How many shipments have each service, as its code meant at the time?': {
    query: shipments({ dimensions: ['service'], measures: ['shipments', 'weight'] }),
    scope: { mappings: MAPPINGS },
    sql: `SELECT ${SERVICE} AS service, count(*), sum(weight_kg) FROM shipment GROUP BY 1 ORDER BY 1`,
  },
  'How much express is there among what has priority?': {
    query: shipments({
      dimensions: ['priority', by('booked', 'quarter')],
      measures: ['express', 'shipments'],
      filter: { not: isAny('service', 'unmapped') },
    }),
    scope: { mappings: MAPPINGS },
    sql: `SELECT CASE ${SERVICE} WHEN 'express' THEN 'high' WHEN 'standard' THEN 'low' END, date_trunc('quarter', booked_at), count(*) FILTER (service_code = 'EX'), count(*) FROM shipment
      WHERE ${SERVICE} IS DISTINCT FROM 'unmapped' GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'Why are claims filed, in the words of the company?': {
    query: claims({
      dimensions: ['cause'],
      measures: ['claims', 'claimed'],
      order: [{ field: 'claimed', direction: 'desc' }],
    }),
    scope: { mappings: MAPPINGS },
    sql: `SELECT CASE WHEN lower(trim(cause)) = 'damage' THEN 'Hasar' WHEN cause = 'loss' THEN 'Kayıp' WHEN cause IS NOT NULL THEN 'unmapped' END, count(*), sum(claimed) FROM claim GROUP BY 1 ORDER BY 3 DESC`,
  },
};
