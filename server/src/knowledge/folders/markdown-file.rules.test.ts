import { FOLDER_LIMITS } from '@rise/contract';
import { expect, test } from 'vitest';
import { anchorOf, filesMeant, fileTarget, markdownFile } from './markdown-file.rules.ts';

test.each([
  [
    '---\ntitle: "Fee schedule"\ntags: [a]\n---\nA wire costs $15.',
    'Fee schedule',
    '# Fee schedule\n\nA wire costs $15.',
  ],
  ['+++\ntitle = "Fees"\n+++\n# Fees of today\n\nText.', 'Fees', '# Fees of today\n\nText.'],
  ['\uFEFF---\r\nlayout: page\r\n---\r\n# Wires ##\r\n\r\nText.', 'Wires', '# Wires ##\n\nText.'],
  ['---\nnot closed\n\nText.', 'wire-fees', '---\nnot closed\n\nText.'],
  ['Text.', 'wire-fees', 'Text.'],
])('reads %j with its title, without its front matter', (text, title, content) => {
  expect(markdownFile('policies/wire-fees.md', text)).toEqual({ title, content });
});

test.each([
  ['fees.md', 'policies/fees.md', null],
  ['./cards/lost.md#report-a-loss', 'policies/cards/lost.md', 'report-a-loss'],
  ['../README.md "Start"', 'README.md', null],
  ['/people/hours.md', 'people/hours.md', null],
  ['<two words.md>', 'policies/two words.md', null],
  ['two%20words.md?raw=1', 'policies/two words.md', null],
  ['#limits', 'policies/wires.md', 'limits'],
  ['../people/', 'people', null],
])('the link %j leads within the folder', (href, path, anchor) => {
  expect(fileTarget('policies/wires.md', href)).toEqual({ path, anchor });
});

test.each([
  'https://example.org/a.md',
  'mailto:a@b.example',
  '//host/a.md',
  '../../etc/passwd.md',
  '%2e%2e/../x.md',
  'a\\b.md',
  '',
  '#',
])('the link %j leads nowhere', (href) => expect(fileTarget('policies/wires.md', href)).toBeNull());

test('a path without its ending means a file, or the first page of a folder', () => {
  expect(filesMeant('a/fees.md')).toEqual(['a/fees.md']);
  expect(filesMeant('a/fees')).toEqual([
    'a/fees.md',
    'a/fees.markdown',
    'a/fees/index.md',
    'a/fees/README.md',
    'a/fees/readme.md',
  ]);
  expect(filesMeant('.')).toEqual(['index.md', 'README.md', 'readme.md']);
});

test('headings have the anchors of repositories', () => {
  expect(anchorOf('Wire transfers: fees & limits')).toBe('wire-transfers-fees--limits');
  expect(anchorOf('Şube saatleri')).toBe('şube-saatleri');
});

test('the first heading of the longest line is read at once', () => {
  const title = `a${' '.repeat(FOLDER_LIMITS.bytes)}b`;
  expect(markdownFile('a.md', `# ${title} #\n\ntext`).title).toBe('a b');
});
