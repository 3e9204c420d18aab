import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import { describe, expect, it } from 'vitest';
import { openTable, readDataView, toggleSort, withFilter, withRows, writeDataView } from './data-view.state.ts';

const again = (state: ReturnType<typeof readDataView>) =>
  readDataView(parseSearch(stringifySearch(writeDataView(state))));

describe('the address of the data view', () => {
  it('has everything that was chosen, and nothing that was not', () => {
    const state = {
      ...openTable('loans', 'lo'),
      search: 'a,b & c',
      filters: [
        { column: 'state', is: 'in' as const, values: ['VT', '', null] },
        { column: 'amount', is: 'range' as const, from: '-1.5', below: '10' },
        { column: 'note', is: 'blank' as const },
      ],
      sort: [
        { column: 'amount, net', direction: 'desc' as const },
        { column: '-odd', direction: 'asc' as const },
      ],
      columns: ['state', 'amount, net', '-odd'],
      pinned: ['state'],
      page: 3,
      size: 250,
      column: 'state',
      row: 0,
    };
    expect(again(state)).toEqual(state);
    expect(writeDataView(openTable(null))).toEqual({});
  });

  it.each(['[', '{"a":1}', '[{"column":"a"}]', '[{"column":"a","is":"in","values":[1]}]', '[null]', 'x'.repeat(9000)])(
    'ignores filters that are none: %.40s',
    (filters) => {
      expect(readDataView({ filters }).filters).toEqual([]);
    },
  );

  it('ignores pages, sizes and names that are none', () => {
    expect(readDataView({ page: '-1', size: '7', row: 'x', columns: '%', sort: '%E0' })).toEqual(openTable(null));
  });
});

describe('choices', () => {
  it('sort ascending, descending and not, alone or beside others', () => {
    const once = toggleSort([], 'a', false);
    expect(once).toEqual([{ column: 'a', direction: 'asc' }]);
    expect(toggleSort(once, 'a', false)).toEqual([{ column: 'a', direction: 'desc' }]);
    expect(toggleSort(toggleSort(once, 'a', false), 'a', false)).toEqual([]);
    expect(toggleSort(once, 'b', true).map(({ column }) => column)).toEqual(['a', 'b']);
    expect(toggleSort(once, 'b', false).map(({ column }) => column)).toEqual(['b']);
  });

  it('replace a filter of the same kind, and return to the first page', () => {
    const first = withFilter([], { column: 'a', is: 'in', values: ['1'] });
    expect(withFilter(first, { column: 'a', is: 'in', values: ['2'] })).toHaveLength(1);
    expect(withFilter(first, { column: 'a', is: 'null' })).toHaveLength(2);
    expect(withRows({ ...openTable('t'), page: 4, row: 2 }, { search: 'x' })).toMatchObject({ page: 1, row: null });
  });
});
