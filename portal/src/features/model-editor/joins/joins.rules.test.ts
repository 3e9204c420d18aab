import type { ModelJoin } from '@rise/contract';
import { expect, it } from 'vitest';
import { joinPlace, placeJoins, unmatchedShare } from './joins.rules.ts';

const join = (name: string, to: string): ModelJoin => ({
  dataset: 'entries',
  name,
  table: name,
  to,
  toTable: to,
  on: [{ column: 'id', key: 'id' }],
  declared: 'many_to_one',
  dated: false,
  conditional: false,
  measured: null,
  unmeasured: 'time',
});

it('places tables right of what they are joined to, each in a row of its own', () => {
  const { placed, columns, rows } = placeJoins([
    join('account', 'entry'),
    join('branch', 'account'),
    join('kind', 'entry'),
    join('region', 'branch'),
    join('person', 'account'),
  ]);
  expect(placed.map(({ join: { name }, column, row }) => [name, column, row])).toEqual([
    ['account', 1, 0],
    ['branch', 2, 0],
    ['region', 3, 0],
    ['person', 2, 1],
    ['kind', 1, 2],
  ]);
  expect({ columns, rows }).toEqual({ columns: 3, rows: 3 });
  expect(placed.at(-1)!.from).toEqual({ column: 0, row: 0 });
});

it('finds a join in the text by its role, its table or its shared name, and none of the template', () => {
  const text = 'datasets:\n  - name: entries\n    joins: [account, { table: account, as: payer }, { table: kind }]\n';
  const at = (name: string) => text.slice(joinPlace(text, 'entries', name)!).slice(0, 9);
  expect(at('account')).toBe('account, ');
  expect(at('payer')).toBe('{ table: ');
  expect(at('kind')).toBe('{ table: ');
  expect(joinPlace(text, 'entries', 'branch')).toBeNull();
  expect(joinPlace(text, 'loans', 'kind')).toBeNull();
});

it('has no rows without a partner where there are no rows', () => {
  expect(unmatchedShare({ rows: 0, matched: 0 })).toBe(0);
  expect(unmatchedShare({ rows: 8, matched: 6 })).toBe(0.25);
});
