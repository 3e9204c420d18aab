import { expect, it } from 'vitest';
import { areOrigins, originsIn } from './origins.rules.ts';

it('reads one origin a line, each once', () => {
  expect(originsIn(' https://a.example/ \n\nhttps://b.example:8443\nhttps://a.example')).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ]);
});

it.each([[''], ['a.example'], ['http://a.example'], ['https://a.example/path'], ['https://*.example']])(
  'accepts no site like "%s"',
  (text) => expect(areOrigins(originsIn(text))).toBe(false),
);

it('accepts http for the own machine only', () => {
  expect(areOrigins(['http://localhost:3000', 'http://127.0.0.1:8080', 'https://a.example'])).toBe(true);
});
