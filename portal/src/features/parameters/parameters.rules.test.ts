import { expect, test } from 'vitest';
import { changesIn, changesOf, enteredIn, isDefault, issueOf, type Shape } from './parameters.rules.ts';

const shape = (change: Pick<Shape, 'name' | 'type' | 'default'> & Partial<Shape>): Shape => ({
  value: null,
  changes: [],
  ...change,
});
const days = shape({ name: 'days', type: 'integer', default: 60, minimum: 1, maximum: 365 });
const share = shape({ name: 'share', type: 'number', default: '0.5', value: '0.25' });
const rate = shape({ name: 'rate', type: 'percent', default: '0.02', value: '0.025', maximum: '0.5' });
const open = shape({ name: 'open', type: 'boolean', default: true, value: false });
const until = shape({ name: 'until', type: 'date', default: '2026-12-31', minimum: '2026-01-01' });
const core = shape({
  name: 'core',
  type: 'list',
  default: ['north'],
  options: [{ value: 'north' }, { value: 'south' }],
});
const all = [days, share, rate, open, until, core];

test('a field has what was entered, else the current value, else the default', () => {
  expect(enteredIn(days, {})).toBe('60');
  expect(enteredIn(share, {})).toBe('0.25');
  expect(enteredIn(share, { share: { value: '0,3' } })).toBe('0,3');
  expect(enteredIn(share, { share: { value: null } })).toBe('0.5');
  expect(enteredIn(open, {})).toBe(false);
  expect(enteredIn(core, {})).toBe('north');
  expect([isDefault(days, {}), isDefault(share, {}), isDefault(share, { share: { value: null } })]).toEqual([
    true,
    false,
    true,
  ]);
});

test.each([
  ['0.025', '2.5'],
  ['0.5', '50'],
  ['1', '100'],
  ['-0.0001', '-0.01'],
  ['12.3456', '1234.56'],
  ['0', '0'],
])('the percentage %s is entered as %s', (value, text) => {
  expect(enteredIn({ ...rate, value }, {})).toBe(text);
  const { values } = changesOf([{ ...rate, value: '0.99', maximum: 100, minimum: -100 }], { rate: { value: text } });
  expect(values).toEqual({ rate: value });
});

test('only what differs from the current value is changed', () => {
  const unchanged = { days: { value: '60' }, share: { value: '0.25' }, rate: { value: '2,5' }, open: { value: false } };
  expect(changesOf(all, unchanged)).toEqual({ values: {}, changes: {}, invalid: new Set() });
  const changed = {
    days: { value: ' 90 ' },
    share: { value: '0,3' },
    open: { value: true },
    until: { value: '2027-01-31' },
    core: { value: 'south\n north ' },
  };
  expect(changesOf(all, changed).values).toEqual({
    days: 90,
    share: '0.3',
    open: true,
    until: '2027-01-31',
    core: ['south', 'north'],
  });
});

test('a reset changes what has a value of its own', () => {
  expect(changesOf(all, { days: { value: null }, share: { value: null } }).values).toEqual({ share: null });
});

test('dated values are sent in the order of their days, and all of a parameter at once', () => {
  const dated = { ...days, changes: [{ from: '2026-01-01', value: 45 }] };
  expect(changesIn(dated, {})).toEqual([{ from: '2026-01-01', value: '45' }]);
  const entered = [
    { from: '2026-07-01', value: '30' },
    { from: '2026-01-01', value: '45' },
  ];
  expect(changesOf([dated], { days: { changes: entered } }).changes).toEqual({
    days: [
      { from: '2026-01-01', value: 45 },
      { from: '2026-07-01', value: 30 },
    ],
  });
  expect(changesOf([dated], { days: { changes: entered.slice(1) } }).changes).toEqual({});
  expect(changesOf([dated], { days: { changes: [] } }).changes).toEqual({ days: [] });
});

test.each([
  ['days', '60.5', 'type'],
  ['days', '', 'type'],
  ['days', '366', 'range'],
  ['days', '0', 'range'],
  ['share', 'half', 'type'],
  ['share', '1,000.5', 'type'],
  ['rate', '51', 'range'],
  ['rate', '5 %', 'type'],
  ['until', '', 'type'],
  ['until', '2025-12-31', 'range'],
  ['core', 'east', 'options'],
])('%s does not take %j', (name, text, issue) => {
  const { values, invalid } = changesOf(all, { [name]: { value: text } });
  expect(values).toEqual({});
  expect([...invalid]).toEqual([name]);
  expect(
    issueOf(
      all.find((parameter) => parameter.name === name)!,
      text,
    ),
  ).toBe(issue);
});

test.each([
  ['a day twice', ['2026-01-01', '2026-01-01']],
  ['no day', ['']],
])('dated values with %s are not sent', (_, from) => {
  const changes = from.map((day) => ({ from: day, value: '30' }));
  expect([...changesOf([days], { days: { changes } }).invalid]).toEqual(['days']);
});
