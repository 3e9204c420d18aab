import { expect, test } from 'vitest';
import { fromLocalField, toLocalField } from './local-field.rules.ts';

test('a moment is the same after a way through the field', () => {
  const moment = new Date(2027, 0, 5, 9, 3).toISOString();
  expect(toLocalField(moment)).toBe('2027-01-05T09:03');
  expect(fromLocalField(toLocalField(moment))).toBe(moment);
});

test('no moment is an empty field, and what is no moment is none', () => {
  expect([toLocalField(null), fromLocalField(''), fromLocalField('soon')]).toEqual(['', null, null]);
});
