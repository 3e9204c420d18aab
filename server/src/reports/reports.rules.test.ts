import { dimension, measure, reportDocument, tilesOf, type ReportDocument } from '@rise/contract';
import { expect, test } from 'vitest';
import type { UserError } from '../kernel/errors/user-error.ts';
import { fieldNamesOf } from './report-fields.service.ts';
import { readChoices } from './reports.rules.ts';
import { type Fields } from './choices.ts';
import { tileQueries } from './tile-queries.ts';
import { onePage } from '../testing/one-page.ts';

const text = (en: string) => ({ en });
const document: ReportDocument = reportDocument.parse({
  title: text('Scorecard'),
  purpose: text('How we stand'),
  dataset: 'call_report',
  subject: {
    key: 'charter',
    title: 'name',
    details: ['city'],
    size: 'assets',
    count: 'institutions',
    label: text('Institution'),
  },
  peers: ['peer_group'],
  filters: ['state'],
  measures: ['net_worth', 'delinquency'],
  ...onePage([
    { id: 'kpis', kind: 'kpis', title: text('KPIs'), measures: ['net_worth', 'delinquency'] },
    { id: 'ranking', kind: 'ranking', title: text('Ranking'), limit: 10 },
    { id: 'mix', kind: 'mix', title: text('Mix'), whole: 'loans', parts: ['cards', 'cars'] },
    { id: 'states', kind: 'table', title: text('States'), dimensions: ['state'], measures: ['assets'] },
  ]),
});
const column = { table: 't', column: 'c' };
const dimensions = [
  dimension.parse({ name: 'state', title: text('State'), type: 'string', column }),
  dimension.parse({ name: 'peer_group', title: text('Peers'), type: 'integer', column }),
];
const measures = [
  measure.parse({
    kind: 'count',
    name: 'net_worth',
    title: text('a'),
    definition: text('a'),
    format: { unit: 'count' },
    better: 'higher',
  }),
  measure.parse({
    kind: 'count',
    name: 'delinquency',
    title: text('b'),
    definition: text('b'),
    format: { unit: 'count' },
    better: 'lower',
  }),
];
const fields: Fields = {
  dimension: (name) => dimensions.find((one) => one.name === name),
  measure: (name) => measures.find((one) => one.name === name),
};
const [kpis, ranking, mix, states] = tilesOf(document);

test('parses the choices in a URL into typed conditions', () => {
  const choices = readChoices(document, { filters: { peer_group: ['5', '6'], state: ['CA'] } }, '68', fields);
  expect(choices).toMatchObject({
    subject: '68',
    measure: 'net_worth',
    peers: { field: 'peer_group', op: 'in', values: [5, 6] },
    filter: { field: 'state', op: 'in', values: ['CA'] },
    conditions: [
      { field: 'peer_group', op: 'in', values: [5, 6] },
      { field: 'state', op: 'in', values: ['CA'] },
    ].toReversed(),
  });
});

test('filters by whole numbers beyond those of a double as their digits', () => {
  const { peers } = readChoices(document, { filters: { peer_group: ['9007199254740993', '-42'] } }, null, fields);
  expect(peers).toEqual({ field: 'peer_group', op: 'in', values: ['9007199254740993', -42] });
  const tooLong = { filters: { peer_group: ['1'.repeat(20)] } };
  expect(() => readChoices(document, tooLong, null, fields)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ field: 'filters.peer_group' })] }),
  );
});

test('names every choice that the report does not offer', () => {
  const state = { measure: 'profit', filters: { region: ['1'], peer_group: ['five'] } };
  const failure = (() => {
    try {
      readChoices(document, state, null, fields);
      return null;
    } catch (error) {
      return error as UserError;
    }
  })();
  expect(failure?.code).toBe('VALIDATION_FAILED');
  expect(failure?.details?.map(({ field }) => field)).toEqual(['measure', 'filters.region', 'filters.peer_group']);
});

test('rejects all members as peers beside a filter that chooses them', () => {
  const choose = (filters: Record<string, string[]>) => readChoices(document, { filters, peers: 'all' }, null, fields);
  expect(choose({ state: ['CA'] }).peers).toBeUndefined();
  expect(() => choose({ peer_group: ['5'] })).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ field: 'peers' })] }),
  );
});

const NO_CHOICE = { subject: null, filter: undefined, peers: undefined, conditions: [], base: [], marks: [] };

test('a ranking starts with the best end of its measure', () => {
  const query = (measure: string) => tileQueries(document, ranking!, { ...NO_CHOICE, measure }, fields)['ranking'];
  expect(query('net_worth')).toMatchObject({ order: [{ field: 'net_worth', direction: 'desc' }], limit: 10 });
  expect(query('delinquency')).toMatchObject({ order: [{ field: 'delinquency', direction: 'asc' }] });
});

test('tiles about a member have no query while none is chosen, and the others still run', () => {
  const choices = { ...NO_CHOICE, measure: 'net_worth' };
  expect(tileQueries(document, kpis!, choices, fields)).toEqual({});
  expect(Object.keys(tileQueries(document, mix!, choices, fields))).toEqual(['peers']);
  expect(tileQueries(document, states!, choices, fields)['table']).toMatchObject({
    dimensions: ['state'],
    totals: true,
  });
});

const filter = { field: 'state', op: 'in' as const, values: ['CA'] };
const peers = { field: 'peer_group', op: 'in' as const, values: [5] };
const own = { field: 'charter', op: 'in', values: ['68'] };

test('a mix queries the member’s parts without regard to the choice of peers', () => {
  const measures = ['loans', 'cards', 'cars'];
  const slots = tileQueries(
    document,
    mix!,
    { subject: '68', measure: 'net_worth', filter, peers, conditions: [filter, peers], base: [filter], marks: [] },
    fields,
  );
  expect(slots['subject']).toMatchObject({ filter: { all: [own, filter] }, measures });
  expect(slots['peers']).toMatchObject({ filter: { all: [filter, peers] }, measures });
});

test('a comparison distinguishes the filter from the choice of peers; lists of peers are under both', () => {
  const choices = {
    subject: '68',
    measure: 'net_worth',
    filter,
    peers,
    conditions: [filter, peers],
    base: [filter],
    marks: [],
  };
  expect(tileQueries(document, kpis!, choices, fields)['benchmark']).toMatchObject({ member: '68', filter, peers });
  expect(tileQueries(document, ranking!, choices, fields)).toMatchObject({
    ranking: { filter: { all: [filter, peers] } },
    benchmark: { filter, peers },
  });
});

test('names each field of a document once', () => {
  expect(fieldNamesOf(document)).toEqual({
    dimensions: ['charter', 'name', 'city', 'peer_group', 'state'],
    measures: ['assets', 'institutions', 'net_worth', 'delinquency', 'loans', 'cards', 'cars'],
  });
});
