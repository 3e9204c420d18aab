import type { Doubt, DoubtCode, SettingsChange, TextColumnType } from '@rise/contract';
import type { ColumnSample } from './column-sample.ts';
import { dateFormats, dateReader, isDayFirst, otherOrder, splitTime } from './date-types.ts';
import { isNullText, isStrongNullText } from './null-texts.ts';
import { readNumbers } from './number-types.ts';

type Numeric = Extract<TextColumnType, { kind: 'integer' | 'decimal' | 'number' }>;

/** What a file's other columns say about signs and orders that one column alone leaves open. */
export interface FileHabits {
  decimal: '.' | ',' | null;
  dayFirst: boolean | null;
}

export interface InferredColumn {
  type: TextColumnType;
  nullTexts: string[];
  doubts: Doubt[];
  /** What it shows of the file's habits; null where it shows nothing. */
  habits: FileHabits;
}

interface Reading {
  type: TextColumnType;
  doubts: Doubt[];
  habits?: Partial<FileHabits>;
}

const TEXT: TextColumnType = { kind: 'text' };
const INTEGER: TextColumnType = { kind: 'integer', thousands: '', affix: '' };
/** Titles of dates, in languages of banks. */
const DATE_TITLE = /date|datum|tarih|fecha|data$|_dt$|^dt_|\bday\b|issued|opened|closed|birth|doğum/i;
/** Pairs of texts that often mean yes and no. */
const PAIRS = ['yes no', 'y n', 't f', 'evet hayır', 'e h', 'ja nein', 'oui non', 'si no', 'sí no', 'ano ne', 'tak nie', 'on off', 'active inactive', '1 0'].map((pair) => pair.split(' ')); // prettier-ignore
/** Distinct numbers that all are dates by more than chance. */
const ENOUGH_DATES = 10;

const examplesOf = (texts: readonly string[]) => texts.slice(0, 3);

function describe(
  code: DoubtCode,
  title: string,
  sample: ColumnSample,
  test: (text: string) => boolean,
  choices: { code: string; value?: string; examples?: string[]; change: Omit<Extract<SettingsChange, { kind: 'column' }>, 'kind' | 'title'> }[], // prettier-ignore
): Doubt {
  return {
    code,
    column: title,
    count: sample.count(test),
    evidence: sample.evidence(test),
    choices: choices.map(({ code: choice, value = null, examples = [], change }, place) => ({
      code: choice,
      value,
      examples,
      suggested: place === 0,
      change: { kind: 'column', title, ...change },
    })),
  };
}

/** Numbers without signs: amounts, codes with zeros, long account numbers, dates. */
function readDigits(title: string, texts: readonly string[], sample: ColumnSample): Reading {
  const dates = readDigitDates(title, texts, sample);
  if (dates !== null) return dates;
  const hasZeros = (text: string) => /^0\d/.test(text);
  if (texts.some(hasZeros)) {
    const choices = [{ code: 'text', change: { type: TEXT } }];
    const longest = Math.max(...texts.map(({ length }) => length));
    const integer = { code: 'integer', examples: sample.evidence(hasZeros, 3).map(({ text }) => text.replace(/^0+(?=\d)/, '')), change: { type: INTEGER } }; // prettier-ignore
    return { type: TEXT, doubts: [describe('leading_zeros', title, sample, hasZeros, longest > 18 ? choices : [...choices, integer])] }; // prettier-ignore
  }
  const lengths = texts.map(({ length }) => length);
  const longest = Math.max(...lengths);
  const areKeys = longest >= 12 && Math.min(...lengths) === longest && texts.length > 1;
  if (longest < 16 && !areKeys) return { type: INTEGER, doubts: [] };
  const text = { code: 'text', change: { type: TEXT } };
  const choices = longest > 18 ? [text] : [text, { code: 'integer', change: { type: INTEGER } }];
  return { type: TEXT, doubts: [describe('long_numbers', title, sample, ({ length }) => length >= 12, choices)] };
}

