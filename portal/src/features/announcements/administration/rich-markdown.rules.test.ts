import { expect, it } from 'vitest';
import { addressesOf, markdownOf, richTextOf } from './rich-markdown.rules.ts';

const text = (value: string, marks = {}) => ({ type: 'text', text: value, ...marks });

it('reads paragraphs, lists, bold, italics and links, and writes them again', () => {
  const markdown = 'Save **now**, _please_\nor wait\n\n- one\n- [two](/reports)\n\n1. first';
  const content = richTextOf(markdown);
  expect(content).toEqual([
    {
      type: 'paragraph',
      children: [
        text('Save '),
        text('now', { bold: true }),
        text(', '),
        text('please', { italic: true }),
        text('\nor wait'),
      ],
    },
    {
      type: 'list',
      ordered: false,
      items: [[text('one')], [{ type: 'link', uri: '/reports', children: [text('two')] }]],
    },
    { type: 'list', ordered: true, items: [[text('first')]] },
  ]);
  expect(markdownOf(content)).toBe(markdown);
  expect(addressesOf(content)).toEqual(['/reports']);
});

it.each([
  '# Heading',
  '<script>alert(1)</script>',
  'a <b onclick="x()">b</b>',
  '![image](https://evil.example/x.png)',
  '> quote',
  '```\ncode\n```',
  '- one\n  - nested',
  '5 * 3 * 2 and snake_case',
])('keeps %j as the text that it is, also when it is edited again', (source) => {
  const content = richTextOf(source);
  expect(content).toEqual([{ type: 'paragraph', children: [text(source)] }]);
  expect(richTextOf(markdownOf(content))).toEqual(content);
});

it('is nothing without text', () => {
  expect([richTextOf(''), richTextOf(' \n\n '), markdownOf(null)]).toEqual([null, null, '']);
});
