import { placeFigures } from '@rise/contract';
import { describe, expect, test } from 'vitest';
import { hasOnlyNumbersOf, plainSentence, sentenceProblem } from './model-sentence.rules.ts';

const column = (name: string, role: 'dimension' | 'measure' | 'level') =>
  ({ name, role, type: 'string', title: { en: name } }) as never;
const result = {
  columns: [column('state', 'dimension'), column('state_level', 'level'), column('members', 'measure')],
  rows: [
    ['TX', 'member', 5],
    ['OH', 'member', 3],
  ],
};

describe('a model’s sentence', () => {
  test.each([
    'Most are in {{r1.c1}}, with {{ r1.c2 }}.',
    'En çok üye {{r1.c1}} eyaletinde.',
    'The policy says “within 30 days”.',
  ])('%s can be shown', (sentence) => {
    expect(sentenceProblem(sentence, result, ['Report it within 30 days of its end.'])).toBeNull();
  });

  test.each([
    ['Texas has 5 members.', /no figure/],
    ['Texas has five million members.', /no figure/],
    ['Üçte biri değil, yüzde elli.', /no figure/],
    ['It rose by ½.', /no figure/],
    ['Seventy ٧ of them.', /no figure/],
    ['The policy says “within 60 days”.', /no figure/],
    ['{{r3.c1}} leads.', /nothing at/],
    ['{{r1.c3}} leads.', /nothing at/],
    ['{{r0.c1}} leads.', /nothing at/],
    ['{{members}} leads.', /places as/],
  ])('%s cannot', (sentence, problem) => {
    expect(sentenceProblem(sentence, result, ['Report it within 30 days of its end.'])).toMatch(problem);
  });

  test('is plain text: no mark, link, image, address or HTML is left', () => {
    const text = plainSentence(
      '**See** [here](https://evil.example/a) ![x](https://evil.example/p.png) <img src=y> https://evil.example/q `code`',
    );
    expect(text).not.toMatch(/evil|[*`<>]|\]\(/);
    expect(text).toContain('See here');
  });

  test('gets its figures from the result, without the columns that are only levels', () => {
    const write = (value: unknown) => `[${String(value)}]`;
    expect(placeFigures('{{r2.c1}}: {{r2.c2}}', result, write)).toBe('[OH]: [3]');
    expect(placeFigures('{{r9.c1}}', result, write)).toBeNull();
  });
});

test('numbers of an answer have to stand in what it was written from; those of lists and addresses do not count', () => {
  const from = ['Ten layouts, up to 30 tiles, from 2.5 MB on.'];
  expect(hasOnlyNumbersOf('1. Up to 30 tiles.\n2. From 2.5 MB: [guide](/docs/9)', from)).toBe(true);
  expect(hasOnlyNumbersOf('Up to 31 tiles.', from)).toBe(false);
  expect(hasOnlyNumbersOf('Up to 3 tiles.', from)).toBe(false);
});
