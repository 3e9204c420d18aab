import { compileModel } from '../../../src/checks/compile-model.ts';
import { parseModel } from '../../../src/documents/read-model.ts';
import { bands, column, combined, dataset, dimension, joinAs, measure, modelText } from '../../support/model-text.ts';
import { MOVEMENTS } from './movements.ts';

const home = (of: string, as: string) =>
  `{ table: place, as: ${as}, to: ${of}, on: [{ column: home_place, key: place_code }] }`;
const countryOf = (of: string, as: string) => `{ table: country, as: ${as}, to: ${of}, on: [country_code] }`;
/** A dispatcher sees what leaves from or arrives in their own countries, without names of consignees. */
const RULES = [
  `rules: [{ name: own_countries, title: { en: Own countries }, appliesTo: { groups: [dispatch] }, where: "origin_country.country_code IN (:user_country) OR destination_country.country_code IN (:user_country)" }]`,
  `masks: [{ name: values, title: { en: Values }, appliesTo: { groups: [dispatch] }, columns: [{ table: shipment, column: declared }, { table: commodity, column: hazard_class }] }]`,
];

const shipments = dataset({
  name: 'shipments',
  table: 'shipment',
  more: ['asOf: { table: shipment, column: booked_at }', ...RULES],
  joins: [
    joinAs('party', 'shipper', 'shipper_id', 'party_id'),
    joinAs('party', 'consignee', 'consignee_id', 'party_id'),
    joinAs('place', 'origin', 'origin', 'place_code'),
    joinAs('place', 'destination', 'destination', 'place_code'),
    countryOf('origin', 'origin_country'),
    countryOf('destination', 'destination_country'),
    home('shipper', 'shipper_home'),
    countryOf('shipper_home', 'shipper_country'),
    '{ table: commodity, on: [commodity_code] }',
  ],
  dimensions: [
    dimension('shipment', 'integer', column('shipment', 'shipment_id')),
    dimension('reference', 'string', column('shipment', 'reference')),
    dimension('shipper', 'string', column('shipper', 'name')),
    dimension('shipper_id', 'integer', column('shipment', 'shipper_id')),
    dimension('shipper_kind', 'string', column('shipper', 'kind_code')),
    dimension('shipper_country', 'string', column('shipper_country', 'name')),
    dimension('consignee', 'string', column('consignee', 'name')),
    dimension('origin', 'string', column('origin', 'name')),
    dimension('destination', 'string', column('destination', 'name')),
    dimension('origin_country', 'string', column('origin_country', 'name')),
    dimension('destination_country', 'string', column('destination_country', 'name')),
    dimension('domestic', 'boolean', 'expression: "origin_country.country_code = destination_country.country_code"'),
    dimension('same_group', 'boolean', 'expression: "COALESCE(shipper.parent_id, shipper.party_id) = COALESCE(consignee.parent_id, consignee.party_id)"'), // prettier-ignore
    dimension('commodity', 'string', column('commodity', 'name')),
    dimension('hazard', 'integer', column('commodity', 'hazard_class')),
    dimension('service', 'string', `${column('shipment', 'service_code')}, mapping: service`),
    dimension('priority', 'string', `expression: "MAPPED(service_code, 'service', 'priority')"`),
    dimension('booked', 'timestamp', column('shipment', 'booked_at')),
    dimension('promised', 'date', column('shipment', 'promised')),
    dimension('delivered', 'date', column('shipment', 'delivered')),
    dimension('kilograms', 'decimal', column('shipment', 'weight_kg')),
    dimension('weight_class', 'string', `${column('shipment', 'weight_kg')}, ${bands(['light', null], ['medium', 1000], ['heavy', 5000])}`), // prettier-ignore
    dimension('first_booked', 'date', 'expression: CAST(booked_at AS date), per: { key: shipper_id, take: min }'),
    dimension('booked_on', 'date', 'expression: CAST(booked_at AS date)'),
    dimension('quarters_since', 'integer', 'since: { from: first_booked, to: booked_on, grain: quarter }'),
    dimension('custom', 'string', `per: { key: shipper_id, take: count }, ${bands(['few', 0], ['some', 8], ['many', 14])}`), // prettier-ignore
    dimension('ships_acid', 'boolean', `per: { key: shipper_id, take: any, where: "commodity_code = 'ACD'" }`),
  ],
  measures: [
    measure('shipments', 'kind: count'),
    measure('weight', 'kind: sum, expression: weight_kg'),
    measure('mean_weight', 'kind: average, expression: weight_kg'),
    measure('median_weight', 'kind: median, expression: weight_kg'),
    measure('ninth_weight', 'kind: percentile, share: 0.9, expression: weight_kg'),
    measure('spread_of_weight', 'kind: stddev, expression: weight_kg'),
    measure('declared', 'kind: sum, expression: declared'),
    measure('greatest_declared', 'kind: max, expression: declared'),
    measure('shippers', 'kind: count_distinct, expression: shipper_id'),
    measure('late', 'kind: count, where: delivered > promised'),
    measure('judged', 'kind: count, where: delivered IS NOT NULL AND promised IS NOT NULL'),
    measure('late_share', 'kind: ratio, numerator: [{ measure: late }], denominator: [{ measure: judged }]', 'percent'),
    measure('underway', 'kind: count, where: delivered IS NULL'),
    measure('heavy', 'kind: sum, expression: weight_kg, where: weight_kg >= :heavy_from'),
    measure('heavy_share', 'kind: ratio, numerator: [{ measure: heavy }], denominator: [{ measure: weight }]'),
    measure('express', `kind: count, where: "MAPPED(service_code, 'service') = 'express'"`),
    measure('first_time', 'kind: min, expression: booked_at', 'time'),
    measure('last_delivery', 'kind: max, expression: delivered', 'date'),
    measure('credit', 'kind: sum, expression: shipper.credit_limit'),
    measure('consignee_credit', 'kind: sum, expression: consignee.credit_limit'),
  ],
});

