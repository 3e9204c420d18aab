import { formatFigure } from '@rise/ui';

/** The sum of a column with all digits that say something: amounts keep two decimals, and no zeros follow the last digit. */
export function writeSum(sum: string, language: string, { signed = false } = {}): string {
  const [, part = ''] = sum.split('.');
  const decimals = Math.max(Math.min(part.length, 2), part.replace(/0+$/, '').length);
  return formatFigure(sum, { unit: 'number', decimals }, { locale: language, ...(signed && { signed }) });
}
