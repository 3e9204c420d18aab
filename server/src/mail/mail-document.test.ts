import { expect, test } from 'vitest';
import { oneLine, writeMail } from './mail-document.ts';

test('renders values as text and HTML without changing their meaning', () => {
  const written = writeMail({
    language: 'tr',
    subject: 'Ünlü\r\nBcc: x@example.org',
    blocks: [
      { paragraph: 'A < B & "C"' },
      { facts: [['From', `<script>\r\n'x'`]] },
      { quote: 'one\r\n\r\ntwo <img src=x onerror=y>' },
    ],
  });
  expect(written.subject).toBe('Ünlü Bcc: x@example.org');
  expect(written.text).toBe(`A < B & "C"\n\nFrom: <script> 'x'\n\n> one\n>\n> two <img src=x onerror=y>\n`);
  expect(written.html).toContain('<html lang="tr">');
  expect(written.html).toContain('<p>A &lt; B &amp; &quot;C&quot;</p>');
  expect(written.html).toContain('&lt;script&gt; &#39;x&#39;');
  expect(written.html).not.toMatch(/<(script|img)/);
});

test('a value in one line cannot start another', () => {
  expect(oneLine(' a\r\n\tb\u2028c\u2029d\u0085e\u0000f ')).toBe('a b c d e f');
});

test('a table is one line a row in the text, and a link is written out', () => {
  const written = writeMail({
    language: 'en',
    subject: 'Figures',
    blocks: [
      {
        head: ['Figure', 'Value', 'Peer median'],
        rows: [
          ['ROA <1>', '0.72%', '0.61%'],
          ['Members', '1,234', ''],
        ],
      },
      { link: 'Open', url: new URL('https://rise.example/reports/1?a=b&c="d') },
    ],
  });
  expect(written.text).toBe(
    'ROA <1>: 0.72%; Peer median: 0.61%\nMembers: 1,234\n\nOpen:\nhttps://rise.example/reports/1?a=b&c=%22d\n',
  );
  expect(written.html).toContain(
    '<td align="left" valign="top">ROA &lt;1&gt;</td><td align="right" valign="top">0.72%</td>',
  );
  expect(written.html).toContain('<a href="https://rise.example/reports/1?a=b&amp;c=%22d">Open</a>');
});
