import { rowListQuery, type Tile } from '@rise/contract';
import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import { describe, expect, it } from 'vitest';
import { pageOf } from './list.state.ts';
import { readChoices, type ReportChoices, withChange, writeChoices } from './report.state.ts';
import { scorecard } from './scorecard.fixture.ts';

const LIST: Tile = {
  id: 'list',
  kind: 'rows',
  title: { en: 'List' },
  width: 12,
  of: 'peers',
  columns: ['name', 'assets'],
  order: [{ field: 'assets', direction: 'desc' }],
  pageSize: 10,
};
const REPORT = scorecard({ tiles: [LIST] });
const read = (address: string) => readChoices(parseSearch(address), REPORT).lists;

describe('the choices in a list', () => {
  it('are in the address: the order and the page', () => {
    const choices: ReportChoices = {
      filters: {},
      lists: { list: { sort: { id: 'name', direction: 'desc' }, page: 3 } },
    };
    const address = stringifySearch(writeChoices(choices));
    expect(address).toBe('?sort.list=-name&page.list=3');
    expect(readChoices(parseSearch(address), REPORT)).toEqual(choices);
  });

  it.each([
    '?sort.list=city',
    '?page.list=1',
    '?page.list=-2',
    '?page.list=two',
    '?page.list=99999999',
    '?sort.other=name',
  ])('leave out %s, which the list does not have', (address) => expect(read(address)).toBeUndefined());

  it('start from the first page again where the rows change, in their order', () => {
    const before: ReportChoices = { filters: {}, lists: { list: { sort: { id: 'name', direction: 'asc' }, page: 3 } } };
    for (const change of [{ filters: { state: ['CA'] } }, { peers: 'all' as const }, { subject: '68' }])
      expect(withChange(before, change).lists).toEqual({ list: { sort: { id: 'name', direction: 'asc' } } });
    expect(withChange(before, { wide: 'list' }).lists).toEqual(before.lists);
  });

  it('are a query of their own but for the first page in the report’s order', () => {
    const first = rowListQuery.parse({ kind: 'rows', dataset: 'd', columns: ['name'], limit: 10, count: true });
    expect(pageOf(first, {})).toBeNull();
    expect(pageOf(first, { page: 3 })).toEqual({ ...first, offset: 20 });
    const sort = { id: 'name', direction: 'desc' } as const;
    expect(pageOf(first, { sort })).toEqual({ ...first, order: [{ field: 'name', direction: 'desc' }] });
  });
});
