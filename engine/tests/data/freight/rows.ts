import { quoteText } from '../../../src/expression/quote.ts';
import { NAMES } from './names.ts';
import { TABLES } from './tables.ts';
import type { Table } from './tables.ts';

type Value = string | number | bigint | boolean | null;
type Rows = Record<Table, Value[][]>;

/** A number from 0 to `count` − 1: a hash of the labels, so that it is the same in each run. */
export function pick(count: number, ...labels: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const char of labels.join(':')) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const oneOf = <T>(list: readonly T[], ...labels: (string | number)[]): T => list[pick(list.length, ...labels)]!;
const hit = (chance: number, ...labels: (string | number)[]) => pick(chance, ...labels) === 0;
const money = (most: number, ...labels: (string | number)[]) => pick(most * 100, ...labels) / 100;
const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
const timeAfter = (time: string, minutes: number) =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** The last day of the data. */
export const AS_OF = '2025-12-17';
/** Larger than what a double holds exactly. */
const FIRST_SHIPMENT = 9_007_199_254_740_993n;

/** Bookings around changes of the clocks in Chicago and Tallinn, and around New Year. */
const NIGHTS = [
  '2024-12-31 21:30:00',
  '2024-12-31 22:30:00',
  '2024-12-31 23:59:59',
  '2025-01-01 05:30:00',
  '2025-03-09 06:30:00',
  '2025-03-09 07:30:00',
  '2025-03-09 08:30:00',
  '2025-03-09 09:30:00',
  '2025-03-30 00:30:00',
  '2025-03-30 01:30:00',
  '2025-10-26 00:30:00',
  '2025-10-26 01:30:00',
  '2025-11-02 05:30:00',
  '2025-11-02 06:30:00',
  '2025-11-02 07:30:00',
  '2025-11-02 08:30:00',
];

const PLACES = NAMES.place.map(([code]) => code as string);
const ROAD_VEHICLES = 24;
const vehicleId = (number: number) => `34 ŞT ${String(number).padStart(3, '0')}`;

function addShipment(rows: Rows, number: number): void {
  const id = FIRST_SHIPMENT + BigInt(number * 2);
  const seed = `shipment ${number}`;
  const day = dayAfter('2024-07-01', pick(520, seed, 'day'));
  const minute = pick(1440, seed, 'minute');
  const bookedAt = NIGHTS[number - 1] ?? timeAfter(`${day} 00:00:00`, minute);
  const booked = bookedAt.slice(0, 10);
  const arrives = dayAfter(booked, 2 + pick(14, seed, 'arrives'));
  const delivered = arrives > AS_OF || hit(9, seed, 'lost') ? null : arrives;
  const origin = hit(17, seed, 'origin') ? 'ZZZ' : oneOf(PLACES, seed, 'from');
  const destination = hit(23, seed, 'destination') ? null : oneOf(PLACES, seed, 'to');
  const shipper = 1 + pick(24, seed, 'shipper');
  const consignee = hit(11, seed, 'consignee') ? null : 1 + pick(24, seed, 'receiver');
  rows.shipment.push([
    id,
    `REF-${String(number).padStart(4, '0')}`,
    shipper,
    consignee,
    origin,
    destination,
    hit(19, seed, 'goods') ? null : (oneOf(NAMES.commodity, seed, 'commodity')[0] as string),
    oneOf(['EX', 'EX', 'ST', 'ST', 'EC', 'X?', null], seed, 'service'),
    bookedAt,
    hit(13, seed, 'promise') ? null : dayAfter(booked, 4 + pick(9, seed, 'promised')),
    delivered,
    hit(29, seed, 'weight') ? null : pick(9_000_000, seed, 'kg') / 1000,
    hit(5, seed, 'declared') ? null : BigInt(pick(1_000_000, seed, 'value')) * 1_234_567_891n,
  ]);
  addLegs(rows, { id, seed, bookedAt, origin, destination, isOpen: delivered === null });
  if (!hit(10, seed, 'invoice')) addInvoice(rows, { id, number, seed, booked, payers: [shipper, consignee] });
}

interface Trip {
  id: bigint;
  seed: string;
  bookedAt: string;
  origin: string;
  destination: string | null;
  isOpen: boolean;
}

