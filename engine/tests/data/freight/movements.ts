import { column, dataset, dimension, joinAs, measure } from '../../support/model-text.ts';

const LEG = '{ table: leg, on: [shipment_id, leg_no] }';
const TRIP = '{ table: shipment, to: leg, on: [shipment_id] }';
const depotOf = (more = '') => [
  joinAs('place', 'depot', 'depot', 'place_code', more),
  '{ table: country, as: depot_country, to: depot, on: [country_code] }',
];

const legs = dataset({
  name: 'legs',
  table: 'leg',
  joins: [
    '{ table: shipment, on: [shipment_id] }',
    joinAs('place', 'from_place', 'from_place', 'place_code'),
    joinAs('place', 'to_place', 'to_place', 'place_code'),
    '{ table: commodity, to: shipment, on: [commodity_code] }',
  ],
  dimensions: [
    dimension('mode', 'string', column('leg', 'mode')),
    dimension('from_name', 'string', column('from_place', 'name')),
    dimension('to_name', 'string', column('to_place', 'name')),
    dimension('departed', 'timestamp', column('leg', 'departed_at')),
    dimension('arrived', 'timestamp', column('leg', 'arrived_at')),
    dimension('booked', 'timestamp', column('shipment', 'booked_at')),
    dimension('hazard', 'integer', column('commodity', 'hazard_class')),
    dimension('shipment', 'integer', column('leg', 'shipment_id')),
    dimension('legs_of_shipment', 'integer', 'per: { key: shipment, take: count }'),
    dimension('goes_by_sea', 'boolean', `per: { key: shipment, take: any, where: "mode = 'sea'" }`),
  ],
  measures: [
    measure('legs', 'kind: count'),
    measure('distance', 'kind: sum, expression: distance_km'),
    measure('moved_weight', 'kind: sum, expression: shipment.weight_kg'),
    measure('mean_shipment', 'kind: average, expression: shipment.weight_kg'),
    measure('work', 'kind: sum, expression: distance_km * shipment.weight_kg / 1000'),
    measure('not_arrived', 'kind: count, where: arrived_at IS NULL'),
    measure('last_departure', 'kind: max, expression: departed_at', 'time'),
  ],
});

const hauls = dataset({
  name: 'hauls',
  table: 'leg_vehicle',
  joins: [LEG, TRIP, '{ table: vehicle, on: [vehicle_id] }', ...depotOf(', to: vehicle')],
  dimensions: [
    dimension('vehicle', 'string', column('leg_vehicle', 'vehicle_id')),
    dimension('vehicle_kind', 'string', column('vehicle', 'kind')),
    dimension('depot', 'string', column('depot', 'name')),
    dimension('depot_country', 'string', column('depot_country', 'name')),
    dimension('departed', 'timestamp', column('leg', 'departed_at')),
  ],
  measures: [
    measure('hauls', 'kind: count'),
    measure('distance', 'kind: sum, expression: leg.distance_km'),
    measure('share_of_distance', 'kind: sum, expression: leg.distance_km * load_share'),
    measure('carried', 'kind: sum, expression: shipment.weight_kg'),
    measure('capacity', 'kind: sum, expression: vehicle.capacity_kg'),
    measure('median_leg', 'kind: median, expression: leg.distance_km'),
    measure('vehicles', 'kind: count_distinct, expression: vehicle_id'),
    measure('a_vehicle', 'kind: ratio, numerator: [{ measure: share_of_distance }], denominator: [{ measure: vehicles }]'), // prettier-ignore
  ],
});

const crewing = dataset({
  name: 'crewing',
  table: 'leg_crew',
  joins: [LEG, '{ table: crew, on: [crew_id] }', joinAs('place', 'home', 'home_place', 'place_code', ', to: crew')],
  dimensions: [
    dimension('duty', 'string', column('leg_crew', 'duty')),
    dimension('person', 'string', column('crew', 'name')),
    dimension('person_id', 'integer', column('leg_crew', 'crew_id')),
    dimension('home', 'string', column('home', 'name')),
    dimension('hired', 'date', column('crew', 'hired')),
    dimension('drives', 'boolean', `per: { key: person_id, take: any, where: "duty = 'driver'" }`),
    dimension('relieves', 'boolean', `per: { key: person_id, take: any, where: "duty = 'relief'" }`),
  ],
  measures: [
    measure('hours', 'kind: sum, expression: hours'),
    measure('people', 'kind: count_distinct, expression: crew_id'),
    measure('distance', 'kind: sum, expression: leg.distance_km'),
    measure('hours_each', 'kind: ratio, numerator: [{ measure: hours }], denominator: [{ measure: people }]'),
    measure('longest', 'kind: max, expression: hours'),
  ],
});

