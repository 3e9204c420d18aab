import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import { expect, it } from 'vitest';
import { affectedTiles } from '../report-run.ts';
import { readChoices, type ReportChoices, writeChoices } from '../report.state.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { periodDays } from '../../../figures/period-days.ts';
import { targetLink } from './target-link.ts';

const REPORT = {
  ...scorecard({ peers: ['state'] }),
  levels: {
    spread: [
      { title: null, levels: ['county', 'city'] },
      { title: null, levels: [{ field: 'opened_on', grain: 'quarter' as const, fill: false }] },
    ],
  },
};
const address = (choices: ReportChoices) => stringifySearch(writeChoices(choices));
const throughAddress = (text: string) => readChoices(parseSearch(text), REPORT);

it.each<[string, ReportChoices]>([
  ['a member', { filters: {}, opened: { spread: [{ value: 'CA', to: 'county' }] } }],
  [
    'members whose names have commas, equal signs and the same text',
    {
      filters: { state: ['CA'] },
      opened: {
        spread: [
          { value: 'a=b,c', to: 'county' },
          { value: 'a=b,c', to: 'city' },
        ],
      },
    },
  ],
  [
    'rows of a figure',
    {
      filters: {},
      rows: {
        tile: 'spread',
        measure: 'roa',
        cell: [
          { field: 'county', value: 'Los Angeles, east' },
          { field: 'city', value: null },
          { field: 'state', value: null, isOther: true },
        ],
      },
    },
  ],
  ['rows of the whole tile', { filters: {}, rows: { tile: 'spread', measure: 'roa', cell: [] } }],
])('%s is the same after it was written to the address and read', (_, choices) => {
  expect(throughAddress(address(choices))).toEqual(choices);
});

it.each([
  ['a level that the tile does not have', '?open.spread=branch=7'],
  ['a level before the one above it', '?open.spread=city=7'],
  ['levels of two paths', '?open.spread=county=CA,opened_on_quarter=2025-01-01'],
  ['a tile without levels', '?open.figures=county=CA'],
  ['rows of a tile that is not there', '?rows=gone:roa'],
  ['rows with a member that is none', '?rows=spread:roa,county'],
])('%s is ignored', (_, text) => {
  expect(throughAddress(text)).toEqual({ filters: {} });
});

it('opening a member concerns its own tile alone', () => {
  const opened = { spread: [{ value: 'CA', to: 'county' }] };
  const before = { filters: {} };
  expect([...affectedTiles(REPORT, before, { ...before, opened })]).toEqual(['spread']);
  expect([...affectedTiles(REPORT, { ...before, opened }, { ...before, opened: structuredClone(opened) })]).toEqual([]);
});

const TARGET = {
  id: 'b',
  key: 'b',
  title: { en: 'B' },
  filters: ['state', 'channel'],
  subject: 'charter',
  period: 'day',
};

it('a target opens with the members as filters where it has such filters, and with what was chosen before', () => {
  const members = [
    { request: 'channel', value: 'a,b' },
    { request: 'branch', value: '7' },
    { request: 'charter', value: '68' },
    { request: { field: 'day', grain: 'quarter' as const, fill: false }, value: '2024-01-01' },
  ];
  const link = targetLink(TARGET, members, REPORT, { filters: { state: ['CA'], size: ['xl'] } });
  const [path, search] = link.split('?');
  expect(path).toBe('/reports/b');
  expect(parseSearch(`?${search}`)).toEqual({
    institution: '68',
    period: '2024-01-01..2024-03-31',
    state: 'CA',
    channel: String.raw`a\,b`,
  });
});

it.each([
  ['2024-02-01', 'month', '2024-02-29'],
  ['2023-07-01', 'fiscal_year', '2024-06-30'],
  ['2024-12-30', 'week', '2025-01-05'],
  ['2024-03-01', 'day', '2024-03-01'],
] as const)('the period that begins on %s, a %s, ends on %s', (start, grain, until) => {
  expect(periodDays(start, grain)).toEqual({ since: start, until });
});
