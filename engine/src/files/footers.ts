import { quoteText } from '../expression/quote.ts';

const BLANKS = quoteText(' \t\r\n\u00a0');

/** Whether a row is a footer, by its first filled cell. A text that ends with * stands for all that begin with it. */
export function footerTest(footerTexts: readonly string[]): (first: string) => boolean {
  const texts = footerTexts.map((text) => text.trim().toLowerCase());
  const whole = new Set(texts.filter((text) => !text.endsWith('*')));
  const starts = texts.filter((text) => text.endsWith('*')).map((text) => text.slice(0, -1));
  if (texts.length === 0) return () => false;
  return (first) => {
    const text = first.trim().toLowerCase();
    return whole.has(text) || starts.some((start) => text.startsWith(start));
  };
}

/** The same as a condition in SQL over cells of type VARCHAR; also true for rows without any value. */
export function leftOutCondition(cells: readonly string[], footerTexts: readonly string[]): string {
  const first = `coalesce(${cells.map((cell) => `nullif(trim(${cell}, ${BLANKS}), '')`).join(', ')})`;
  const tests = footerTexts.map((text) =>
    text.endsWith('*')
      ? `starts_with(lower(${first}), lower(${quoteText(text.trim().slice(0, -1))}))`
      : `lower(${first}) = lower(${quoteText(text.trim())})`,
  );
  return [`${first} IS NULL`, ...tests].join(' OR ');
}
