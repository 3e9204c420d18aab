import { tilesOf } from '@rise/contract/report-pages';
import type { ChosenPeers } from '@rise/contract';
import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import { describe, expect, it } from 'vitest';
import {
  filtersInEffect,
  hasDefaultPeers,
  withAllPeers,
  withDefaultPeers,
  withFilter,
  withoutFilters,
} from './peers.state.ts';
import { readChoices, type ReportChoices, writeChoices } from './report.state.ts';
import { DEFAULT_PEERS, scorecard } from './scorecard.fixture.ts';

const REPORT = scorecard({ peers: ['state', 'peer_group', 'charter_type'], filters: ['city'], ...DEFAULT_PEERS });
const WITHOUT = scorecard({ peers: ['state', 'peer_group'] });
const RESOLVED: ChosenPeers = {
  by: 'default',
  filters: { peer_group: ['6'], charter_type: ['1', '2'] },
  omitted: [],
};
const OPENED: ReportChoices = { filters: {} };

describe('the default peers', () => {
  it('apply until the reader chooses peers, and their filters are in effect', () => {
    expect(hasDefaultPeers(REPORT, OPENED)).toBe(true);
    expect(hasDefaultPeers(REPORT, { filters: { city: ['ROME'] } })).toBe(true);
    expect(hasDefaultPeers(REPORT, { filters: { state: ['CA'] } })).toBe(false);
    expect(hasDefaultPeers(REPORT, { filters: {}, peers: 'all' })).toBe(false);
    expect(hasDefaultPeers(WITHOUT, OPENED)).toBe(false);
    expect(filtersInEffect(REPORT, OPENED, RESOLVED)).toEqual(RESOLVED.filters);
    expect(filtersInEffect(REPORT, { filters: { state: ['CA'] } }, RESOLVED)).toEqual({ state: ['CA'] });
  });

  it('stay chosen when a filter is added to them', () => {
    expect(withFilter(REPORT, OPENED, RESOLVED, { field: 'state', values: ['CA'] })).toEqual({
      filters: { ...RESOLVED.filters, state: ['CA'] },
      peers: undefined,
    });
    expect(withFilter(REPORT, OPENED, RESOLVED, { field: 'city', values: ['ROME'] })).toEqual({
      filters: { city: ['ROME'] },
      peers: undefined,
    });
  });

  it('do not come back when the last filter is removed: all members are peers', () => {
    const one = { filters: { state: ['CA'], city: ['ROME'] } };
    expect(withFilter(REPORT, one, RESOLVED, { field: 'state', values: [] })).toEqual({
      filters: { city: ['ROME'] },
      peers: 'all',
    });
    expect(withoutFilters(REPORT)).toEqual({ filters: {}, peers: 'all' });
    expect(withoutFilters(WITHOUT)).toEqual({ filters: {}, peers: undefined });
  });

  it('are one click away, as are all members; filters of rows stay', () => {
    const chosen = { filters: { state: ['CA'], city: ['ROME'] } };
    expect(withDefaultPeers(REPORT, chosen)).toEqual({ filters: { city: ['ROME'] }, peers: undefined });
    expect(withAllPeers(REPORT, chosen)).toEqual({ filters: { city: ['ROME'] }, peers: 'all' });
  });
});

describe('the minimum of a ranking', () => {
  const tiles = tilesOf(REPORT.document).map((tile) =>
    tile.kind === 'ranking' ? { ...tile, minimum: { field: 'state', from: 'TX' } } : tile,
  );
  const report = scorecard({ tiles });

  it('is part of the address where the report offers it', () => {
    const address = stringifySearch(writeChoices({ filters: {}, minimums: { ranking: 'CA' } }));
    expect(address).toBe('?from.ranking=CA');
    expect(readChoices(parseSearch(address), report)).toEqual({ filters: {}, minimums: { ranking: 'CA' } });
    expect(readChoices(parseSearch('?from.ranking=ZZ&from.spread=CA'), report)).toEqual({ filters: {} });
    expect(readChoices(parseSearch(address), REPORT)).toEqual({ filters: {} });
  });
});

describe('all members as peers', () => {
  const read = (address: string) => readChoices(parseSearch(address), REPORT);

  it('are part of the address', () => {
    expect(stringifySearch(writeChoices({ filters: {}, peers: 'all' }))).toBe('?peers=all');
    expect(read('?peers=all')).toEqual({ filters: {}, peers: 'all' });
  });

  it('are replaced by filters that choose the peers, and by nothing else', () => {
    expect(read('?peers=all&state=CA')).toEqual({ filters: { state: ['CA'] } });
    expect(read('?peers=all&city=ROME')).toEqual({ filters: { city: ['ROME'] }, peers: 'all' });
    expect(read('?peers=none')).toEqual({ filters: {} });
    expect(readChoices(parseSearch('?peers=all'), WITHOUT)).toEqual({ filters: {} });
  });
});
