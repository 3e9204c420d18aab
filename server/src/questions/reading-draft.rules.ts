import type { Filter, Having, SemanticQuery } from '@rise/contract';
import type { ComparisonPhrase } from './comparison-words.rules.ts';
import type { Item } from './cover.rules.ts';
import type { DatasetLexicon } from './lexicon.rules.ts';

/** Why the words have no meaning together; the screen has a text for each. */
export type Obstacle =
  | 'unknown_words'
  | 'no_measure'
  | 'why'
  | 'unused_words'
  | 'no_group'
  | 'no_date'
  | 'not_additive'
  | 'not_comparable'
  | 'no_dates'
  | 'one_date';

/** Words that no meaning was found for, as tokens. */
export interface Failure {
  readonly obstacle: Obstacle;
  readonly from: number;
  readonly to: number;
}

export type QueryInput = { kind?: SemanticQuery['kind']; dataset: string } & Record<string, unknown>;

export interface ReadingContext {
  readonly dataset: DatasetLexicon;
  /** The question's words, as tokens. */
  readonly words: readonly string[];
  /** Places of words behind a comma. */
  readonly listed: ReadonlySet<number>;
  /** The query that a fragment follows: “and in Texas?” */
  readonly base?: QueryInput;
}

/** A draft of the query while the words are read. */
export interface Draft {
  readonly context: ReadingContext;
  /** Words with a meaning, in their order. */
  readonly items: readonly Item[];
  readonly used: Set<Item>;
  readonly places: Map<string, { from: number; to: number }>;
  penalty: number;
}

/** Thrown inside the reading of one cover, which ends with it. */
export class ReadingFailure extends Error {
  readonly failure: Failure;
  constructor(obstacle: Obstacle, item?: { from: number; to: number }) {
    super(obstacle);
    this.failure = { obstacle, from: item?.from ?? 0, to: item?.to ?? 0 };
  }
}

/** The next or previous word with a meaning. */
export const neighbor = ({ items }: Draft, item: Item, step: 1 | -1): Item | undefined =>
  items[items.indexOf(item) + step];

export const cuesOf = ({ items }: Draft, cue: (Item & { kind: 'cue' })['cue']) =>
  items.filter((item): item is Item & { kind: 'cue' } => item.kind === 'cue' && item.cue === cue);

/** Several filters as one; undefined for none. */
export function allOfFilters(filters: readonly Filter[]): Filter | undefined {
  return filters.length > 1 ? { all: [...filters] } : filters[0];
}

export function havingOf(conditions: readonly Condition[]): Having | undefined {
  const tests = conditions.flatMap(({ measure, tests: list }) =>
    list.map(({ op, value }) => ({ measure, op, values: [value] })),
  );
  return tests.length > 1 ? { all: tests } : tests[0];
}

/** A condition on a measure of each group. */
export interface Condition {
  readonly measure: string;
  readonly tests: ComparisonPhrase['tests'];
}
