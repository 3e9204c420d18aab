import { expect, test } from 'vitest';
import { visibleLine, visibleText } from './visible-text.ts';

test.each([
  ['a reversed end', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['isolates and marks', '\u2066Ada\u2069 \u200FByron\u061C', 'Ada Byron'],
  ['zero width', 'A\u200Bd\u2060a\uFEFF By\u00ADron', 'Ada Byron'],
  ['joiners between Latin letters', 'A\u200Dd\u200Ca', 'Ada'],
  ['fillers and blanks', '\u3164Ada\u2800\u115F', 'Ada'],
  ['tags and variation selectors', 'Ada\u{E0041}\u{E0042}\uFE0F', 'Ada'],
  ['control characters and line ends', 'Ada\u0000\r\nBcc: x\u0085y\u2028z', 'Ada Bcc: x y z'],
  ['spaces of all widths', '\u00A0 Ada \u3000 Byron\u2003', 'Ada Byron'],
  ['half a surrogate pair', 'Ada\uD83D', 'Ada'],
  ['nothing visible at all', '\u200B\u202E \u3164', ''],
])('%s', (_name, text, visible) => {
  expect(visibleLine(text)).toBe(visible);
});

test.each([
  'Çağrı Işıldar',
  'O’Brien-Łukasz',
  '李小龍',
  'محمد',
  'می\u200Cخواهم',
  'क्\u200Dष',
  'Zoë 😀',
  'ভ',
  "D'Angelo Jr.",
])('%s stays as it is', (name) => {
  expect(visibleLine(name)).toBe(name);
});

test('composes letters, so that one name has one spelling', () => {
  expect(visibleLine('Zoe\u0308')).toBe('Zo\u00EB');
});

test('of marks that nobody can read, a letter keeps those that a text can have', () => {
  const marks = '\u0327\u0301'.repeat(5_000);
  for (const visible of [visibleLine, visibleText])
    expect(visible(`a${marks} e\u0301`)).toMatch(/^\u00E1\p{M}{29} é$/u);
});
