import type { TextColumnType } from '@rise/contract';

type DecimalType = Extract<TextColumnType, { kind: 'decimal' }>;
export type Separators = Pick<DecimalType, 'decimal' | 'thousands'>;

/** How numbers can be written, the most frequent first; `decimal` of an integer means nothing. */
export const NUMBER_STYLES: readonly Separators[] = [
  { decimal: '.', thousands: '' },
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: '' },
  { decimal: ',', thousands: '.' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: ' ' },
  { decimal: '.', thousands: "'" },
];

/** 1234.5 in a style, to choose by. */
export const exampleOf = ({ decimal, thousands }: Separators): string => `1${thousands}234${decimal}50`;

const AFFIXES = ['$', '€', '£', '₺', '%'] as const;
export type Affix = DecimalType['affix'];

const escape = (text: string): string => text.replaceAll(/[$.*+?^()[\]{}|\\]/g, String.raw`\$&`);

function patternOf({ decimal, thousands }: Separators): RegExp {
  const integer = thousands === '' ? String.raw`\d+` : String.raw`(\d{1,3}(${escape(thousands)}\d{3})+|\d+)`;
  return new RegExp(`^[-+]?${integer}(${escape(decimal)}\\d+)?$`);
}

const withoutAffix = (text: string, affix: Affix): string => (affix === '' ? text : text.replace(affix, '').trim());

export interface NumberStyle extends Separators {
  affix: Affix;
  /** Most decimals of the samples. */
  scale: number;
}

/** The style in which all samples are numbers, the plainest if there are several; the plainest of all where there is none. */
export function guessNumberStyle(samples: readonly string[]): NumberStyle {
  const texts = samples.map((sample) => sample.trim()).filter((sample) => sample !== '');
  const affix = AFFIXES.find((sign) => texts.some((text) => text.includes(sign))) ?? '';
  const numbers = texts.map((text) => withoutAffix(text, affix));
  const style =
    NUMBER_STYLES.find((candidate) => numbers.length > 0 && numbers.every((text) => patternOf(candidate).test(text))) ??
    NUMBER_STYLES[0]!;
  const decimals = numbers.map((text) => text.split(style.decimal)[1]?.length ?? 0);
  return { ...style, affix, scale: Math.max(0, ...decimals) };
}
