import { missingPlace, withoutPlaces, type QueryResult } from '@rise/contract';
import { safeText } from './prompt.rules.ts';

/** Anything that can be read as a figure: digits of any script, and words for large ones and for shares. */
const FIGURE =
  /\p{N}|(?<!\p{L})(?:hundred|thousand|million|billion|trillion|percent|per cent|yüzde|milyon|milyar|trilyon)/iu;
const QUOTATION = /“[^”]*”|"[^"]*"|«[^»]*»/g;
/** Characters of a sentence beside figures. */
const LONGEST = 600;

/** A model's sentence as plain text: without marks, links and addresses. */
export function plainSentence(text: string): string {
  return safeText(text, [])
    .replaceAll(/`?\b(?:https?:\/\/|www\.)\S*/gi, '')
    .replaceAll(/[*`#|>\\<]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
}

/**
 * Why a model's sentence about a result cannot be shown: it states a figure itself, or places one that the result has
 * not. Null where it can. Quotations of passages that it was given are these passages' figures.
 */
export function sentenceProblem(
  sentence: string,
  result: Pick<QueryResult, 'columns' | 'rows'>,
  passages: readonly string[] = [],
): string | null {
  const missing = missingPlace(sentence, result);
  if (missing !== null) return `There is nothing at ${missing}: the result has ${result.rows.length} rows.`;
  const own = withoutPlaces(sentence).replaceAll(QUOTATION, (quoted) =>
    passages.some((text) => text.includes(quoted.slice(1, -1))) ? '' : quoted,
  );
  if (/\{\{|\}\}/.test(own)) return 'Write places as {{r1.c2}}: row and column of the result.';
  return FIGURE.test(own)
    ? 'Write no figure, number or date yourself: place those of the result as {{r1.c2}}, or leave them out.'
    : null;
}

/** Whether all numbers of an answer from passages stand in these; addresses aside. */
export function hasOnlyNumbersOf(answer: string, passages: readonly string[]): boolean {
  const known = new Set(passages.flatMap(numbersOf));
  return numbersOf(answer.replaceAll(/\]\([^)]*\)/g, ']')).every((number) => known.has(number));
}

/** The numbers of a text, without the numbers of a list's items. */
const numbersOf = (text: string): string[] =>
  (text.replaceAll(/^\s*\d+[.)]\s/gm, '').match(/\p{N}+(?:[.,]\p{N}+)*/gu) ?? []).map((number) =>
    number.normalize('NFKC'),
  );
