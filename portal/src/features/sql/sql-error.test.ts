import { ApiError } from '@rise/contract/client';
import { expect, test } from 'vitest';
import { placeInText, sqlProblem } from './sql-error.ts';

test('an error about the statement has its message and place', () => {
  const detail = { field: 'sql', message: 'Line 2, column 3: no such column', line: 2, column: 3 };
  expect(sqlProblem(new ApiError(422, 'QUERY_INVALID', 'Invalid', [detail]))).toEqual({
    message: 'Line 2, column 3: no such column',
    line: 2,
    column: 3,
  });
  expect(sqlProblem(new ApiError(503, 'BUSY', 'Busy'))).toBeNull();
  expect(sqlProblem(new Error('x'))).toBeNull();
});

test.each([
  ['select x', 0, 1, 8, 7],
  ['select a,\n  xyz', 0, 2, 3, 12],
  // The second statement is the selection, which begins after the first one.
  ['select 1;\nselect xyz', 10, 1, 8, 17],
  // Columns count characters, offsets UTF-16 units.
  ["select '😀', xyz", 0, 1, 13, 13],
  ['select', 0, 9, 1, 6],
])('%j from %i, line %i, column %i is at %i', (text, offset, line, column, at) => {
  expect(placeInText(text, offset, { message: '', line, column })).toBe(at);
});

test('a problem of the whole statement has no place', () => {
  expect(placeInText('select 1', 0, { message: '', line: null, column: null })).toBeNull();
});
