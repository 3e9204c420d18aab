import { expect, test } from 'vitest';
import { textOfStorage } from './storage-text.rules.ts';

test('headings, paragraphs, lists and tables become Markdown', () => {
  const page = `<h1>Fees &amp; charges</h1><p>An <strong>international</strong> wire&nbsp;costs
    &#36;45.</p><ul><li><p>Same day</p></li><li>Şube &ccedil;alışma saatleri</li></ul>
    <h2>Table</h2><table><tbody><tr><th>Kind</th><th><p>Fee</p></th></tr><tr><td>Domestic</td><td>$15</td></tr></tbody></table>`;
  expect(textOfStorage(page)).toBe(
    `# Fees & charges

An international wire costs $45.

- Same day
- Şube çalışma saatleri

## Table

| Kind | Fee |
| Domestic | $15 |`,
  );
});

test('code is text; settings of macros, pictures, scripts, comments and included pages are not', () => {
  const page = `<ac:structured-macro ac:name="code"><ac:parameter ac:name="title">secret title</ac:parameter>
    <ac:plain-text-body><![CDATA[if (a < b) { "x" }]]></ac:plain-text-body></ac:structured-macro>
    <ac:image><ri:attachment ri:filename="x.png" /></ac:image><!-- hidden words --><script>alert(1)</script>
    <ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Salaries" /></ac:link></ac:parameter></ac:structured-macro>
    <p>Seen <a href="https://evil.example">here</a></p>`;
  const text = textOfStorage(page);
  expect(text).toContain('if (a < b) { "x" }');
  expect(text).toContain('Seen here');
  expect(text).not.toMatch(/secret title|x\.png|hidden words|alert|Salaries|evil/);
});

test.each([
  '<![CDATA['.repeat(50_000),
  '<!--'.repeat(100_000),
  '<'.repeat(300_000),
  '<ac:parameter>'.repeat(40_000),
  '&#'.repeat(200_000),
])('what is not well-formed is read in the time of its length', (page) => {
  expect(textOfStorage(page).length).toBeLessThanOrEqual(page.length + 10);
});