const fuel = dataset({
  name: 'fuel',
  table: 'fuel',
  joins: [
    '{ table: vehicle, on: [vehicle_id] }',
    joinAs('place', 'station', 'place_code', 'place_code'),
    ...depotOf(', to: vehicle'),
  ],
  dimensions: [
    dimension('vehicle', 'string', column('fuel', 'vehicle_id')),
    dimension('fuel_kind', 'string', column('vehicle', 'fuel_kind')),
    dimension('station', 'string', column('station', 'name')),
    dimension('depot_country', 'string', column('depot_country', 'name')),
    dimension('taken', 'timestamp', column('fuel', 'taken_at')),
    dimension('away', 'boolean', 'expression: "station.place_code <> depot.place_code"'),
  ],
  measures: [
    measure('stops', 'kind: count'),
    measure('litres', 'kind: sum, expression: litres'),
    measure('cost', 'kind: sum, expression: litres * price'),
    measure('mean_price', 'kind: ratio, numerator: [{ measure: cost }], denominator: [{ measure: litres }]'),
    measure('least_odometer', 'kind: min, expression: odometer'),
    measure('greatest_odometer', 'kind: max, expression: odometer'),
    measure('driven', 'kind: derived, expression: greatest_odometer - least_odometer'),
    measure('tank_capacity', 'kind: sum, expression: vehicle.capacity_kg'),
  ],
});

const known = (take: string, more = '') =>
  `over: { time: read_on, take: ${take}, per: container, order: read_no${more} }`;
const positions = dataset({
  name: 'positions',
  table: 'container_reading',
  joins: [
    '{ table: container, on: [container_id] }',
    '{ table: place, on: [place_code] }',
    joinAs('party', 'owner', 'owner_id', 'party_id', ', to: container'),
  ],
  dimensions: [
    dimension('container', 'string', column('container_reading', 'container_id')),
    dimension('size', 'integer', column('container', 'size_ft')),
    dimension('owner', 'string', column('owner', 'name')),
    dimension('place', 'string', column('place', 'name')),
    dimension('read_on', 'date', column('container_reading', 'read_on')),
  ],
  measures: [
    measure('readings', 'kind: count'),
    measure('containers', `kind: count, ${known('last')}`),
    measure('cargo', `kind: sum, expression: cargo_kg, ${known('last')}`),
    measure('filled', `kind: sum, expression: fill_percent, ${known('last')}`),
    measure('mean_fill', 'kind: ratio, numerator: [{ measure: filled }], denominator: [{ measure: containers }]'),
    measure('empty', `kind: count, where: fill_percent = 0, ${known('last')}`),
    measure('heard_of', `kind: count, ${known('last', ', carry: { days: 30 }')}`),
    measure('first_cargo', `kind: sum, expression: cargo_kg, ${known('first')}`),
    measure('mean_cargo', `kind: sum, expression: cargo_kg, ${known('average')}`),
    measure('greatest_cargo', `kind: sum, expression: cargo_kg, ${known('max')}`),
  ],
});

/** Tables without a date: what the company has, as it is. */
const fleet = dataset({
  name: 'fleet',
  table: 'vehicle',
  joins: depotOf(),
  dimensions: [
    dimension('vehicle', 'string', column('vehicle', 'vehicle_id')),
    dimension('kind', 'string', column('vehicle', 'kind')),
    dimension('depot', 'string', column('depot', 'name')),
    dimension('fuel_kind', 'string', column('vehicle', 'fuel_kind')),
    dimension('built', 'integer', column('vehicle', 'built')),
  ],
  measures: [
    measure('vehicles', 'kind: count'),
    measure('capacity', 'kind: sum, expression: capacity_kg'),
    measure('mean_age', 'kind: average, expression: 2025 - built'),
    measure('spread_of_capacity', 'kind: stddev, expression: capacity_kg, population: true'),
  ],
});

export const MOVEMENTS = [legs, hauls, crewing, fuel, positions, fleet];
