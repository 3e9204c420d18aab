import { expect, it } from 'vitest';
import { colorOf, initialsOf, onTile } from './presence.rules.ts';

const person = (account: string, tile: string | null) => ({ account, name: account, tile });

it.each([
  ['Bob Alder', 'BA'],
  ['Ayşe Nur Öztürk', 'AÖ'],
  ['Madonna', 'M'],
  ['bob@alder.example', 'B'],
  ['  ', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('a person has one of eight colors, always the same', () => {
  const accounts = Array.from({ length: 40 }, (_, number) => `6a0c2d5e-${number}`);
  const colors = accounts.map((account) => colorOf({ account }));
  expect(accounts.map((account) => colorOf({ account }))).toEqual(colors);
  expect(new Set(colors).size).toBe(8);
  for (const color of colors) expect(color).toMatch(/^var\(--rise-series-[1-8]\)$/);
});

it('a tile has those who selected it', () => {
  expect(onTile([person('a', 'x'), person('b', null), person('c', 'x')], 'x').map(({ name }) => name)).toEqual([
    'a',
    'c',
  ]);
});