const invoices = dataset({
  name: 'invoices',
  table: 'invoice',
  more: ['asOf: { table: invoice, column: issued }'],
  joins: [
    joinAs('party', 'payer', 'payer_id', 'party_id'),
    '{ table: shipment, on: [shipment_id], relationship: one_to_one }',
    joinAs('party', 'shipper', 'shipper_id', 'party_id', ', to: shipment'),
    home('payer', 'payer_home'),
    countryOf('payer_home', 'payer_country'),
  ],
  dimensions: [
    dimension('payer', 'string', column('payer', 'name')),
    dimension('payer_role', 'string', `expression: "CASE WHEN payer_id = shipment.shipper_id THEN 'shipper' WHEN payer_id = shipment.consignee_id THEN 'consignee' WHEN payer_id IS NOT NULL THEN 'third party' END"`), // prettier-ignore
    dimension('payer_country', 'string', column('payer_country', 'name')),
    dimension('issued', 'date', column('invoice', 'issued')),
    dimension('due', 'date', column('invoice', 'due')),
    dimension('paid_on', 'date', column('invoice', 'paid_on')),
    dimension('overdue', 'string', `expression: "CASE WHEN paid_on IS NULL THEN DATE_DIFF('day', due, :as_of) END", ${bands(['not due', null], ['to 60', 1], ['to 120', 61], ['older', 121])}`), // prettier-ignore
  ],
  measures: [
    measure('invoices', 'kind: count'),
    measure('days_to_pay', `kind: average, expression: "DATE_DIFF('day', issued, paid_on)"`),
    measure('unpaid', 'kind: count, where: paid_on IS NULL'),
    measure('invoiced_weight', 'kind: sum, expression: shipment.weight_kg'),
    measure('payer_credit', 'kind: sum, expression: payer.credit_limit'),
  ],
});

