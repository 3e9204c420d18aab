import type { MappedCode } from '@rise/contract';
import { ModelReader } from '@rise/engine';
import { afterAll, expect, test } from 'vitest';
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
const models = new ModelReader();
afterAll(() => models.close());
const read = (name: string, text: string) => readMappingFile(name, text, models);

const problems = async (name: string, text: string) => {
  try {
    await read(name, text);
  } catch (error) {
    return (error as MappingFileError).issues;
  }
  return [];
};

test.each(['types.csv', 'types.yaml'])('a mapping written to %s is read back unchanged', async (name) => {
  expect((await read(name, writeMappingFile(name, { codes: CODES }))).codes).toEqual(CODES);
});

test('null, empty and blank codes differ in a CSV, and no text is a formula', async () => {
  const lines = writeMappingFile('types.csv', { codes: CODES }).split('\n');
  expect(lines.slice(3, 7).map((line) => line.split(',', 1)[0])).toEqual(['\\N', '', '" "', '" A"']);
  expect(lines.filter((line) => /^[=+@]|,[=+@]/.test(line))).toEqual([]);
});

test('a CSV may come from a spreadsheet: with a byte order mark, semicolons and empty cells', async () => {
  const { codes, placeOf } = await read('types.csv', '\uFEFFcode;value;risk\r\n\r\nA;Auto;\r\nB;Card;high\r\n');
  expect(codes).toMatchObject([
    { code: 'A', value: 'Auto', attributes: {} },
    { code: 'B', attributes: { risk: 'high' } },
  ]);
  expect(placeOf(1)).toBe('line 4');
});

test('issues name their line', async () => {
  expect(await problems('t.csv', 'code,value\nA,Auto\nB,\n')).toEqual([expect.stringMatching(/^line 3: value: /)]);
  expect(await problems('t.csv', 'kod,value\nA,Auto\n')).toEqual([
    "line 1: the column 'code' is missing. The first line names the columns.",
  ]);
  expect(await problems('t.csv', 'code,value\nA,"Auto\n')).toHaveLength(1);
  expect(await problems('t.yaml', 'code: A')).toEqual(['write a list of codes, each with code and value']);
  expect(await problems('t.yaml', '- { code: 7, value: Auto }')).toEqual([expect.stringMatching(/^code 1: code: /)]);
});

test('a file that is made to harm is an issue', async () => {
  const doubled = Array.from({ length: 30 }, (_, level) => `- &a${level + 1} [*a${level}, *a${level}]`);
  expect(await problems('t.yaml', ['- &a0 [x, x]', ...doubled].join('\n'))).not.toEqual([]);
  expect(await problems('t.yaml', '[1, '.repeat(5000))).not.toEqual([]);
  expect(await problems('t.yaml', '- { code: A, value: Auto, tenantId: birch }')).not.toEqual([]);
  expect(await problems('t.csv', 'code,value,from\nA,Auto,0000-01-01\n')).toEqual([
    expect.stringMatching(/^line 2: from: /),
  ]);
  const { codes } = await read('t.csv', 'code,value,__proto__,constructor\nA,Auto,polluted,polluted\n');
  expect(codes).toMatchObject([{ code: 'A', value: 'Auto' }]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(codes[0]!.attributes)).toBe(Object.prototype);
});

test.each([
  ['types.csv', `code,value\n${'A,Auto\n'.repeat(40_000)}`],
  ['types.yaml', '- { code: A, value: Auto }\n'.repeat(20_000)],
])('other work goes on while a large %s is read', async (name, text) => {
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const { codes } = await read(name, text);
  clearInterval(ticking);
  expect(codes.length).toBeGreaterThan(10_000);
  expect(turns).toBeGreaterThan(5);
});