function readDigitDates(title: string, texts: readonly string[], sample: ColumnSample): Reading | null {
  const { length } = texts[0]!;
  if ((length !== 8 && length !== 6) || texts.some((text) => text.length !== length)) return null;
  const format = dateFormats(texts, true).find((each) => (each.includes('%Y') ? 8 : 6) === length);
  const named = DATE_TITLE.test(title);
  if (format === undefined || (!named && texts.length < ENOUGH_DATES)) return null;
  const { read } = dateReader(format);
  const years = texts.map((text) => Number(read(text)!.slice(0, 4)));
  if (years.some((year) => year < 1850 || year > 2150)) return null;
  const type: TextColumnType = { kind: 'date', format };
  const zeros = texts.some((text) => text.startsWith('0'));
  return {
    type,
    doubts: [
      describe('date_like_numbers', title, sample, () => true, [
        { code: 'date', value: format, examples: examplesOf(texts).map((text) => read(text)!), change: { type } },
        zeros ? { code: 'text', change: { type: TEXT } } : { code: 'integer', change: { type: INTEGER } },
      ]),
      ...futureDates(title, format, texts, sample),
    ],
  };
}

/** Two digits of a year that make a date of the future are likely of the last century. */
function futureDates(title: string, format: string, texts: readonly string[], sample: ColumnSample): Doubt[] {
  if (!format.includes('%y')) return [];
  const { read } = dateReader(format);
  const next = String(new Date().getUTCFullYear() + 1);
  const isFuture = (text: string) => (read(splitTime(text)?.date ?? text) ?? '') > next;
  return texts.some(isFuture) ? [describe('two_digit_years', title, sample, isFuture, [])] : [];
}

function readDates(title: string, texts: readonly string[], sample: ColumnSample, habits: FileHabits): Reading | null {
  const parts = texts.map((text) => splitTime(text));
  const timed = parts.some((part) => part !== null);
  const days = texts.map((text, place) => parts[place]?.date ?? text);
  const digits = timed ? dateFormats(days, true) : [];
  const formats = [...dateFormats(days), ...digits];
  if (formats.length === 0) return null;
  const zoned = parts.some((part) => part?.zoned);
  if (zoned && !parts.every((part) => part?.zoned)) return null;
  const [first] = formats;
  const other = formats.find((format) => format === otherOrder(first!) && format !== first);
  const typeOf = (format: string): TextColumnType =>
    timed ? { kind: 'timestamp', format, zoned } : { kind: 'date', format };
  if (other === undefined) {
    const decisive = /%[md]\W%[md]\W/.test(first!) ? { dayFirst: isDayFirst(first!) } : {};
    return { type: typeOf(first!), doubts: futureDates(title, first!, texts, sample), habits: decisive };
  }
  const dayFirst = habits.dayFirst ?? first!.includes('.');
  const format = isDayFirst(first!) === dayFirst ? first! : other;
  const rejectedOrder = format === first ? other : first!;
  const show = (each: string) => examplesOf(days).map((text) => dateReader(each).read(text)!);
  const choices = [format, rejectedOrder].map((each) => ({
    code: isDayFirst(each) ? 'day_first' : 'month_first',
    value: each,
    examples: show(each),
    change: { type: typeOf(each) },
  }));
  const decides = (text: string) => new Set(/^(\d+)\D(\d+)/.exec(text)?.slice(1)).size > 1;
  const doubt = describe('day_month_order', title, sample, decides, choices);
  return { type: typeOf(format), doubts: [doubt, ...futureDates(title, format, texts, sample)] };
}

