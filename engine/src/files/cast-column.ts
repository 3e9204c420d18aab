import type { TextColumn, TextColumnType } from '@rise/contract';
import { quoteText } from '../expression/quote.ts';
import { datePattern } from './date-format.ts';

/** How the texts of a column become values, as SQL of DuckDB over an expression for the text. */
export interface ColumnCast {
  /** The column's type in DuckDB. */
  type: string;
  /** The value; NULL where there is none, and where the text is rejected. */
  value: string;
  /** Whether the text is none of the type's, by the value, or an expression that has it already. Never NULL. */
  rejectedBy(value: string): string;
  /** Why, as a `CellIssueCode`. For texts that are rejected. */
  reason: string;
}

type Numeric = Extract<TextColumnType, { kind: 'integer' | 'decimal' | 'number' }>;

const BLANKS = quoteText(' \t\r\n\u00a0');
const trimmed = (cell: string) => `trim(${cell}, ${BLANKS})`;
/** Decimals of up to 4 places have 14 digits before them, and take half of the space and time of wider ones. */
const decimalType = (scale: number) => `DECIMAL(${scale <= 4 ? 18 : 38}, ${scale})`;

/** The column's type in DuckDB. */
export function typeOf(type: TextColumnType): string {
  switch (type.kind) {
    case 'text':
      return 'VARCHAR';
    case 'integer':
      return 'BIGINT';
    case 'decimal':
      return decimalType(type.scale);
    case 'number':
      return 'DOUBLE';
    case 'date':
      return 'DATE';
    case 'timestamp':
      return type.zoned ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP';
    case 'boolean':
      return 'BOOLEAN';
  }
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const anyOf = (texts: readonly string[]) => `(?:${texts.map(literal).join('|')})`;

/** Signs that separate thousands: a blank may be one that does not break, an apostrophe a typographic one. */
function thousandsSigns(sign: string): string[] {
  if (sign === ' ') return [' ', '\u00a0', '\u202f'];
  return sign === "'" ? ["'", '\u2019'] : sign === '' ? [] : [sign];
}

/** The texts of a number: a sign at either end, or parentheses for a negative one; the affix at either end. */
export function numberPattern(type: Numeric): string {
  const thousands = thousandsSigns(type.thousands);
  const whole = thousands.length === 0 ? '[0-9]+' : `(?:[0-9]+|[0-9]{1,3}(?:${anyOf(thousands)}[0-9]{3})+)`;
  const point = type.kind === 'integer' ? '' : literal(type.decimal);
  const places = type.kind === 'decimal' ? `[0-9]{0,${type.scale}}0*` : '[0-9]*';
  const some = type.kind === 'decimal' ? `[0-9]{1,${type.scale}}0*` : '[0-9]+';
  const body = point === '' ? whole : `(?:${whole}(?:${point}${places})?|${point}${some})`;
  const exponent = type.kind === 'number' ? '(?:[eE][-+]?[0-9]{1,3})?' : '';
  const affix = type.affix === '' ? '' : `(?:${literal(type.affix)})?`;
  const blank = affix === '' ? '' : ' ?';
  const number = `${affix}${blank}${body}${exponent}${blank}${affix}`;
  const inner = affix === '' ? '' : `|${affix}${blank}[-+]${number}`;
  return `(?:[-+]?${number}${inner}|${number}-|\\(${number}\\))`;
}

const removeAll = (text: string, signs: readonly string[]) =>
  signs.reduce((inner, sign) => `replace(${inner}, ${quoteText(sign)}, '')`, text);

/** A number's text that matches the pattern, with a point and a sign before it. */
function plainNumber(type: Numeric, text: string): string {
  const decimal = type.kind === 'integer' ? '.' : type.decimal;
  const bare = removeAll(text, [...thousandsSigns(type.thousands), ...(type.affix === '' ? [] : [type.affix])]);
  const pointed = decimal === '.' ? bare : `replace(${bare}, ${quoteText(decimal)}, '.')`;
  // A sign of the exponent is one of the number's own; the sign before it is not.
  if (type.kind === 'number' && type.affix === '')
    return `CASE WHEN starts_with(${pointed}, '(') THEN '-' || ${removeAll(pointed, ['(', ')'])} WHEN ends_with(${pointed}, '-') THEN '-' || rtrim(${pointed}, '-') ELSE ${pointed} END`;
  const digits = removeAll(pointed, ['(', ')', '+', '-', ' ']);
  return `CASE WHEN contains(${text}, '-') OR starts_with(${text}, '(') THEN '-' || ${digits} ELSE ${digits} END`;
}

/** Whether a text means that there is no value. */
function isNothing({ type, nullTexts }: Pick<TextColumn, 'type' | 'nullTexts'>, cell: string): string {
  const text = trimmed(cell);
  // In texts, blanks are values that a reader wants to see; for all other types they are nothing.
  const texts = [...(type.kind === 'text' ? [] : ['']), ...nullTexts.map((each) => each.trim())];
  const listed = texts.length === 0 ? 'FALSE' : `${text} IN (${texts.map(quoteText).join(', ')})`;
  return type.kind === 'number' ? `(${listed} OR lower(${text}) = 'nan')` : listed;
}

/**
 * The texts that DuckDB itself would write for the value, if it writes any of the type so: comparing them is a fast
 * check. The most usual one comes first.
 */
function canonicalTexts(type: TextColumnType, cell: string): string[] {
  if (type.kind === 'integer') return [cell];
  if (type.kind === 'decimal') return [type.decimal === ',' ? `replace(${cell}, ',', '.')` : cell];
  if (type.kind === 'date') return type.format === '%Y-%m-%d' ? [cell] : [];
  // To replace a sign in each text takes as long as to read it.
  if (type.kind === 'timestamp' && !type.zoned && type.format === '%Y-%m-%d')
    return [cell, `replace(${cell}, 'T', ' ')`];
  return [];
}

/** Texts of which almost all of a file are, with a cheap check that the others fail, too, that would be rejected. */
function usualTexts(type: TextColumnType, cell: string): { when: string; read: string }[] {
  if (type.kind === 'boolean')
    return [
      { when: `${cell} = ${quoteText(type.trueText)}`, read: 'TRUE' },
      { when: `${cell} = ${quoteText(type.falseText)}`, read: 'FALSE' },
    ];
  const usualNumber = String.raw`-?[0-9]{1,15}(?:\.[0-9]{1,15})?`;
  if (type.kind === 'number' && type.decimal === '.' && type.thousands !== '.')
    return [{ when: `regexp_full_match(${cell}, ${quoteText(usualNumber)})`, read: `CAST(${cell} AS DOUBLE)` }];
  return canonicalTexts(type, cell).map((text) => {
    const read = `TRY_CAST(${text} AS ${typeOf(type)})`;
    const when = `CAST(${read} AS VARCHAR) = ${text}`;
    if (type.kind === 'integer') return { when: `${when} AND length(${cell}) <= 18`, read };
    const comma = type.kind === 'decimal' && type.decimal === ',';
    return { when: comma ? `${when} AND NOT contains(${cell}, '.')` : when, read };
  });
}

function numberValue(type: Numeric, cell: string): string {
  const text = trimmed(cell);
  const cast = `TRY_CAST(${plainNumber(type, text)} AS ${typeOf(type)})`;
  const fits = `regexp_full_match(${text}, ${quoteText(numberPattern(type))})`;
  if (type.kind === 'number') return `CASE WHEN ${fits} AND isfinite(${cast}) THEN ${cast} END`;
  if (type.kind === 'decimal') return `CASE WHEN ${fits} THEN ${cast} END`;
  return `CASE WHEN ${fits} AND abs(${cast}) < 1000000000000000000 THEN ${cast} END`;
}

/** Years begin with 1: 0000-00-00 and the like are no dates. */
function dateValue(format: string, text: string): string {
  const parsed = `CAST(try_strptime(${text}, ${quoteText(format)}) AS DATE)`;
  return `CASE WHEN regexp_full_match(${text}, ${quoteText(datePattern(format))}) AND ${parsed} >= DATE '0001-01-01' THEN ${parsed} END`;
}

const TIME = '([0-9]{1,2})(:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,6}0*)?)?) ?([AaPp]?)[Mm]?';
const OFFSET = '(?:Z|z|[-+][0-9]{2}(?::?[0-9]{2})?)';

/** The date, the time and the offset are read apart, since DuckDB would take one that lacks or drop one that is there. */
function timestampValue({ format, zoned }: Extract<TextColumnType, { kind: 'timestamp' }>, cell: string): string {
  const text = trimmed(cell);
  const date = datePattern(format);
  const pattern = zoned ? `(${date})[ T]${TIME} ?(${OFFSET})` : `(${date})(?:[ T]${TIME})?`;
  const group = (index: number) => `regexp_extract(${text}, ${quoteText(`^${pattern}$`)}, ${index})`;
  const hour = `TRY_CAST(${group(2)} AS INTEGER)`;
  const half = `upper(${group(4)})`;
  const hours = `CASE WHEN ${half} = '' THEN coalesce(${hour}, 0) WHEN ${hour} BETWEEN 1 AND 12 THEN ${hour} % 12 + CASE WHEN ${half} = 'P' THEN 12 ELSE 0 END END`;
  const rest = `CASE WHEN ${group(3)} = '' THEN ':00' ELSE replace(${group(3)}, ',', '.') END`;
  const stamp = `TRY_CAST(CAST(${dateValue(format, group(1))} AS VARCHAR) || ' ' || lpad(CAST(${hours} AS VARCHAR), 2, '0') || ${rest}`;
  if (!zoned) return `${stamp} AS TIMESTAMP)`;
  return `${stamp} || upper(${group(5)}) AS TIMESTAMP WITH TIME ZONE)`;
}

function booleanValue({ trueText, falseText }: Extract<TextColumnType, { kind: 'boolean' }>, cell: string): string {
  const text = `lower(${trimmed(cell)})`;
  const is = (value: string) => `${text} = lower(${quoteText(value.trim())})`;
  return `CASE WHEN ${is(trueText)} THEN TRUE WHEN ${is(falseText)} THEN FALSE END`;
}

function valueOf(type: TextColumnType, cell: string): string {
  switch (type.kind) {
    case 'text':
      return cell;
    case 'integer':
    case 'decimal':
    case 'number':
      return numberValue(type, cell);
    case 'date':
      return dateValue(type.format, trimmed(cell));
    case 'timestamp':
      return timestampValue(type, cell);
    case 'boolean':
      return booleanValue(type, cell);
  }
}

/** A number that is one but for its size or its decimals is said to be that. */
function reasonOf(type: TextColumnType, cell: string): string {
  const matches = (like: Numeric) => `regexp_full_match(${trimmed(cell)}, ${quoteText(numberPattern(like))})`;
  if (type.kind === 'decimal')
    return `CASE WHEN ${matches(type)} THEN 'too_large' WHEN ${matches({ ...type, kind: 'number' })} AND NOT regexp_matches(${cell}, '[eE]') THEN 'too_many_decimals' ELSE 'not_decimal' END`;
  if (type.kind === 'integer' || type.kind === 'number')
    return `CASE WHEN ${matches(type)} THEN 'too_large' ELSE 'not_${type.kind}' END`;
  return `'not_${type.kind}'`;
}

/** `cell` is an expression of type VARCHAR, such as a quoted column. Preview and load use the same. */
export function castColumn(column: Pick<TextColumn, 'type' | 'nullTexts'>, cell: string): ColumnCast {
  const { type } = column;
  const nothing = isNothing(column, cell);
  const any = valueOf(type, cell);
  const slow = nothing === 'FALSE' ? any : `CASE WHEN ${nothing} THEN NULL ELSE ${any} END`;
  const listed = column.nullTexts.length === 0 ? '' : ` AND NOT ${nothing}`;
  const usual = usualTexts(type, cell)
    .map(({ when, read }) => `WHEN ${when}${listed} THEN ${read} `)
    .join('');
  const value = usual === '' ? slow : `CASE ${usual}ELSE ${slow} END`;
  const rejectedBy = (computed: string) =>
    type.kind === 'text'
      ? 'FALSE'
      : `CASE WHEN (${computed}) IS NULL AND ${cell} IS NOT NULL THEN NOT ${nothing} ELSE FALSE END`;
  return { type: typeOf(type), value, rejectedBy, reason: reasonOf(type, cell) };
}
