/** Events of clients, for funnels. */
export interface Event {
  tenant: string;
  id: number;
  client: number | null;
  /** 'YYYY-MM-DD HH:MM:SS.ffffff' */
  at: string;
  /** Microseconds since 1970. */
  micros: number;
  kind: string;
  amount: number | null;
  branch: string | null;
}

export const MICROSECONDS_OF_A_DAY = 86_400_000_000;

const KINDS = ['visit', 'visit', 'apply', 'fund', 'other'];
const BRANCHES = ['north', 'south', 'east', null];
const START = Date.UTC(2025, 0, 1) * 1000;

const timeOf = (micros: number): string => {
  const text = new Date(Math.floor(micros / 1000)).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 23)}${String(micros % 1000).padStart(3, '0')}`;
};

/** Events over 60 days, often several of a client at the same moment; some without a client, and two tenants. */
const RANDOM = Array.from({ length: 420 }, (_, index): Event => {
  const random = (index * 7919 + 13) % 1009;
  const client = random % 33;
  // Few days for each client, at one of three times of a day.
  const day = (client * 5 + ((random * (1 + (index % 7))) % 23)) % 60;
  const moment = [0, 43_200_000_000, 43_200_000_001][(random + index) % 3]!;
  const micros = START + day * MICROSECONDS_OF_A_DAY + moment;
  return {
    tenant: index % 11 === 0 ? 'birch' : 'alder',
    id: index,
    client: client === 32 ? null : client,
    at: timeOf(micros),
    micros,
    kind: KINDS[(random + index * 3) % 5]!,
    amount: random % 8 === 0 ? null : random % 100,
    branch: BRANCHES[(index + client) % 4]!,
  };
});

/** Events by hand: kind, and day and time in January 2025. */
const byHand = (client: number, events: readonly (readonly [kind: string, time: string, branch?: string])[]): Event[] =>
  events.map(([kind, time, branch = 'north'], place) => {
    const at = `2025-01-${time.length === 2 ? `${time} 00:00:00` : time}.000000`;
    const micros = Date.parse(`${at.slice(0, 19).replace(' ', 'T')}Z`) * 1000;
    return { tenant: 'alder', id: client * 100 + place, client, at, micros, kind, amount: 10, branch };
  });

const BY_HAND = [
  // Straight through, with other events and repeated steps in between.
  ...byHand(901, [
    ['visit', '02'],
    ['other', '03'],
    ['visit', '04'],
    ['apply', '05'],
    ['apply', '06'],
    ['fund', '09'],
  ]),
  // A step before the one that it follows does not count.
  ...byHand(902, [
    ['fund', '01'],
    ['visit', '02'],
    ['fund', '03'],
    ['apply', '05'],
  ]),
  // The first attempt takes 20 days, the second 2; a third one is as long.
  ...byHand(903, [
    ['visit', '02'],
    ['apply', '12'],
    ['visit', '20', 'south'],
    ['apply', '21'],
    ['fund', '22'],
    ['visit', '23', 'east'],
    ['apply', '24'],
    ['fund', '25'],
  ]),
  // Two steps at the same moment, the third a day later.
  ...byHand(904, [
    ['visit', '05 10:00:00', 'south'],
    ['visit', '05 10:00:00', 'east'],
    ['apply', '05 10:00:00'],
    ['fund', '06 10:00:00'],
  ]),
  // Exactly seven days, and one second more.
  ...byHand(905, [
    ['visit', '01 12:00:00'],
    ['apply', '08 12:00:00'],
    ['fund', '08 12:00:01'],
  ]),
];

export const EVENTS: readonly Event[] = [...RANDOM, ...BY_HAND];

const cell = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));

export const EVENT_TABLES = [
  'CREATE TABLE event (tenant_id VARCHAR, id BIGINT, client BIGINT, happened TIMESTAMP, day DATE, kind VARCHAR, amount DECIMAL(12, 2), branch VARCHAR)',
  'CREATE TABLE branch (tenant_id VARCHAR, code VARCHAR, region VARCHAR)',
  `INSERT INTO event VALUES ${EVENTS.map(
    (event) =>
      `(${[event.tenant, event.id, event.client, event.at, event.at.slice(0, 10), event.kind, event.amount, event.branch].map(cell).join(', ')})`,
  ).join(', ')}`,
  `INSERT INTO branch VALUES ('alder', 'north', 'hills'), ('alder', 'south', 'plains'), ('birch', 'north', 'plains')`,
];

export const EVENT_MODEL = `
name: events
title: { en: Events }
description: { en: D }
datasets:
  - name: events
    title: { en: Events }
    description: { en: D }
    owner: Sales
    table: event
    joins: [{ table: branch, on: [{ column: branch, key: code }] }]
    dimensions:
      - { name: id, type: integer, title: { en: Id }, column: { table: event, column: id } }
      - { name: client, type: integer, title: { en: Client }, column: { table: event, column: client } }
      - { name: moment, type: timestamp, title: { en: Moment }, column: { table: event, column: happened } }
      - { name: day, type: date, title: { en: Day }, column: { table: event, column: day } }
      - { name: kind, type: string, title: { en: Kind }, column: { table: event, column: kind }, values: [{ value: visit, title: { en: V } }, { value: apply, title: { en: A } }, { value: fund, title: { en: F } }] }
      - { name: amount, type: decimal, title: { en: Amount }, column: { table: event, column: amount } }
      - { name: large, type: boolean, title: { en: Large }, expression: amount > 50 }
      - { name: branch, type: string, title: { en: Branch }, column: { table: event, column: branch } }
      - { name: region, type: string, title: { en: Region }, column: { table: branch, column: region } }
      - name: size
        type: string
        title: { en: Size }
        expression: amount
        bands: [{ value: small, from: null, title: { en: S } }, { value: big, from: 30, title: { en: B } }]
      - { name: events_of_client, type: integer, title: { en: E }, per: { key: client, take: count } }
      - { name: step, type: string, title: { en: Step }, column: { table: event, column: kind } }
    measures:
      - { name: events, kind: count, title: { en: Events }, definition: { en: D }, format: { unit: count } }
      - { name: total, kind: sum, expression: amount, title: { en: Total }, definition: { en: D }, format: { unit: number } }
    rules: [{ name: own, title: { en: Own branch }, exceptFor: { roles: [auditor] }, where: "branch IN (:user_branch)" }]
    masks: [{ name: clients, title: { en: Clients }, appliesTo: { groups: [temps] }, columns: [{ table: event, column: client }] }]
`;