/** Numbers that a file stores as such, and texts beside them. */
function readNumeric(
  title: string,
  texts: readonly string[],
  sample: ColumnSample,
  habits: FileHabits,
): Reading | null {
  const natives = texts.filter((text) => sample.values.get(text)!.native === 'number');
  const written = natives.length === 0 ? texts : texts.filter((text) => sample.values.get(text)!.native !== 'number');
  if (
    natives.length === 0 &&
    written.some((text) => /^[-+]?\d+[eE]\d+$/.test(text)) &&
    written.every((text) => /^\d+(?:[eE]\d+)?$/.test(text))
  ) {
    // prettier-ignore
    const doubt = describe('number_like_codes', title, sample, (text) => /e/i.test(text), [
      { code: 'text', change: { type: TEXT } },
      { code: 'number', change: { type: { kind: 'number', decimal: '.', thousands: '', affix: '' } } },
    ]);
    return { type: TEXT, doubts: [doubt] };
  }
  const reading = readNumbers(written.length === 0 ? natives : written, natives.length > 0 && written.length === 0 ? '.' : habits.decimal); // prettier-ignore
  if (reading === null) return null;
  // More digits than an integer holds: a key, which stays exact as a text.
  if (reading.type.kind === 'integer' && texts.some((text) => text.replaceAll(/\D/g, '').length > 18)) return null;
  const type = natives.length === 0 || written.length === 0 ? reading.type : widen(reading.type, natives);
  const shown =
    type.kind !== 'integer' && texts.some((text) => text.includes(type.decimal)) ? { decimal: type.decimal } : {};
  if (reading.other === null || natives.length > 0) return { type, doubts: [], habits: shown };
  const codeOf = (each: Numeric) => (each.kind === 'integer' ? 'thousands' : 'decimals');
  const doubt = describe('decimal_sign', title, sample, (text) => /[.,]/.test(text), [
    { code: codeOf(reading.type), examples: showNumbers(texts, reading.type), change: { type: reading.type } },
    { code: codeOf(reading.other), examples: showNumbers(texts, reading.other), change: { type: reading.other } },
  ]);
  return { type, doubts: [doubt] };
}

const showNumbers = (texts: readonly string[], type: Numeric) =>
  examplesOf(texts.filter((text) => /[.,]/.test(text))).map((text) =>
    type.kind === 'integer'
      ? text.replaceAll(/[.,]/g, '')
      : text.replaceAll(type.thousands || ' ', '').replace(',', '.'),
  );

/** A type that also holds the sheet's own numbers. */
function widen(type: Numeric, natives: readonly string[]): Numeric {
  const own = readNumbers(natives, '.')?.type;
  if (own === undefined || own.kind === 'integer') return type;
  const decimal = type.kind === 'integer' ? (type.thousands === '.' ? ',' : '.') : type.decimal;
  const { thousands, affix } = type;
  if (own.kind === 'number' || type.kind === 'number') return { kind: 'number', decimal, thousands, affix };
  return {
    kind: 'decimal',
    scale: Math.max(own.scale, type.kind === 'decimal' ? type.scale : 0),
    decimal,
    thousands,
    affix,
  };
}

function readBooleans(texts: readonly string[], sample: ColumnSample): Reading | null {
  const lower = new Set(texts.map((text) => text.toLowerCase()));
  const native = texts.every((text) => sample.values.get(text)!.native === 'boolean');
  if (!native && ![...lower].every((text) => text === 'true' || text === 'false')) return null;
  return { type: { kind: 'boolean', trueText: 'true', falseText: 'false' }, doubts: [] };
}

/** How all of the texts are read as one type other than text; null if they are not. */
function readAll(title: string, texts: readonly string[], sample: ColumnSample, habits: FileHabits): Reading | null {
  const natives = new Set(texts.map((text) => sample.values.get(text)!.native));
  if (natives.has('boolean') && natives.size > 1) return null;
  if ((natives.has('date') || natives.has('timestamp')) && natives.has('number')) return null;
  const booleans = readBooleans(texts, sample);
  if (booleans !== null) return booleans;
  if (natives.has('date') || natives.has('timestamp')) return readNativeDates(title, texts, sample, habits);
  if (!natives.has('number') && texts.every((text) => /^\d+$/.test(text))) return readDigits(title, texts, sample);
  return readNumeric(title, texts, sample, habits) ?? readDates(title, texts, sample, habits);
}

/** Dates of a sheet arrive in the format of the texts beside them. */
function readNativeDates(
  title: string,
  texts: readonly string[],
  sample: ColumnSample,
  habits: FileHabits,
): Reading | null {
  const written = texts.filter((text) => sample.values.get(text)!.native === 'text');
  const timed = texts.some((text) => splitTime(text) !== null);
  const reading: Reading | null =
    written.length === 0 ? { type: { kind: 'date', format: '%Y-%m-%d' }, doubts: [] } : readDates(title, written, sample, habits); // prettier-ignore
  if (reading === null || (reading.type.kind !== 'date' && reading.type.kind !== 'timestamp')) return null;
  const { format } = reading.type;
  const type: TextColumnType = timed ? { kind: 'timestamp', format, zoned: false } : { kind: 'date', format };
  if (reading.type.kind === 'timestamp' && reading.type.zoned) return null;
  return { ...reading, type, ...(timed && reading.type.kind === 'date' && { doubts: [] }) };
}