const billing = dataset({
  name: 'billing',
  table: 'invoice_line',
  more: ['asOf: { table: invoice, column: issued }'],
  joins: [
    '{ table: invoice, on: [invoice_id] }',
    '{ table: charge, on: [charge_code] }',
    '{ table: shipment, to: invoice, on: [shipment_id] }',
    joinAs('place', 'origin', 'origin', 'place_code', ', to: shipment'),
    countryOf('origin', 'origin_country'),
    '{ table: commodity, to: shipment, on: [commodity_code] }',
  ],
  dimensions: [
    dimension('charge', 'string', column('charge', 'name')),
    dimension('charge_code', 'string', column('invoice_line', 'charge_code')),
    dimension('taxable', 'boolean', column('charge', 'taxable')),
    dimension('invoice', 'integer', column('invoice_line', 'invoice_id')),
    dimension('issued', 'date', column('invoice', 'issued')),
    dimension('origin_country', 'string', column('origin_country', 'name')),
    dimension('commodity', 'string', column('commodity', 'name')),
  ],
  measures: [
    measure('lines', 'kind: count'),
    measure('revenue', 'kind: sum, expression: amount', 'currency'),
    measure('credits', 'kind: sum, expression: amount, where: amount < 0', 'currency'),
    measure('billed_weight', 'kind: sum, expression: shipment.weight_kg'),
    measure('billed_invoices', 'kind: count_distinct, expression: invoice_id'),
    measure('an_invoice', 'kind: ratio, numerator: [{ measure: revenue }], denominator: [{ measure: billed_invoices }]'), // prettier-ignore
  ],
});

const claims = dataset({
  name: 'claims',
  table: 'claim',
  more: ['asOf: { table: claim, column: filed }'],
  joins: [
    '{ table: shipment, on: [shipment_id] }',
    joinAs('place', 'origin', 'origin', 'place_code', ', to: shipment'),
    countryOf('origin', 'origin_country'),
    '{ table: commodity, to: shipment, on: [commodity_code] }',
  ],
  dimensions: [
    dimension('cause', 'string', `${column('claim', 'cause')}, mapping: cause`),
    dimension('shipment', 'integer', column('claim', 'shipment_id')),
    dimension('filed', 'date', column('claim', 'filed')),
    dimension('settled', 'date', column('claim', 'settled')),
    dimension('open', 'boolean', 'expression: settled IS NULL'),
    dimension('origin_country', 'string', column('origin_country', 'name')),
    dimension('commodity', 'string', column('commodity', 'name')),
    dimension('claims_of_shipment', 'integer', 'per: { key: shipment, take: count }'),
  ],
  measures: [
    measure('claims', 'kind: count'),
    measure('claimed', 'kind: sum, expression: claimed', 'currency'),
    measure('paid_out', 'kind: sum, expression: paid', 'currency'),
    measure('settled_claims', 'kind: count, where: settled IS NOT NULL'),
    measure('claimed_of_settled', 'kind: sum, expression: claimed, where: settled IS NOT NULL', 'currency'),
    measure('paid_share', 'kind: ratio, numerator: [{ measure: paid_out }], denominator: [{ measure: claimed_of_settled }]', 'percent'), // prettier-ignore
    measure('damaged_weight', 'kind: sum, expression: shipment.weight_kg'),
    measure('days_open', `kind: median, expression: "DATE_DIFF('day', filed, settled)"`),
    measure('first_filed', 'kind: min, expression: filed', 'date'),
  ],
});

const COMBINED = combined(
  'business',
  ['shipments', 'billing', 'claims'],
  ['origin_country', 'commodity', '{ name: day, of: { shipments: booked_on, billing: issued, claims: filed } }'],
  [
    measure('revenue_per_kg', 'kind: ratio, numerator: [{ measure: revenue }], denominator: [{ measure: weight }]'),
    measure('claims_share', 'kind: ratio, numerator: [{ measure: paid_out }], denominator: [{ measure: revenue }]', 'percent'), // prettier-ignore
    measure('margin', 'kind: combine, terms: [{ measure: revenue }, { measure: paid_out, factor: -1 }]', 'currency'),
  ],
);

const MORE = `parameters:
  - { name: heavy_from, type: number, default: 5000, title: { en: Heavy from } }
  - { name: as_of, type: date, default: '2025-12-17', title: { en: As of } }
mappings:
  - name: service
    title: { en: Service }
    targets: [{ value: express, title: { en: Express } }, { value: standard, title: { en: Standard } }]
    attributes: [{ name: priority, title: { en: Priority } }]
  - { name: cause, title: { en: Cause } }
combined:${COMBINED}`;

export const FREIGHT = modelText('freight', [shipments, invoices, billing, claims, ...MOVEMENTS], MORE);
export const freightModel = () => compileModel(parseModel(FREIGHT, 'freight.yaml'));
