import type { Doubt } from '@rise/contract';
import type { TFunction } from 'i18next';
import { formatDay } from '../../../dates/dates.ts';
import { dateExample } from '../columns/date-format.ts';

type Choice = Doubt['choices'][number];

/** Codes of choices with a text of their own. */
const CHOICES = [
  'titles',
  'data',
  'leave_out',
  'keep',
  'day_first',
  'month_first',
  'decimals',
  'thousands',
  'no_value',
  'text',
  'integer',
  'decimal',
  'number',
  'date',
  'timestamp',
  'boolean',
] as const;
type ChoiceCode = (typeof CHOICES)[number];
const isKnown = (code: string): code is ChoiceCode => (CHOICES as readonly string[]).includes(code);

const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1254',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
] as const;
const isEncoding = (value: string | null): value is (typeof ENCODINGS)[number] =>
  (ENCODINGS as readonly (string | null)[]).includes(value);

/** A doubt as a question, and what hangs on it. */
export function questionText({ code, column, count, evidence }: Doubt, t: TFunction): { title: string; text: string } {
  const values = { column: column ?? '', count: count ?? 0, sample: evidence[0]?.text ?? '' };
  return { title: t(`import.doubts.${code}.title`, values), text: t(`import.doubts.${code}.text`, values) };
}

/** What a choice means. */
export function choiceText({ code, value }: Choice, t: TFunction): string {
  if (isEncoding(value)) return t(`import.encodings.${value}`);
  const shown = value?.includes('%') ? dateExample(value) : (value ?? '');
  return isKnown(code) ? t(`import.choices.${code}`, { value: shown }) : shown || code;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value as it becomes by a choice; days as people write them. */
export const exampleText = (example: string, language: string): string =>
  ISO_DAY.test(example) ? formatDay(example, language) : example;
