import { expect, test } from 'vitest';
import { changesOf, enteredIn, isDefault } from './parameters.rules.ts';

const days = { name: 'days', type: 'integer', default: 60, value: null } as const;
const share = { name: 'share', type: 'number', default: '0.5', value: '0.25' } as const;
const open = { name: 'open', type: 'boolean', default: true, value: false } as const;
const until = { name: 'until', type: 'date', default: '2026-12-31', value: null } as const;
const all = [days, share, open, until];

test('a field has what was entered, else the current value, else the default', () => {
  expect(enteredIn(days, {})).toBe('60');
  expect(enteredIn(share, {})).toBe('0.25');
  expect(enteredIn(share, { share: '0,3' })).toBe('0,3');
  expect(enteredIn(share, { share: null })).toBe('0.5');
  expect(enteredIn(open, {})).toBe(false);
  expect([isDefault(days, {}), isDefault(share, {}), isDefault(share, { share: null })]).toEqual([true, false, true]);
});

test('only what differs from the current value is changed', () => {
  expect(changesOf(all, { days: '60', share: '0.25', open: false })).toEqual({ values: {}, invalid: new Set() });
  expect(changesOf(all, { days: ' 90 ', share: '0,3', open: true, until: '2027-01-31' }).values).toEqual({
    days: 90,
    share: '0.3',
    open: true,
    until: '2027-01-31',
  });
});

test('a reset changes what has a value of its own', () => {
  expect(changesOf(all, { days: null, share: null }).values).toEqual({ share: null });
});

test.each([
  ['days', '60.5'],
  ['days', ''],
  ['share', 'half'],
  ['share', '1,000.5'],
  ['until', ''],
])('%s does not take %j', (name, text) => {
  const { values, invalid } = changesOf(all, { [name]: text });
  expect(values).toEqual({});
  expect([...invalid]).toEqual([name]);
});
