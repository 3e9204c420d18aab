import type { MappedCode } from '@rise/contract';
import { expect, test } from 'vitest';
import { type MappingFileError, readMappingFile, writeMappingFile } from './mapping-file.ts';

const CODES: MappedCode[] = [
  { code: '007', value: 'Auto; new', attributes: { risk: 'low' }, from: null, until: '2025-12-31' },
  { code: 'a "b", c', value: 'Card', attributes: {}, from: '2026-01-01', until: null },
  ...[null, '', ' ', ' A', 'a ', '\\N', '\\\\N', '=1+1', "'=1", '-5', '+90', '@x'].map((code) => ({
    code,
    value: '=Other',
    attributes: {},
    from: null,
    until: null,
  })),
];
const problems = (name: string, text: string) => {
  try {
    readMappingFile(name, text);
  } catch (error) {
    return (error as MappingFileError).issues;
  }
  return [];
};

test.each(['types.csv', 'types.yaml'])('a mapping written to %s is read back unchanged', (name) => {
  expect(readMappingFile(name, writeMappingFile(name, { codes: CODES })).codes).toEqual(CODES);
});

test('null, empty and blank codes differ in a CSV, and no text is a formula', () => {
  const lines = writeMappingFile('types.csv', { codes: CODES }).split('\n');
  expect(lines.slice(3, 7).map((line) => line.split(',', 1)[0])).toEqual(['\\N', '', '" "', '" A"']);
  expect(lines.filter((line) => /^[=+@]|,[=+@]/.test(line))).toEqual([]);
});

test('a CSV may come from a spreadsheet: with a byte order mark, semicolons and empty cells', () => {
  const { codes, placeOf } = readMappingFile('types.csv', '\uFEFFcode;value;risk\r\n\r\nA;Auto;\r\nB;Card;high\r\n');
  expect(codes).toMatchObject([
    { code: 'A', value: 'Auto', attributes: {} },
    { code: 'B', attributes: { risk: 'high' } },
  ]);
  expect(placeOf(1)).toBe('line 4');
});

test('issues name their line', () => {
  expect(problems('t.csv', 'code,value\nA,Auto\nB,\n')).toEqual([expect.stringMatching(/^line 3: value: /)]);
  expect(problems('t.csv', 'kod,value\nA,Auto\n')).toEqual([
    "line 1: the column 'code' is missing. The first line names the columns.",
  ]);
  expect(problems('t.csv', 'code,value\nA,"Auto\n')).toHaveLength(1);
  expect(problems('t.yaml', 'code: A')).toEqual(['write a list of codes, each with code and value']);
  expect(problems('t.yaml', '- { code: 7, value: Auto }')).toEqual([expect.stringMatching(/^code 1: code: /)]);
});

test('a file that is made to harm is an issue', () => {
  const doubled = Array.from({ length: 30 }, (_, level) => `- &a${level + 1} [*a${level}, *a${level}]`);
  expect(problems('t.yaml', ['- &a0 [x, x]', ...doubled].join('\n'))).not.toEqual([]);
  expect(problems('t.yaml', '[1, '.repeat(5000))).not.toEqual([]);
  expect(problems('t.yaml', '- { code: A, value: Auto, tenantId: birch }')).not.toEqual([]);
  expect(problems('t.csv', 'code,value,from\nA,Auto,0000-01-01\n')).toEqual([expect.stringMatching(/^line 2: from: /)]);
  const { codes } = readMappingFile('t.csv', 'code,value,__proto__,constructor\nA,Auto,polluted,polluted\n');
  expect(codes).toMatchObject([{ code: 'A', value: 'Auto' }]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(codes[0]!.attributes)).toBe(Object.prototype);
});
