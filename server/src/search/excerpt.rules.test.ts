import { expect, test } from 'vitest';
import { excerpt } from './excerpt.rules.ts';
import { termsOf } from './question-words.rules.ts';

const filler = (about: string) => `${about} ${'and so on '.repeat(30)}.`;
const of = (text: string, question: string) => excerpt(text, termsOf(question), 'en');

test('a short text is returned completely', () => {
  expect(of('One.\n\n- a\n- b', 'anything')).toBe('One.\n\n- a\n- b');
});

test('of a long text, only the paragraphs and items about the question remain, with marks for omissions', () => {
  const text = `${filler('Peers')}\n\n- ${filler('median')}\n- ${filler('rank')}\n- copy as CSV\n\n${filler('colors')}`;
  expect(of(text, 'median')).toBe(`- ${filler('median')}\n\n…`);
  expect(of(text, 'copy CSV')).toBe('- copy as CSV\n\n…');
  expect(of(`copy\n\n${filler('a')}\n\n${filler('b')}\n\ncopy`, 'copy')).toBe('copy\n\n…\n\ncopy');
});

test('a long table keeps its header and the rows that fit; a long paragraph ends with a sentence', () => {
  const rows = Array.from({ length: 40 }, (_, row) => `| layout ${row} | what is special about it |`);
  const table = of(['| layout | special |', '| --- | --- |', ...rows].join('\n'), 'layout');
  expect(table).toMatch(/^\| layout \| special \|\n\| --- \| --- \|\n\| layout 0 /);
  expect(table.length).toBeLessThan(700);
  expect(of('A sentence about it. '.repeat(60), 'sentence')).toMatch(/A sentence about it\. …$/);
});
