import { expect, test } from 'vitest';
import { AnswerText } from './answer-text.rules.ts';

const LINK = '/docs/guides/make-it-yours#layout';

/** What a reader sees after each piece. */
function shown(...pieces: string[]): string[] {
  const answer = new AnswerText([LINK]);
  let text = '';
  return pieces.map((piece) => {
    const part = answer.push(piece);
    if (part) text = text.slice(0, part.from) + part.text;
    return text;
  });
}
const letters = (text: string) => [...text];

test('shows whole words as they arrive', () => {
  expect(shown('Ten lay', 'outs show', ' the same ')).toEqual(['Ten ', 'Ten layouts ', 'Ten layouts show the same ']);
});

test('shows a link once it is complete, and only to a source', () => {
  const views = shown(...letters(`Pick [your layout](${LINK}) or [this one](https://evil.example/x) now `));
  expect(views.at(-1)).toBe(`Pick [your layout](${LINK}) or this one now `);
  expect(views.filter((view) => /evil|\[this|\[your layout\](?!\()/.test(view))).toEqual([]);
});

test('never shows an image, HTML’s autolinks or a bare address as a link', () => {
  const views = shown(
    ...letters('See ![x](https://evil.example/p.png) and <https://evil.example> or https://evil.example ok '),
  );
  expect(views.at(-1)).toBe('See x and  or `https://evil.example` ok ');
  expect(views.filter((view) => /!\[|<https|(?<!`)https/.test(view))).toEqual([]);
});

test('shows nothing of the mark for no answer, however it is split', () => {
  expect(shown('NO', '_AN', 'SWER')).toEqual(['', '', '']);
  expect(shown('NO ', 'layout has it. ')).toEqual(['', 'NO layout has it. ']);
});

test('a bracket that is none does not hold back the rest for ever', () => {
  const views = shown('Ratio [in percent ', 'word '.repeat(150));
  expect(views).toEqual(['Ratio ', `Ratio [in percent ${'word '.repeat(150)}`]);
});
