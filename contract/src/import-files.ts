import { z } from 'zod';
import {
  DISTINCT_NAMES,
  footerTexts,
  haveDistinctNames,
  textColumn,
  textColumnType,
  textSettings,
} from './text-files.ts';
import { fieldName } from './values/field-name.ts';

/** What an uploaded file can be. A zip holds files of the other kinds; `json` is one array or object, or one a line. */
export const FILE_KINDS = ['text', 'json', 'parquet', 'arrow', 'xlsx', 'zip'] as const;
export type ImportFileKind = (typeof FILE_KINDS)[number];

/** Rows of a preview. */
export const PREVIEW_ROWS = 200;

/**
 * How a sheet of a workbook is read. Numbers and dates of its cells arrive in the format of the column's type, so that
 * a column can hold both numbers and texts such as 1.234,50.
 */
const sheetSettings = z
  .strictObject({
    kind: z.literal('sheet'),
    /** Rows to leave out before the header, counted from the sheet's first row, filled or not. */
    skipRows: z.int().min(0).max(100_000),
    header: z.boolean(),
    footerTexts,
    columns: z.array(textColumn).min(1).max(5000),
  })
  .refine(({ columns }) => haveDistinctNames(columns), DISTINCT_NAMES);

/** How JSON is read: one object a row. */
const jsonSettings = z
  .strictObject({
    kind: z.literal('json'),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be']),
    /** `lines`: one object a line. `document`: an array of objects, or an object that holds one. */
    shape: z.enum(['lines', 'document']),
    /** Members that lead to the array of rows, for a document; empty if it is the whole of it. */
    rowsAt: z.array(z.string().max(200)).max(10).default([]),
    columns: z.array(textColumn).min(1).max(5000),
  })
  .refine(({ columns }) => haveDistinctNames(columns), DISTINCT_NAMES);

const typedColumn = z.strictObject({
  title: z.string().max(1000),
  name: fieldName,
  /** What the texts of its values are read as; null for the file's own type. */
  type: textColumnType.nullable().default(null),
});
export type TypedColumn = z.infer<typeof typedColumn>;

/** How Parquet and Arrow are read, whose columns have types. */
const typedSettings = z
  .strictObject({
    kind: z.literal('typed'),
    format: z.enum(['parquet', 'arrow']),
    columns: z.array(typedColumn).min(1).max(5000),
  })
  .refine(({ columns }) => haveDistinctNames(columns), DISTINCT_NAMES);

/**
 * How a table is read from a file, and from each later file of the same source. Columns are found by title (trimmed, in
 * any case), never by position; those that are not listed are left out.
 */
export const tableSettings = z.discriminatedUnion('kind', [textSettings, sheetSettings, jsonSettings, typedSettings]);
export type TableSettings = z.infer<typeof tableSettings>;
export type SheetSettings = z.infer<typeof sheetSettings>;
export type JsonSettings = z.infer<typeof jsonSettings>;
export type TypedSettings = z.infer<typeof typedSettings>;

/** What cannot be known from the file alone. Each is a question, with its evidence. */
export const DOUBT_CODES = [
  /** Bytes above ASCII that more than one encoding explains. */
  'encoding',
  /** The first row may be titles or data. */
  'header',
  /** Rows above the header that are left out. */
  'title_rows',
  /** Rows below the data, such as totals. */
  'footer_rows',
  /** Dates such as 03/04/2025 without any part above 12. */
  'day_month_order',
  /** Numbers such as 1.234 that have one sign, which separates decimals or thousands. */
  'decimal_sign',
  /** Digits with zeros before them, which a number would lose. */
  'leading_zeros',
  /** Integers too long to be amounts: account numbers. */
  'long_numbers',
  /** Codes such as 1E5 that other programs read as numbers. */
  'number_like_codes',
  /** Two values such as yes and no. */
  'two_values',
  /** Numbers that may be dates: 20251231, 930104. */
  'date_like_numbers',
  /** Years of two digits. */
  'two_digit_years',
  /** Texts such as N/A that mean no value. */
  'null_texts',
  /** A few cells do not fit the type of all others. */
  'mixed_types',
  /** Rows with more or fewer cells than the header. */
  'ragged_rows',
  /** Rows with a quote that is not closed or closed within a cell. */
  'broken_quotes',
  /** Rows of JSON that are no objects, or no JSON. */
  'broken_rows',
  /** Rows with NUL bytes. */
  'nul_bytes',
  /** A title that several columns have, or none. */
  'unclear_titles',
  /** Lists within a JSON row, or nested values of a typed file, which stay JSON text. */
  'nested_values',
  /** A type of the file that is read as another. */
  'converted_type',
  /** A type of the file that cannot be read; the column is left out. */
  'unsupported_type',
  /** Cells of a sheet with an error such as #DIV/0!, read as no value. */
  'error_cells',
  /** A formula without a stored result, read as no value. */
  'formulas_without_result',
] as const;
export type DoubtCode = (typeof DOUBT_CODES)[number];

