const MOST = 5;

/** Limits as they are entered: '0.06; 0.07'. */
export const limitsText = (limits: readonly number[]): string => limits.join('; ');

/** The limits of a text, ascending, each once, at most five; a comma may be the decimal mark. Null for anything else. */
export function limitsOf(text: string): number[] | null {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '');
  const limits = parts.map((part) => Number(part.replace(',', '.')));
  if (limits.some((limit) => !Number.isFinite(limit))) return null;
  const distinct = [...new Set(limits)].toSorted((a, b) => a - b);
  return distinct.length > MOST ? null : distinct;
}
