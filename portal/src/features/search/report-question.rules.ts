import type { CatalogDataset, CatalogDimension, CatalogMeasure, TimeGrain } from '@rise/contract';
import { allNames, isFormOf, isWordOf, NOISE_WORDS, GRAIN_WORDS, wordsOf } from './question-language.rules.ts';

/** A measure by dimensions, as a question names them. */
export interface ReportQuestion {
  dataset: CatalogDataset;
  measure: CatalogMeasure;
  /** In the order of the question, the date last. */
  dimensions: readonly CatalogDimension[];
  /** Of the date among the dimensions; null where the question names none. */
  grain: TimeGrain | null;
}

const MAX_QUESTIONS = 3;
const MAX_DIMENSIONS = 3;

/** The words of a question, of which found names take theirs. */
interface Remainder {
  words: readonly (string | null)[];
  /** Whether the last word may still be being typed. */
  last: number;
}

/**
 * What a text could ask a report for: it names one measure, by title or synonym in either language, and if it names
 * more, these are dimensions or periods of the same dataset. None where a word remains that names nothing.
 */
export function findReportQuestions(text: string, datasets: readonly CatalogDataset[]): ReportQuestion[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return datasets
    .flatMap((dataset) => questionsOf(words, dataset))
    .toSorted((a, b) => b.named - a.named)
    .slice(0, MAX_QUESTIONS)
    .map(({ question }) => question);
}

function questionsOf(words: readonly string[], dataset: CatalogDataset) {
  const start: Remainder = { words, last: words.length - 1 };
  return dataset.measures.flatMap((measure) => {
    const found = takeName(start, allNames(measure));
    if (!found) return [];
    const question = withDimensions(found.rest, dataset, measure);
    return question ? [{ question, named: found.length }] : [];
  });
}

function withDimensions(rest: Remainder, dataset: CatalogDataset, measure: CatalogMeasure): ReportQuestion | null {
  const placed: { dimension: CatalogDimension; at: number }[] = [];
  let remaining = rest;
  for (;;) {
    const found = longestName(remaining, dataset.dimensions);
    if (!found) break;
    placed.push(found);
    remaining = found.rest;
  }
  const named = placed.toSorted((a, b) => a.at - b.at);
  const periods = remaining.words.flatMap((word) => (word === null ? [] : (grainOf(word) ?? [])));
  const unknown = remaining.words.some((word) => word !== null && !NOISE_WORDS.has(word) && grainOf(word) === null);
  if (unknown || periods.length > 1) return null;
  const dates = named.filter(({ dimension }) => isDate(dimension));
  // A date that is called 'Quarter' names its period, too.
  const grain = periods[0] ?? (dates[0] ? grainOf(rest.words[dates[0].at]!) : null);
  const date = dates[0]?.dimension ?? (grain === null ? undefined : dataset.dimensions.find(isDate));
  if (dates.length > 1 || (grain !== null && !date)) return null;
  const others = named.map(({ dimension }) => dimension).filter((dimension) => dimension !== date);
  const dimensions = date ? [...others, date] : others;
  return dimensions.length > MAX_DIMENSIONS ? null : { dataset, measure, dimensions, grain };
}

export const isDate = ({ type }: CatalogDimension): boolean => type === 'date' || type === 'timestamp';

/** The period that a word names: 'monthly', 'aya'. */
const grainOf = (word: string): TimeGrain | null =>
  GRAIN_WORDS.find(({ stems, exact }) => exact.includes(word) || stems.some((stem) => isFormOf(word, stem)))?.grain ??
  null;

/** The dimension with the longest name that remains. */
function longestName(rest: Remainder, dimensions: readonly CatalogDimension[]) {
  const found = dimensions.flatMap((dimension) => {
    const name = takeName(rest, allNames(dimension));
    return name ? [{ dimension, ...name }] : [];
  });
  return found.toSorted((a, b) => b.length - a.length)[0];
}

/** The longest of the names whose words follow each other, without these words; null without any. */
function takeName({ words, last }: Remainder, names: readonly (readonly string[])[]) {
  for (const name of names) {
    const at = words.findIndex((_, start) =>
      name.every((part, index) => {
        const word = words[start + index];
        return word !== null && word !== undefined && isWordOf(word, part, start + index === last);
      }),
    );
    if (at === -1) continue;
    const rest = words.map((word, index) => (index >= at && index < at + name.length ? null : word));
    return { at, length: name.length, rest: { words: rest, last } };
  }
  return null;
}
