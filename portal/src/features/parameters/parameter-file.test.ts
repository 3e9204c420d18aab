import { expect, test } from 'vitest';
import { readParameterFile, writeParameterFile } from './parameter-file.ts';
import { changesOf, type Shape } from './parameters.rules.ts';

const parameters: Shape[] = [
  { name: 'days', type: 'integer', default: 60, value: 45, changes: [{ from: '2026-01-01', value: 30 }] },
  { name: 'core', type: 'list', default: [], value: ['north', 'a, "b"'], changes: [] },
  { name: 'note', type: 'string', default: 'x', value: '=1+1', changes: [] },
  { name: 'open', type: 'boolean', default: false, value: true, changes: [] },
  { name: 'rate', type: 'percent', default: '0.1', value: null, changes: [] },
];

test('a written file has the values, safe for spreadsheets, and read again changes nothing', () => {
  const text = writeParameterFile(parameters, {});
  expect(text).toBe(
    'name,from,value\r\ndays,,45\r\ndays,2026-01-01,30\r\ncore,,"north\na, ""b"""\r\nnote,,\'=1+1\r\nopen,,true\r\nrate,,\r\n',
  );
  const { draft, ignored } = readParameterFile(`\uFEFF${text}`, parameters)!;
  expect(ignored).toEqual([]);
  expect(changesOf(parameters, draft)).toEqual({ values: {}, changes: {}, invalid: new Set() });
});

test('what differs is entered, and lines that cannot be used are named', () => {
  const text = 'name;from;value\ndays;;90\nnobody;;1\nrate;;12,5\nrate\n';
  const { draft, ignored } = readParameterFile(text, parameters)!;
  expect(ignored).toEqual([
    { line: 3, name: 'nobody' },
    { line: 5, name: null },
  ]);
  expect(changesOf(parameters, draft)).toMatchObject({ values: { days: 90, rate: '0.125' }, changes: { days: [] } });
});

test('another file is none', () => {
  expect(readParameterFile('code,value\nA,1\n', parameters)).toBeNull();
});
