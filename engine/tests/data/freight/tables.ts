/**
 * A freight company's tables: normalized, parties and places in several roles, bridges between legs and vehicles and
 * between legs and crews, invoices with lines, claims, fuel, and readings of containers as they come.
 */
export const TABLES = {
  country: 'country_code VARCHAR, name VARCHAR, customs_area VARCHAR',
  place: 'place_code VARCHAR, name VARCHAR, country_code VARCHAR, kind VARCHAR',
  party:
    'party_id BIGINT, name VARCHAR, kind_code VARCHAR, home_place VARCHAR, parent_id BIGINT, credit_limit DECIMAL(14, 2)',
  commodity: 'commodity_code VARCHAR, name VARCHAR, hazard_class BIGINT',
  charge: 'charge_code VARCHAR, name VARCHAR, taxable BOOLEAN',
  vehicle: 'vehicle_id VARCHAR, kind VARCHAR, depot VARCHAR, capacity_kg BIGINT, fuel_kind VARCHAR, built BIGINT',
  crew: 'crew_id BIGINT, name VARCHAR, home_place VARCHAR, hired DATE',
  container: 'container_id VARCHAR, size_ft BIGINT, owner_id BIGINT',
  shipment:
    'shipment_id BIGINT, reference VARCHAR, shipper_id BIGINT, consignee_id BIGINT, origin VARCHAR, destination VARCHAR, commodity_code VARCHAR, service_code VARCHAR, booked_at TIMESTAMP, promised DATE, delivered DATE, weight_kg DECIMAL(12, 3), declared DECIMAL(20, 4)',
  leg: 'shipment_id BIGINT, leg_no BIGINT, from_place VARCHAR, to_place VARCHAR, mode VARCHAR, departed_at TIMESTAMP, arrived_at TIMESTAMP, distance_km DECIMAL(9, 1)',
  leg_vehicle: 'shipment_id BIGINT, leg_no BIGINT, vehicle_id VARCHAR, load_share DECIMAL(5, 4)',
  leg_crew: 'shipment_id BIGINT, leg_no BIGINT, crew_id BIGINT, duty VARCHAR, hours DECIMAL(6, 2)',
  invoice: 'invoice_id BIGINT, shipment_id BIGINT, payer_id BIGINT, issued DATE, due DATE, paid_on DATE',
  invoice_line: 'invoice_id BIGINT, line_no BIGINT, charge_code VARCHAR, amount DECIMAL(14, 2)',
  claim:
    'claim_id BIGINT, shipment_id BIGINT, filed DATE, settled DATE, claimed DECIMAL(14, 2), paid DECIMAL(14, 2), cause VARCHAR',
  fuel: 'fuel_id BIGINT, vehicle_id VARCHAR, taken_at TIMESTAMP, place_code VARCHAR, litres DECIMAL(9, 3), price DECIMAL(9, 4), odometer BIGINT',
  container_reading:
    'container_id VARCHAR, read_no BIGINT, read_on DATE, place_code VARCHAR, fill_percent DECIMAL(5, 2), cargo_kg DECIMAL(12, 3)',
} as const;
export type Table = keyof typeof TABLES;