function addLegs(rows: Rows, { id, seed, bookedAt, origin, destination, isOpen }: Trip): void {
  const count = 1 + pick(3, seed, 'legs');
  let from: string | null = origin;
  let time = timeAfter(bookedAt, 60 + pick(2000, seed, 'wait'));
  for (const leg of range(count)) {
    const own = `${seed} leg ${leg}`;
    const to: string | null = leg === count ? destination : oneOf(PLACES, own, 'via');
    const mode = oneOf(['road', 'road', 'road', 'rail', 'sea'], own, 'mode');
    const arrival = timeAfter(time, 90 + pick(3000, own, 'minutes'));
    rows.leg.push([id, leg, from, to, mode, time, isOpen && leg === count ? null : arrival, 20 + pick(19_000, own, 'km') / 10]); // prettier-ignore
    if (mode === 'road' && !hit(9, own, 'unassigned')) addCrews(rows, id, leg, own);
    from = to;
    time = timeAfter(arrival, 45);
  }
}

function addCrews(rows: Rows, id: bigint, leg: number, own: string): void {
  const first = 1 + pick(ROAD_VEHICLES, own, 'vehicle');
  const isSplit = hit(3, own, 'split');
  rows.leg_vehicle.push([id, leg, vehicleId(first), isSplit ? 0.625 : 1]);
  if (isSplit) rows.leg_vehicle.push([id, leg, vehicleId((first % ROAD_VEHICLES) + 1), 0.375]);
  const driver = 1 + pick(16, own, 'driver');
  rows.leg_crew.push([id, leg, driver, 'driver', 1 + pick(900, own, 'hours') / 100]);
  if (hit(2, own, 'relief')) rows.leg_crew.push([id, leg, (driver % 16) + 1, 'relief', 0.5 + pick(400, own, 'rest') / 100]); // prettier-ignore
}

interface Billing {
  id: bigint;
  number: number;
  seed: string;
  booked: string;
  payers: [shipper: number, consignee: number | null];
}

function addInvoice(rows: Rows, { id, number, seed, booked, payers }: Billing): void {
  const issued = dayAfter(booked, 1 + pick(20, seed, 'issued'));
  const due = dayAfter(issued, 30);
  const paid = dayAfter(issued, 5 + pick(50, seed, 'paid'));
  const payer = hit(5, seed, 'third') ? 1 + pick(24, seed, 'payer') : payers[pick(2, seed, 'side')]!;
  rows.invoice.push([5000 + number, id, payer, issued, due, paid > AS_OF || hit(5, seed, 'unpaid') ? null : paid]);
  for (const line of range(1 + pick(4, seed, 'lines'))) {
    const own = `${seed} line ${line}`;
    const code = hit(31, own, 'unknown') ? 'X9' : (oneOf(NAMES.charge, own, 'charge')[0] as string);
    rows.invoice_line.push([5000 + number, line, code, money(4000, own, 'amount') - (hit(9, own, 'credit') ? 4000 : 0)]); // prettier-ignore
  }
}

function addClaim(rows: Rows, number: number): void {
  const seed = `claim ${number}`;
  const filed = dayAfter('2024-09-01', pick(460, seed, 'filed'));
  const settled = dayAfter(filed, 3 + pick(120, seed, 'settled'));
  const isOpen = settled > AS_OF || hit(4, seed, 'open');
  const claimed = money(20_000, seed, 'claimed');
  const shipment = hit(8, seed, 'shipment') ? null : FIRST_SHIPMENT + BigInt(2 * (1 + pick(260, seed, 'of')));
  rows.claim.push([
    number,
    shipment,
    filed,
    isOpen ? null : settled,
    claimed,
    isOpen ? null : hit(3, seed, 'refused') ? 0 : Math.round(claimed * 60) / 100,
    oneOf(['damage', 'loss', 'delay', 'DAMAGE ', null], seed, 'cause'),
  ]);
}

