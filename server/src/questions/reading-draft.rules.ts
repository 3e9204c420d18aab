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
  | 'one_date'
  | 'no_home';

/** Words that no meaning was found for, as tokens. */
export interface Failure {
  readonly obstacle: Obstacle;
  readonly from: number;
  readonly to: number;
  /** The words could still be meant another way, by which they can be answered. */
  readonly isTentative?: true;
}

/** What a reading knows of the question around it. */
export const contextOfWords = (
  { words, listed, divided, ours }: Pick<ReadingContext, 'words' | 'listed' | 'divided' | 'ours'>,
  dataset: DatasetLexicon,
  home: string | null,
): ReadingContext => ({ dataset, words, listed, divided, ours, home });

export type QueryInput = { kind?: SemanticQuery['kind']; dataset: string } & Record<string, unknown>;

export interface ReadingContext {
  readonly dataset: DatasetLexicon;
  /** The question's words, as tokens. */
  readonly words: readonly string[];
  /** Places of words behind a comma, behind a sign of division, and of those that say that something is ours. */
  readonly listed: ReadonlySet<number>;
  readonly divided: ReadonlySet<number>;
  readonly ours: ReadonlySet<number>;
  /** Key of the member of the entity that the asker's tenant is; null where that is unknown. */
  readonly home: string | null;
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
  /** Measures each of which could be meant where the query has `of`: the reading is a question back. */
  open: OpenMeasure | null;
}

export interface OpenMeasure {
  readonly of: readonly string[];
  readonly candidates: readonly string[];
  /** Which end of each comes first, where that depends on the measure. */
  readonly directions?: ReadonlyMap<string, 'asc' | 'desc'>;
}

/** Thrown inside the reading of one cover, which ends with it. */
export class ReadingFailure extends Error {
  readonly failure: Failure;
  constructor(obstacle: Obstacle, item?: { from: number; to: number }, isTentative = false) {
    super(obstacle);
    const { from, to } = item ?? { from: 0, to: 0 };
    this.failure = { obstacle, from, to, ...(isTentative && { isTentative }) };
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

/** What the fields of the question are for. */
export interface BoundFields {
  readonly measures: readonly string[];
  /** Dimensions to group by, in the question's order; the entity as its key and name. */
  readonly groups: readonly string[];
  /** A group within each of which is ranked: “in each state”. */
  readonly within: string | null;
  readonly filters: readonly Filter[];
  /** Single values by dimension, of filters that include. */
  readonly values: ReadonlyMap<string, readonly (string | number)[]>;
  /** Whether members of the entity are what conditions are about. */
  readonly isAboutEntity: boolean;
  /** Whether a dimension that is grouped by stands in the plural. */
  readonly isPlural: boolean;
}

/** How the rows of a query are ordered and cut. */
export interface Ordering {
  readonly groups: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  /** A measure that rows are ordered by, and that is shown for that. */
  readonly shown?: string | undefined;
}

/** A condition on a measure of each group. */
export interface Condition {
  readonly measure: string;
  readonly tests: ComparisonPhrase['tests'];
}