/** Two texts such as Y and N: a code that can be mapped, or a switch. */
function doubtPair(title: string, texts: readonly string[], sample: ColumnSample): Doubt[] {
  const lower = [...new Set(texts.map((text) => text.toLowerCase()))];
  const pair = lower.length === 2 ? PAIRS.find(([yes, no]) => lower.includes(yes!) && lower.includes(no!)) : undefined;
  if (pair === undefined) return [];
  const asWritten = (text: string) => texts.find((each) => each.toLowerCase() === text)!;
  const [trueText, falseText] = pair.map((text) => asWritten(text));
  return [
    describe('two_values', title, sample, () => true, [
      { code: 'text', change: { type: TEXT } },
      {
        code: 'boolean',
        value: trueText!,
        change: { type: { kind: 'boolean', trueText: trueText!, falseText: falseText! } },
      },
    ]),
  ];
}

/** What nearly all texts are, where a few are not. */
function doubtMixed(title: string, texts: readonly string[], sample: ColumnSample, habits: FileHabits): Doubt[] {
  const isNumber = (text: string) => /^[-+($€£₺]{0,3} ?\d[\d.,' \u00a0]*(?:[eE][-+]?\d+)? ?[%)$€£₺-]?$/.test(text);
  const isDate = (text: string) => /^\d{1,4}[-./ ](?:\d{1,2}|[A-Za-z]{3,9})[-./ ]\d{1,4}(?:[ T].*)?$/.test(text);
  for (const fits of [isNumber, isDate]) {
    const fitting = texts.filter(fits);
    const others = sample.filled - sample.count(fits);
    if (fitting.length < ENOUGH_DATES || others > sample.filled * 0.05) continue;
    const reading = readAll(title, fitting, sample, habits);
    if (reading === null || reading.type.kind === 'text') continue;
    const { type } = reading;
    return [
      describe('mixed_types', title, sample, (text) => !fits(text), [
        { code: 'text', change: { type: TEXT } },
        { code: type.kind, value: 'format' in type ? type.format : undefined, change: { type } } as { code: string; change: { type: TextColumnType } }, // prettier-ignore
      ]),
    ];
  }
  return [];
}

/** Finds the type of a column by all values that are looked at, and what only a person knows. */
export function inferColumn(title: string, sample: ColumnSample, habits: FileHabits): InferredColumn {
  const all = [...sample.values.keys()];
  const texts = all.filter((text) => !isNullText(text));
  const none = { decimal: null, dayFirst: null };
  const nullTexts = all.filter((text) => isNullText(text)).slice(0, 20);
  const reading = texts.length === 0 ? null : readAll(title, texts, sample, habits);
  if (reading !== null && reading.type.kind !== 'text') {
    const doubts = nullTexts.length === 0 ? [] : [doubtNullTexts(title, sample, nullTexts, true)];
    return {
      type: reading.type,
      nullTexts,
      doubts: [...reading.doubts, ...doubts],
      habits: { ...none, ...reading.habits },
    };
  }
  const strong = nullTexts.filter(isStrongNullText);
  const asNull = strong.length === 0 ? [] : [doubtNullTexts(title, sample, strong, false)];
  const doubts = reading?.doubts ?? [...doubtPair(title, texts, sample), ...doubtMixed(title, texts, sample, habits)];
  return { type: TEXT, nullTexts: [], doubts: [...doubts, ...asNull], habits: none };
}

function doubtNullTexts(title: string, sample: ColumnSample, nullTexts: string[], suggested: boolean): Doubt {
  const asNull = { code: 'no_value', value: nullTexts.join(', '), change: { nullTexts } };
  const asText = { code: 'text', change: suggested ? { type: TEXT, nullTexts: [] } : { nullTexts: [] } };
  const isOne = (text: string) => nullTexts.includes(text);
  return describe('null_texts', title, sample, isOne, suggested ? [asNull, asText] : [asText, asNull]);
}
