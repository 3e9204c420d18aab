import type { SqlParameterEntry } from '@rise/contract';
import { expect, test } from 'vitest';
import { entriesOf, toEntries, toParameters, withEntry } from './sql-parameters.rules.ts';

const state: SqlParameterEntry = { name: 'state', type: 'list', text: 'VT\n ME \n\n' };
const least: SqlParameterEntry = { name: 'least', type: 'number', text: '0,5' };

test('a statement has the parameters that it names, with what was entered for them', () => {
  const sql = "SELECT '{{text}}', {{least}} -- {{comment}}\n WHERE a IN {{ state }} AND b > {{least}}";
  expect(entriesOf(sql, [state])).toEqual([{ name: 'least', type: 'text', text: '' }, state]);
  expect(entriesOf('SELECT {{Least}}', [])).toEqual([]);
});

test('a changed entry replaces the one of its name', () => {
  expect(withEntry([state, least], { ...state, text: 'NH' })).toEqual([least, { ...state, text: 'NH' }]);
});

test('entries are values of their types, there and back', () => {
  const { parameters, invalid } = toParameters([state, least, { name: 'open', type: 'switch', text: 'true' }]);
  expect(parameters).toEqual({
    state: { type: 'list', values: ['VT', 'ME'] },
    least: { type: 'number', value: '0.5' },
    open: { type: 'switch', value: true },
  });
  expect(invalid).toEqual(new Set());
  expect(toParameters(toEntries(parameters)).parameters).toEqual(parameters);
});

test.each([
  ['number', 'half'],
  ['number', ''],
  ['number', '1.2.3'],
  ['date', '31.12.2025'],
  ['numbers', '1\ntwo'],
] as const)('%s does not take %j', (type, text) => {
  expect([...toParameters([{ name: 'a', type, text }]).invalid]).toEqual(['a']);
});
