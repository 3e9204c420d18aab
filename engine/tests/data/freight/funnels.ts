import { plainFunnel } from '../plain-funnel.ts';
import { between, by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const shipments = of('shipments');
const legs = of('legs');
const weight = (name: string) => ({ name, filter: isAny('weight_class', name) });
const mode = (name: string) => ({ name, filter: isAny('mode', name) });
const WEIGHTS = [
  ['light', 'weight_kg < 1000'],
  ['medium', 'weight_kg >= 1000 AND weight_kg < 5000'],
  ['heavy', 'weight_kg >= 5000'],
] as const;

/** Who goes through steps in an order, and how long it takes. */
export const FUNNELS: Questions = {
  'How many shippers go on from a light to a medium and a heavy shipment?': {
    query: shipments({
      kind: 'funnel',
      key: 'shipper_id',
      time: 'booked',
      steps: [weight('light'), weight('medium'), weight('heavy')],
    }),
    sql: plainFunnel({ from: 'shipment', key: 'shipper_id', time: 'booked_at', steps: WEIGHTS }),
  },
  'And within 25 days, by the quarter and whatever the others did before?': {
    query: shipments({
      kind: 'funnel',
      key: 'shipper_id',
      time: 'booked',
      steps: [weight('light'), weight('medium'), weight('heavy')],
      within: { days: 25 },
      by: by('booked', 'quarter'),
      filter: between('booked', '2024-04-01', '2025-03-31'),
    }),
    sql: plainFunnel({
      from: 'shipment',
      key: 'shipper_id',
      time: 'booked_at',
      steps: WEIGHTS,
      withinDays: 25,
      by: "CAST(date_trunc('quarter', booked_at) AS DATE)",
      starts: "booked_at >= '2024-04-01' AND booked_at < '2025-04-01'",
    }),
  },
  'How many trips go by road, then by sea, then by road again, by where they begin?': {
    query: legs({
      kind: 'funnel',
      key: 'shipment',
      time: 'departed',
      steps: [mode('road'), mode('sea'), { ...mode('road'), name: 'road again' }],
      by: 'from_name',
    }),
    sql: plainFunnel({
      from: 'leg LEFT JOIN place ON place_code = from_place',
      key: 'shipment_id',
      time: 'departed_at',
      steps: [
        ['road', "mode = 'road'"],
        ['sea', "mode = 'sea'"],
        ['road again', "mode = 'road'"],
      ],
      by: 'name',
    }),
  },
  'How far do shippers that a dispatcher sees get?': {
    query: shipments({
      kind: 'funnel',
      key: 'shipper_id',
      time: 'booked',
      steps: [weight('light'), { name: 'any' }, weight('heavy')],
      within: { hours: 1200 },
    }),
    scope: { reader: { roles: [], groups: ['dispatch'], attributes: { country: ['TR'] } } },
    sql: plainFunnel({
      from: `(SELECT s.* FROM shipment s LEFT JOIN place o ON o.place_code = s.origin LEFT JOIN place d ON d.place_code = s.destination
        WHERE o.country_code = 'TR' OR d.country_code = 'TR')`,
      key: 'shipper_id',
      time: 'booked_at',
      steps: [WEIGHTS[0], ['any', 'TRUE'], WEIGHTS[2]],
      withinDays: 50,
    }),
  },
};