function addVehicle(rows: Rows, number: number): void {
  const seed = `vehicle ${number}`;
  const kind = oneOf(['truck', 'truck', 'van', 'reefer'], seed, 'kind');
  const place = hit(7, seed, 'depot') ? null : oneOf(PLACES, seed, 'at');
  rows.vehicle.push([vehicleId(number), kind, place, 1000 * (2 + pick(22, seed, 'capacity')), oneOf(['diesel', 'diesel', 'lng', null], seed, 'fuel'), 2009 + pick(16, seed, 'built')]); // prettier-ignore
  let odometer = 10_000 + pick(90_000, seed, 'odometer');
  let time = timeAfter('2025-01-01 00:00:00', pick(20_000, seed, 'first'));
  for (const turn of range(18)) {
    const own = `${seed} fuel ${turn}`;
    odometer += 100 + pick(900, own, 'km');
    rows.fuel.push([number * 100 + turn, vehicleId(number), time, hit(6, own, 'place') ? null : oneOf(PLACES, own, 'at'), 20 + pick(300_000, own, 'litres') / 1000, 1.2 + pick(6000, own, 'price') / 10_000, odometer]); // prettier-ignore
    time = timeAfter(time, 1000 + pick(45_000, own, 'next'));
  }
}

function addContainer(rows: Rows, number: number): void {
  const seed = `container ${number}`;
  const id = `MSKU${String(number).padStart(5, '0')}`;
  rows.container.push([id, oneOf([20, 40, 40, 45], seed, 'size'), hit(6, seed, 'owner') ? null : 1 + pick(24, seed, 'party')]); // prettier-ignore
  let day = dayAfter('2025-01-01', pick(90, seed, 'first'));
  for (const turn of range(4 + pick(12, seed, 'readings'))) {
    const own = `${seed} reading ${turn}`;
    if (day > AS_OF) return;
    const isEmpty = hit(5, own, 'empty');
    rows.container_reading.push([id, turn, day, hit(8, own, 'place') ? null : oneOf(PLACES, own, 'at'), isEmpty ? 0 : pick(10_000, own, 'fill') / 100, isEmpty ? 0 : pick(20_000_000, own, 'cargo') / 1000]); // prettier-ignore
    // Some containers are read twice on a day.
    day = dayAfter(day, hit(6, own, 'again') ? 0 : 1 + pick(50, own, 'next'));
  }
}

function addCrewMember(rows: Rows, number: number): void {
  const seed = `crew ${number}`;
  const home = hit(6, seed, 'home') ? null : oneOf(PLACES, seed, 'at');
  rows.crew.push([number, NAMES.crew[number - 1]!, home, dayAfter('2015-01-01', pick(3800, seed, 'hired'))]);
}

/** All rows of the company. */
export function companyRows(): Rows {
  const rows = Object.fromEntries(Object.keys(TABLES).map((table) => [table, [] as Value[][]])) as Rows;
  for (const table of ['country', 'place', 'party', 'commodity', 'charge'] as const)
    rows[table].push(...NAMES[table].map((row) => [...row]));
  for (const number of range(260)) addShipment(rows, number);
  for (const number of range(70)) addClaim(rows, number);
  for (const number of range(ROAD_VEHICLES + 2)) addVehicle(rows, number);
  for (const number of range(30)) addContainer(rows, number);
  for (const number of range(18)) addCrewMember(rows, number);
  return rows;
}

const literal = (value: Value): string => {
  if (typeof value === 'string') return quoteText(value);
  // Of as many places as are meant; ClickHouse reads a number with a point as a double and cuts it.
  return typeof value === 'number' && !Number.isInteger(value) ? quoteText(value.toFixed(4)) : String(value);
};

/**
 * Statements that create and fill the tables on every engine. Another company has rows with the same keys, which would
 * show in any answer that reads them.
 */
export function companyStatements(): string[] {
  return Object.entries(companyRows()).flatMap(([table, rows]) => {
    const inserted = (tenant: string, some: Value[][]) =>
      `INSERT INTO ${table} VALUES ${some.map((row) => `('${tenant}', ${row.map(literal).join(', ')})`).join(', ')}`;
    const others = rows.slice(0, 20).map((row) => row.map((value) => (typeof value === 'string' && /^[A-Z]?[a-z]/.test(value) ? 'SECRET' : value))); // prettier-ignore
    return [
      `CREATE TABLE ${table} (tenant_id VARCHAR, ${TABLES[table as Table]})`,
      inserted('alder', rows),
      inserted('birch', others),
    ];
  });
}
