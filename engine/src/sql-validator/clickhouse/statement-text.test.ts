import { expect, it } from 'vitest';
import { treeOf } from './nodes.ts';
import { placed, textOf, writtenPlace } from './statement-text.ts';
import { tokensOf } from './tokens.ts';

const TABLES = new Map(['branch', 'balance'].map((name) => [name, name]));
const place = (sql: string) => placed(sql, tokensOf(sql), TABLES, 'r_');

it.each([
  ['SELECT * FROM branch', 'SELECT * FROM r_t0 AS `branch`'],
  ['SELECT branch.grade FROM branch b, balance AS m', 'SELECT branch.grade FROM r_t0 b, r_t1 AS m'],
  [
    'SELECT EXTRACT(YEAR FROM branch) FROM branch WHERE 1',
    'SELECT EXTRACT(YEAR FROM branch) FROM r_t0 AS `branch` WHERE 1',
  ],
  [
    "SELECT 'FROM branch' /* FROM branch */ FROM `branch` -- x",
    "SELECT 'FROM branch' /* FROM branch */ FROM r_t0 AS `branch`",
  ],
  [
    'FROM branch LEFT JOIN balance USING branch_id SELECT 1',
    'FROM r_t0 AS `branch` LEFT JOIN r_t1 AS `balance` USING branch_id SELECT 1',
  ],
  ['SELECT 1 FROM branch ARRAY JOIN [1] AS a, balance', 'SELECT 1 FROM r_t0 AS `branch` ARRAY JOIN [1] AS a, balance'],
  [
    'WITH x AS (SELECT 1) SELECT x.a FROM x WHERE x IS DISTINCT FROM y',
    'WITH r_p0 AS (SELECT 1) SELECT x.a FROM r_p0 AS `x` WHERE x IS DISTINCT FROM y',
  ],
  [
    'SELECT rank() OVER w FROM branch WINDOW w AS (ORDER BY grade)',
    'SELECT rank() OVER w FROM r_t0 AS `branch` WINDOW w AS (ORDER BY grade)',
  ],
  [
    'SELECT 1 FROM (SELECT * FROM branch) q, balance;',
    'SELECT 1 FROM (SELECT * FROM r_t0 AS `branch`) q, r_t1 AS `balance`',
  ],
])('renames relations: %s', (sql, text) => {
  expect(textOf(place(sql))).toBe(text);
});

it('maps positions in the new text to the original', () => {
  const sql = 'SELECT "é" FROM branch WHERE nothing FROM';
  const text = place(sql);
  expect(sql.slice(writtenPlace(text, textOf(text).indexOf('nothing')))).toBe('nothing FROM');
  expect(writtenPlace(text, textOf(text).indexOf('"é"'))).toBe(sql.indexOf('"é"'));
});

it('parses the lines of a tree with aliases, and rejects other lines', () => {
  const tree = treeOf([
    'SelectQuery (children 2)',
    ' Function sum (alias branch) (children 1)',
    '  Identifier a',
    ' Subquery (alias x)',
    " Literal 'x (alias y)'",
  ])!;
  expect(tree.children.map(({ kind, text, alias }) => [kind, text, alias])).toEqual([
    ['Function', 'sum', 'branch'],
    ['Subquery', '', 'x'],
    ['Literal', "'x (alias y)'", null],
  ]);
  expect(tree.children[0]!.children[0]!.text).toBe('a');
  expect([treeOf(['A', 'B']), treeOf(['A', '  B']), treeOf([])]).toEqual([null, null, null]);
});
