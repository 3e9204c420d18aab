import { KNOWLEDGE_LIMITS } from '@rise/contract';
import { expect, test } from 'vitest';
import { PASSAGE_WORDS, passagesOfText } from './passages-of-text.rules.ts';

const words = (count: number, word = 'word') => Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ');
const markdown = (content: string) => passagesOfText({ kind: 'markdown', content });
const sizes = (passages: readonly { text: string }[]) => passages.map(({ text }) => text.split(/\s+/).length);

test('a section is a passage with the headings above it', () => {
  const content = `# Handbook\n\n${words(160)}\n\n## Loans\n\n### Rates ##\n\n${words(200)}\n\n## Cards\n\n${words(200)}`;
  expect(markdown(content).map(({ heading }) => heading)).toEqual([
    'Handbook',
    'Handbook › Loans › Rates',
    'Handbook › Cards',
  ]);
});

test('short sections are joined and keep their headings, long ones are split between paragraphs', () => {
  const short = markdown(`# Fees\n\n## Wires\n\nA wire costs $15.\n\n## Checks\n\nA check costs $2.`);
  expect(short).toEqual([
    {
      heading: 'Fees › Wires › Checks',
      text: 'Wires\n\nA wire costs $15.\n\nChecks\n\nA check costs $2.',
      links: [],
    },
  ]);
  const long = markdown(`# Long\n\n${Array.from({ length: 12 }, () => words(100)).join('\n\n')}`);
  expect(sizes(long)).toEqual([400, 400, 400]);
  expect(sizes(markdown(words(950)))).toEqual([400, 400, 150]);
});

test('marks, images and addresses are left out; tables and code are kept', () => {
  const [passage] = markdown(
    '# Rates\n\n**Bold** [site](https://evil.example) ![x](https://evil.example/p.png) `code`\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n```\n# no heading\n```\n<!-- hidden -->',
  );
  expect(passage!.heading).toBe('Rates');
  expect(passage!.text).toBe('Bold site x code\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n# no heading');
});

test('plain text has no headings, and a document without text no passages', () => {
  expect(passagesOfText({ kind: 'text', content: '# not a heading\r\nline' })).toEqual([
    { heading: '', text: '# not a heading\nline', links: [] },
  ]);
  for (const content of ['', ' \n\t', '# Only a heading']) expect(markdown(content)).toEqual([]);
});

test('no passage is longer than the limit, whatever the document', () => {
  const content = `${words(1000)}\n\n# A\n${words(90)}\n## B\n${words(399)}\n\n${words(10)}`;
  expect(Math.max(...sizes(markdown(content)))).toBeLessThanOrEqual(PASSAGE_WORDS.most + 10);
});

test('links that lead to a place keep it through the division, all others keep their words alone', () => {
  const targetOf = (address: string) => (address.startsWith('/') ? { path: address.slice(1), anchor: null } : null);
  const content = `# See [Fees](/fees.md)\n\nFirst \uE0000\uE001[**wire** fees](/wires.md), then [a site](https://x.example).\n\n${words(400)}\n\nLast [checks](/checks.md).`;
  const passages = passagesOfText({ kind: 'markdown', content, targetOf });
  expect(passages).toHaveLength(3);
  const leads = passages.map(({ text, links }) => links.map(({ from, to, path }) => [text.slice(from, to), path]));
  expect(leads).toEqual([[['wire fees', 'wires.md']], [], [['checks', 'checks.md']]]);
  expect(passages[0]!.heading).toBe('See Fees');
  expect(passages[0]!.text).toBe('First wire fees, then a site.');
  expect(passagesOfText({ kind: 'markdown', content })[0]!.links).toEqual([]);
});

test.each(['[a](b ', '![a](b ', '[', '![', '<!-- ', '# a\n\nb\n\n', 'a\n\n', '\u0327\u0301'])(
  'a document of the largest size that only repeats %j is read at once',
  (part) => {
    const content = part.repeat(KNOWLEDGE_LIMITS.characters / part.length);
    const text = markdown(content)
      .map((passage) => passage.text)
      .join('');
    expect(text.length).toBeGreaterThan(0);
  },
);

test('a heading of the longest line is read at once, without the marks that close it', () => {
  const { characters } = KNOWLEDGE_LIMITS;
  for (const between of [' '.repeat(characters), '#'.repeat(characters), ' #'.repeat(characters / 2)])
    expect(markdown(`# a${between}b ##\n\ntext`)[0]!.heading).toBe(`a${between}b`);
});

test('what does not end is no comment and no link', () => {
  expect(markdown('a <!-- b [c](d e ![f](g')[0]!.text).toBe('a <!-- b [c](d e ![f](g');
  expect(markdown('![a] [b][c](d) e) <!-- f --> --> [](g)[h](i)')[0]!.text).toBe('![a] [b]c e)  --> h');
});
