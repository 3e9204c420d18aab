import { describe, expect, it } from 'vitest';
import { escapeText, findDocumentIssue, MAX_NESTING } from './document-limits.ts';

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { not: value };
  return value;
};

describe('findDocumentIssue', () => {
  it.each([
    [{ a: [{ b: 'x\0y' }] }, ['a', 0, 'b']],
    [{ a: { 'k\0': 1 } }, ['a', 'k\\u0000']],
    [{ a: 'x\ud800y' }, ['a']],
    [['\udc00'], [0]],
    ['\0', []],
  ])('finds text that cannot be stored: %j', (document, path) => {
    expect(findDocumentIssue(document)).toMatchObject({
      path,
      message: expect.stringContaining('Remove the') as string,
    });
  });

  it.each([{ a: ['plain', '😀 ş', 1, null, true] }, '', null, undefined, nested(MAX_NESTING)])(
    'accepts %j',
    (document) => {
      expect(findDocumentIssue(document)).toBeNull();
    },
  );

  it('refuses what is nested too deep, at any depth', () => {
    for (const levels of [MAX_NESTING + 1, 100_000])
      expect(findDocumentIssue(nested(levels))?.message).toBe('Nest at most 64 levels.');
  });
});

describe('escapeText', () => {
  it('writes what cannot be stored as escapes and leaves the rest', () => {
    expect(escapeText('a\0b\ud800c😀')).toBe('a\\u0000b\\ud800c😀');
  });
});
