type Format = { unit: string } | undefined;

/** A stored value as it is entered: 0.07 of percent is 7. */
export const enteredValue = (value: string | number, format: Format): number =>
  format?.unit === 'percent' ? rounded(Number(value) * 100) : Number(value);

/** The inverse of `enteredValue`. */
export const storedValue = (entered: number, format: Format): number =>
  format?.unit === 'percent' ? rounded(entered / 100) : entered;

/** Without the last digits of binary fractions: 7.1 % is 0.071. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** How a number field writes numbers of a unit in a language: `%5` in Turkish, `5%` in English. */
export function numberFieldProps(language: string, format: Format) {
  const isTurkish = language === 'tr';
  const percent = format?.unit === 'percent' && (isTurkish ? { prefix: '%' } : { suffix: '%' });
  return { thousandSeparator: isTurkish ? '.' : ',', decimalSeparator: isTurkish ? ',' : '.', ...percent };
}
