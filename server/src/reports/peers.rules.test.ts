import { dimension, measure, reportDocument } from '@rise/contract';
import { expect, test } from 'vitest';
import { resolvePeers } from './peers.rules.ts';
import { subjectDimensions, subjectQuery, subjectValues } from './subject.rules.ts';
import { onePage } from '../testing/one-page.ts';

const text = (en: string) => ({ en });
const document = reportDocument.parse({
  title: text('Scorecard'),
  purpose: text('How we stand'),
  dataset: 'call_report',
  subject: { key: 'charter', title: 'name', details: [], size: 'assets', count: 'institutions', label: text('One') },
  peers: ['state', 'peer_group', 'charter_type'],
  defaultPeers: { like: ['peer_group'], where: [{ field: 'charter_type', values: [1, 2], label: text('insured') }] },
  filters: ['cycle'],
  measures: ['net_worth'],
  ...onePage([{ id: 'kpis', kind: 'kpis', title: text('KPIs'), measures: ['net_worth'] }]),
});
const own = (group: string[], type: string[]) =>
  new Map([
    ['peer_group', group],
    ['charter_type', type],
  ]);
const NONE = { filters: {} };

test('the default peers share the subject’s own value and meet the conditions', () => {
  expect(resolvePeers(document, NONE, own(['6'], ['1']))).toEqual({
    by: 'default',
    filters: { peer_group: ['6'], charter_type: ['1', '2'] },
    omitted: [],
  });
  expect(resolvePeers(document, { filters: { cycle: ['2025'] } }, own(['5', '6'], ['2']))).toMatchObject({
    by: 'default',
    filters: { peer_group: ['5', '6'] },
  });
});

test('a part that the subject has no value of, or does not meet itself, is left out', () => {
  expect(resolvePeers(document, NONE, own(['6'], ['3']))).toEqual({
    by: 'default',
    filters: { peer_group: ['6'] },
    omitted: [{ field: 'charter_type', reason: 'not-met' }],
  });
  expect(resolvePeers(document, NONE, own([], ['1']))).toEqual({
    by: 'default',
    filters: { charter_type: ['1', '2'] },
    omitted: [{ field: 'peer_group', reason: 'no-value' }],
  });
  expect(resolvePeers(document, NONE, null)).toEqual({
    by: 'default',
    filters: { charter_type: ['1', '2'] },
    omitted: [{ field: 'peer_group', reason: 'no-subject' }],
  });
});

test('what the reader chose replaces the whole default, and all members are a choice, too', () => {
  const insured = own(['6'], ['1']);
  const filters = { state: ['CA'], cycle: ['2025'] };
  expect(resolvePeers(document, { filters }, insured)).toEqual({
    by: 'filters',
    filters: { state: ['CA'] },
    omitted: [],
  });
  expect(resolvePeers(document, { filters: {}, peers: 'all' }, insured)).toEqual({
    by: 'all',
    filters: {},
    omitted: [],
  });
  const { defaultPeers: _default, ...without } = document;
  expect(resolvePeers(without, NONE, new Map())).toEqual({ by: 'all', filters: {}, omitted: [] });
});

test('the subject’s own values are those of the rows behind its figures', () => {
  const known = (name: string) =>
    dimension.parse({ name, title: text(name), type: 'integer', column: { table: 't', column: 'c' } });
  const classified = measure.parse({
    kind: 'count',
    name: 'net_worth',
    title: text('a'),
    definition: text('a'),
    format: { unit: 'count' },
    classifies: { dimension: 'region', values: [1], otherwise: text('elsewhere') },
  });
  expect(subjectDimensions(document, { dimension: known, measure: () => classified })).toEqual([
    'peer_group',
    'charter_type',
    'region',
  ]);
  expect(subjectDimensions(document, { dimension: () => undefined, measure: () => classified })).toEqual([]);
  const filter = { field: 'cycle', op: 'in' as const, values: ['2025'] };
  expect(subjectQuery(document, document.subject!, { subject: '68', filter }, ['peer_group'])).toMatchObject({
    dimensions: ['peer_group'],
    measures: ['institutions'],
    filter: { all: [{ field: 'charter', op: 'in', values: ['68'] }, filter] },
  });
  const column = (name: string, role: 'dimension' | 'measure') => ({
    name,
    role,
    title: text(name),
    type: 'integer' as const,
  });
  const values = subjectValues({
    columns: [column('peer_group', 'dimension'), column('insured', 'dimension'), column('institutions', 'measure')],
    rows: [
      [5, true, 1],
      [6, true, 1],
      [null, true, 1],
    ],
    meta: {
      dataVersion: 1,
      asOf: null,
      rowCount: 3,
      truncated: false,
      cache: 'miss',
      uncomputed: [],
      unavailable: [],
      averages: [],
      unmapped: [],
      periods: [],
      elapsedMs: 1,
    },
  });
  expect([...values]).toEqual([
    ['peer_group', ['5', '6']],
    ['insured', ['true']],
  ]);
});
