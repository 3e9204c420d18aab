import { describe, expect, it } from 'vitest';
import { typeOf } from './check.ts';
import type { Names } from './check.ts';
import { parseExpression } from './parse.ts';
import { ExpressionError } from './tokens.ts';
import type { Expression, ValueType } from './tree.ts';
import { writeExpression } from './write.ts';

const COLUMNS: Record<string, ValueType> = {
  amount: 'decimal',
  rate: 'number',
  count: 'integer',
  name: 'string',
  open: 'boolean',
  day: 'date',
  'loan type': 'string',
  later: 'unknown',
};
const NAMES: Names = {
  column(_table, name, at) {
    const type = COLUMNS[name];
    if (!type) throw new ExpressionError(at, `There is no column '${name}'.`);
    return type;
  },
  parameter: () => 'integer',
};

/** The tree without positions, which is equal for texts with the same meaning. */
function shape(expression: Expression): unknown {
  return JSON.parse(JSON.stringify(expression, (key, value: unknown) => (key === 'at' ? undefined : value)));
}
function faultOf(source: string): string {
  try {
    typeOf(parseExpression(source), NAMES);
  } catch (issue) {
    if (issue instanceof ExpressionError) return `${issue.at}: ${issue.message}`;
    throw issue;
  }
  return 'no fault';
}

describe('an expression', () => {
  it.each([
    ['amount + 2 * count', 'decimal'],
    ['(amount + 2) * -count % 7', 'decimal'],
    ['amount / count', 'number'],
    ['name || \' \' || UPPER("loan type")', 'string'],
    ["CASE WHEN open THEN 'open' ELSE 'shut' END", 'string'],
    ['CASE count WHEN 1 THEN 0.5 WHEN 2 THEN 1 END', 'decimal'],
    ["day BETWEEN DATE '2025-01-01' AND DATE '2025-12-31' AND NOT open", 'boolean'],
    ["t.name NOT IN ('a', 'b') OR amount IS NOT NULL", 'boolean'],
    ['COALESCE(amount, rate, 0)', 'number'],
    ["DATE_TRUNC('month', day)", 'date'],
    ["DATE_DIFF('day', day, later)", 'integer'],
    ['CAST(name AS integer) + :threshold', 'integer'],
    ['ROUND(amount, -3)', 'decimal'],
    ["NULLIF(name, '')", 'string'],
    ['NOT NOT open', 'boolean'],
    ['- -amount', 'decimal'],
    ['later + 1 > 0', 'boolean'],
    ["name = 'O''Hare' or (open and (open or not open))", 'boolean'],
  ])('%s is %s, and keeps its meaning when written and read again', (source, type) => {
    const read = parseExpression(source);
    expect(typeOf(read, NAMES)).toBe(type);
    const written = writeExpression(read);
    expect(shape(parseExpression(written))).toEqual(shape(read));
    expect(writeExpression(parseExpression(written))).toBe(written);
  });

  it.each([
    ['a - (b - c)', 'a - (b - c)'],
    ['(a - b) - c', 'a - b - c'],
    ['(a * b) + c', 'a * b + c'],
    ['a or b and c', 'a OR b AND c'],
    ['(a or b) and c', '(a OR b) AND c'],
    ['not (a = b)', 'NOT a = b'],
    ['(not a) = b', '(NOT a) = b'],
    ['-(-a)', '-(-a)'],
    ['"select" + "Two Words"', 'select + "Two Words"'],
    ['"case"', '"case"'],
    ['.5', '0.5'],
  ])('%s is written %s', (source, written) => expect(writeExpression(parseExpression(source))).toBe(written));

  it.each([
    ['', '0: The expression is empty. Name a column, or leave it out.'],
    ['amount +', '8: The expression ends where a value is missing.'],
    ['amount amount', "7: The expression should end before 'amount'."],
    ['(amount', '7: The bracket opened at character 1 is not closed here.'],
    ["'open", '0: A text begins here and does not end. Close it with a single quote.'],
    ['amount; DROP TABLE x', "6: ';' has no meaning here. Take it out."],
    ['amount -- note', '7: Comments have no place here'],
    ['1 < 2 < 3', '6: Comparisons do not chain. Join them with AND.'],
    ['read_csv(name)', '0: There is no function READ_CSV.'],
    ['uper(name)', "0: There is no function UPER. Did you mean 'upper'?"],
    ['(SELECT 1)', '8: The bracket opened at character 1 is not closed here.'],
    ['UPPER(amount)', '6: This is an exact number, but a text is required.'],
    ['ROUND(amount, 1, 2)', '0: ROUND takes 1 to 2 values and has 3.'],
    ['amount = name', "9: This is a text, but it is combined with an exact number. CAST one to the other's type."],
    ['open + 1', '0: This is true or false, but a number is required.'],
    ['amount AND open', '0: This is an exact number, but a condition is required.'],
    [
      "DATE_TRUNC('moth', day)",
      "11: DATE_TRUNC wants one of 'year', 'quarter', 'month', 'week', 'day' here. Did you mean 'month'?",
    ],
    ["DATE '2025-02-30'", "0: '2025-02-30' is not a day of the calendar. Write DATE 'YYYY-MM-DD'."],
    ['CAST(amount AS money)', "15: 'money' is not a type."],
    ['12abc', '0: A number ends in a letter.'],
    ['nope', "0: There is no column 'nope'."],
    [':Big', "0: A parameter is written ':name'"],
    ['CASE open END', '10: A CASE has at least one WHEN … THEN ….'],
  ])('%s is refused with position and remedy', (source, message) => expect(faultOf(source)).toContain(message));

  it('is refused if it is too long or too deeply nested', () => {
    expect(faultOf(`${'('.repeat(70)}1${')'.repeat(70)}`)).toContain('nests deeper');
    expect(faultOf(`1${'+1'.repeat(3000)}`)).toContain('at most 4000 characters');
    expect(faultOf(`${'not '.repeat(900)}open`)).toBe('no fault');
  });
});
