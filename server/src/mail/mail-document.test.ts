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
