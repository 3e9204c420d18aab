import { expect, it } from 'vitest';
import { AS_PUBLISHED, isSameState, toState } from './views.rules.ts';

it('a view has the selections of an address, and not what is open on the page', () => {
  const choices = { subject: '68', filters: { state: ['VT'] }, about: 'assets', tile: 'ranking', wide: 'ranking' };
  expect(toState(choices)).toEqual({ subject: '68', filters: { state: ['VT'] } });
  expect(toState({ filters: {}, minimums: {} })).toEqual(AS_PUBLISHED);
});

it('selections are the same in any order', () => {
  const one = { filters: { state: ['VT', 'NH'], peer_group: ['6'] }, minimums: { a: 'x', b: 'y' } };
  const other = { minimums: { b: 'y', a: 'x' }, filters: { peer_group: ['6'], state: ['NH', 'VT'], charter: [] } };
  expect(isSameState(one, other)).toBe(true);
  expect(isSameState(one, { ...other, measure: 'assets' })).toBe(false);
  expect(isSameState(one, { ...other, filters: { state: ['NH'] } })).toBe(false);
});