/** What a choice does to a table's settings. */
export const settingsChange = z.discriminatedUnion('kind', [
  /** Replaces what is present, in the column with that title; adds the column if it is not listed. */
  z.object({
    kind: z.literal('column'),
    title: z.string(),
    type: textColumnType.optional(),
    nullTexts: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.literal('leave_out'), title: z.string() }),
  z.object({ kind: z.literal('footers'), footerTexts: z.array(z.string()) }),
  /** Replaces all settings: another encoding or header changes the columns. */
  z.object({ kind: z.literal('settings'), settings: tableSettings }),
  z.object({ kind: z.literal('nothing') }),
]);
export type SettingsChange = z.infer<typeof settingsChange>;

export const doubt = z.object({
  code: z.enum(DOUBT_CODES),
  /** Title of the column; null if the whole table is in doubt. */
  column: z.string().nullable(),
  /** Rows, cells or values concerned, of all that were looked at; null if unknown. */
  count: z.int().nonnegative().nullable(),
  /** What the doubt is about, as in the file; a row's cells are joined by a blank and a vertical bar. */
  evidence: z.array(z.object({ line: z.int().positive().nullable(), text: z.string() })).max(10),
  /** The suggested one is in the settings already. Empty if there is only something to know. */
  choices: z
    .array(
      z.object({
        /** What it means, for the text: an encoding, a type's kind, `day_first`, `keep`, `leave_out` and the like. */
        code: z.string(),
        /** A date's format, an encoding or a value that the text shows. */
        value: z.string().nullable(),
        /** What the evidence becomes by this choice. */
        examples: z.array(z.string()).max(10),
        suggested: z.boolean(),
        change: settingsChange,
      }),
    )
    .max(10),
});
export type Doubt = z.infer<typeof doubt>;

const fileFault = z.object({
  code: z.string(),
  /** What happened. */
  message: z.string(),
  /** What the person who has the file can do. */
  remedy: z.string(),
  /** Where the file stops being readable, where known. */
  line: z.int().positive().nullable(),
});
export type FileFault = z.infer<typeof fileFault>;

/** A column as the file has it, whether it is read or not. */
const inspectedColumn = z.object({
  title: z.string(),
  /** Suggested name in the table. */
  name: fieldName,
  /** A typed file's own type, as DuckDB names it; null for files without types. */
  fileType: z.string().nullable(),
  /** Different values, as in the file, in order of appearance. */
  samples: z.array(z.string()).max(5),
  /** Of the rows that were looked at. */
  nulls: z.int().nonnegative(),
  /** Different values in them; null if there are more than were counted. */
  distinct: z.int().nonnegative().nullable(),
});
export type InspectedColumn = z.infer<typeof inspectedColumn>;

/** A table that a file holds. */
export const inspectedTable = z.object({
  /** Where it is in the file: empty for the whole, a sheet's name, a zip's entry, or a workbook's entry, / and a sheet. */
  part: z.string(),
  /** Suggested title. */
  title: z.string(),
  /** Suggested name in the warehouse. */
  name: fieldName,
  /** What was found; null if it cannot be read. */
  settings: tableSettings.nullable(),
  /** Rows without header and footers; an estimate if not exact. */
  rows: z.object({ count: z.int().nonnegative(), exact: z.boolean() }),
  /** Rows that columns and doubts come from. */
  rowsInspected: z.int().nonnegative(),
  columns: z.array(inspectedColumn),
  doubts: z.array(doubt),
  error: fileFault.nullable(),
});
export type InspectedTable = z.infer<typeof inspectedTable>;

export const inspectedFile = z.object({
  /** Null if it is none of them; `error` says what it is instead. */
  kind: z.enum(FILE_KINDS).nullable(),
  bytes: z.int().nonnegative(),
  /** Those that cannot be read have an error; the others are not affected. */
  tables: z.array(inspectedTable),
  /** The file as a whole cannot be read. */
  error: fileFault.nullable(),
});
export type InspectedFile = z.infer<typeof inspectedFile>;

/** Why a cell, or a row (`column` is null), would be rejected by a load. */
export const CELL_ISSUES = [
  'not_integer',
  'not_decimal',
  'not_number',
  'not_date',
  'not_timestamp',
  'not_boolean',
  'too_large',
  'too_many_decimals',
  'too_few_cells',
  'too_many_cells',
  'unclosed_quote',
  'misplaced_quote',
  'nul_byte',
  'not_json',
  'not_an_object',
] as const;
export type CellIssueCode = (typeof CELL_ISSUES)[number];

/** The first rows of a table as they would be loaded. */
export const tablePreview = z.object({
  /** In the order of the settings. `type` is as DuckDB names it. */
  columns: z.array(z.object({ title: z.string(), name: fieldName, type: z.string() })),
  rows: z
    .array(
      z.object({
        /** Line of the text, row of the sheet, or number of the row, from 1. */
        line: z.int().positive(),
        /** By the order of the columns: the value as it is loaded, or the file's text where it has an issue. */
        cells: z.array(z.string().nullable()),
        issues: z.array(z.object({ column: fieldName.nullable(), code: z.enum(CELL_ISSUES) })),
      }),
    )
    .max(PREVIEW_ROWS),
  /** Of these rows, how many have an issue. */
  problemRows: z.int().nonnegative(),
  /** Listed columns that the file does not have. */
  missing: z.array(z.string()),
  /** Columns of the file that are not listed. */
  unlisted: z.array(z.string()),
});
export type TablePreview = z.infer<typeof tablePreview>;
