import { describe, expect, it } from 'vitest';
import { formattedText, inlineParts } from './markdown.rules.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('a formatted text', () => {
  it('has headings, paragraphs, rules, quotes and code', () => {
    const blocks = formattedText('# One\ntwo\nlines\n\n---\n> first\n> second\n\n```js\n# *code*\n```');
    expect(blocks).toEqual([
      { kind: 'heading', level: 4, parts: [text('One')] },
      { kind: 'paragraph', parts: [text('two lines')] },
      { kind: 'rule' },
      { kind: 'quote', blocks: [{ kind: 'paragraph', parts: [text('first second')] }] },
      { kind: 'code', text: '# *code*' },
    ]);
  });

  it('has lists in lists, and numbers that start anywhere', () => {
    const [list] = formattedText('- a\n- b\n  3. c\n  4. d\n\n- e');
    const paragraph = (value: string) => ({ kind: 'paragraph', parts: [text(value)] });
    expect(list).toEqual({
      kind: 'list',
      ordered: false,
      start: 1,
      items: [
        [paragraph('a')],
        [paragraph('b'), { kind: 'list', ordered: true, start: 3, items: [[paragraph('c')], [paragraph('d')]] }],
        [paragraph('e')],
      ],
    });
  });

  it('has tables', () => {
    const [table] = formattedText('| A | B |\n|:--|--:|\n| 1 | 2 |\n| 3 |');
    expect(table).toEqual({
      kind: 'table',
      align: ['left', 'right'],
      head: [[text('A')], [text('B')]],
      rows: [
        [{ parts: [text('1')] }, { parts: [text('2')] }],
        [{ parts: [text('3')] }, { parts: [] }],
      ],
    });
  });
});

describe('a line', () => {
  it('has bold, italic, struck and code', () => {
    expect(inlineParts('**a *b* c** _d_ ~~e~~ `f*`')).toEqual([
      { kind: 'strong', parts: [text('a '), { kind: 'emphasis', parts: [text('b')] }, text(' c')] },
      text(' '),
      { kind: 'emphasis', parts: [text('d')] },
      text(' '),
      { kind: 'deleted', parts: [text('e')] },
      text(' '),
      { kind: 'code', text: 'f*' },
    ]);
  });

  it('links to the web and to mail only', () => {
    expect(inlineParts('[a](https://x.example/b_(c)) <https://y.example>.')).toEqual([
      { kind: 'link', address: 'https://x.example/b_(c)', parts: [text('a')] },
      text(' '),
      { kind: 'link', address: 'https://y.example', parts: [text('https://y.example')] },
      text('.'),
    ]);
    expect(inlineParts('[a](javascript:alert(1)) [b](file:///etc/passwd)')).toEqual([text('a b')]);
  });

  it('is text where it formats nothing', () => {
    for (const plain of ['2 * 3 * 4', 'snake_case_name', 'a ** b', '#import "x"', '$x$ <b>', '[a] (b)', '`', '**'])
      expect(inlineParts(plain), plain).toEqual([text(plain)]);
    expect(inlineParts(String.raw`\*a\*`)).toEqual([text('*a*')]);
  });
});

it('reads the longest texts soon, whatever they are', () => {
  const started = performance.now();
  for (const part of [
    '**a ',
    '*a',
    '[a](',
    '`a``',
    '> ',
    '- ',
    '1. a\n',
    '| a |\n|--|\n',
    '~~',
    '<http://',
    '\\',
    '_a __b ',
  ])
    formattedText(part.repeat(20_000 / part.length));
  expect(performance.now() - started).toBeLessThan(15_000);
});
