import { z } from 'zod';

/** Encodings that a delimited text file can have. WHATWG names. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1254',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** A sign at either end of a number that is not part of it. A percent sign does not divide by 100. */
const affix = z.enum(['', '$', '€', '£', '₺', '%']).default('');
const decimalSeparator = z.enum(['.', ',']).default('.');
const thousandsSeparator = z.enum(['', '.', ',', ' ', "'"]).default('');
const differs = (type: { decimal: string; thousands: string }) => type.decimal !== type.thousands;
const SEPARATORS = { message: 'Use different signs for decimals and thousands', path: ['thousands'] };

/**
 * Parts of a date: %Y (four digits), %y (two: 69 to 99 are 19..), %m, %d (one or two digits, two where nothing separates
 * the parts), %b (English, Jan), with separators between them.
 */
const dateFormat = z
  .string()
  .max(20)
  .regex(/^%[YymdbB]([-./ ,]{0,2}%[YymdbB]){2}$/, 'Use a year, a month and a day, such as %d.%m.%Y')
  .refine((format) => /%[Yy]/.test(format) && /%[mbB]/.test(format) && format.includes('%d'), {
    message: 'Use a year, a month and a day, each once',
  });

/** What the cells of a column are read as. A cell that does not fit rejects its row. */
export const textColumnType = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text') }),
  /** Up to 18 digits. */
  z.strictObject({ kind: z.literal('integer'), thousands: thousandsSeparator, affix }),
  /** More than `scale` decimals are not rounded but rejected. */
  z
    .strictObject({
      kind: z.literal('decimal'),
      scale: z.int().min(1).max(12),
      decimal: decimalSeparator,
      thousands: thousandsSeparator,
      affix,
    })
    .refine(differs, SEPARATORS),
  /** Binary floating point, with exponents. */
  z
    .strictObject({ kind: z.literal('number'), decimal: decimalSeparator, thousands: thousandsSeparator, affix })
    .refine(differs, SEPARATORS),
  z.strictObject({ kind: z.literal('date'), format: dateFormat }),
  /** A date, a blank or T, and a time to the microsecond. `zoned`: each ends with Z or an offset such as +03:00. */
  z.strictObject({ kind: z.literal('timestamp'), format: dateFormat, zoned: z.boolean() }),
  /** Compared without regard to case. */
  z.strictObject({
    kind: z.literal('boolean'),
    trueText: z.string().min(1).max(40),
    falseText: z.string().min(1).max(40),
  }),
]);
export type TextColumnType = z.infer<typeof textColumnType>;

export const textColumn = z.strictObject({
  /** The header's text, as in the file, or the dotted path of a JSON member. A title's second column ends with (2). */
  title: z.string().max(1000),
  /** Of the table's column. */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Use lower-case letters, digits and _'),
  type: textColumnType,
  /** Texts that mean "no value", besides the empty cell; blanks around them do not matter. */
  nullTexts: z.array(z.string().min(1).max(40)).max(20).default([]),
});
export type TextColumn = z.infer<typeof textColumn>;

/**
 * Texts of rows below the data, such as TOTAL: a row whose first filled cell is one, in any case, is left out. A text
 * that ends with * stands for all that begin with it.
 */
export const footerTexts = z.array(z.string().min(1).max(200)).max(20).default([]);

export const haveDistinctNames = (columns: readonly { name: string }[]) =>
  new Set(columns.map(({ name }) => name)).size === columns.length;
export const DISTINCT_NAMES = { message: 'Give each column another name', path: ['columns'] };

/**
 * How a delimited text file is read. Valid for each file of a source, not only for the one it was found with: columns
 * are found by their titles (trimmed, in any case), and those that are not listed are left out.
 */
export const textSettings = z
  .strictObject({
    kind: z.literal('text'),
    encoding: z.enum(TEXT_ENCODINGS),
    delimiter: z.enum([',', ';', '\t', '|']),
    /** Empty: quotes have no meaning. */
    quote: z.enum(['"', "'", '']),
    /** Precedes a quote inside quotes; usually the quote itself. */
    escape: z.enum(['"', "'", '\\', '']),
    /** Lines to leave out before the header, or before the data of a file without one. */
    skipLines: z.int().min(0).max(1000),
    /** Without a header, the titles are Column 1, Column 2 and so on. */
    header: z.boolean(),
    footerTexts,
    columns: z.array(textColumn).min(1).max(5000),
  })
  .refine(({ columns }) => haveDistinctNames(columns), DISTINCT_NAMES);
export type TextSettings = z.infer<typeof textSettings>;
