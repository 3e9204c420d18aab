import type { Filter, Having, SemanticQuery } from '@rise/contract';
import type { Cover, Item } from './cover.rules.ts';
import type { DatasetLexicon } from './lexicon.rules.ts';
import { bindConditions, type Condition } from './reading-conditions.rules.ts';
import { bindFields, type BoundFields } from './reading-fields.rules.ts';
import { calculate } from './reading-calculations.rules.ts';

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

/** A query that words mean, with the places that its parts come from: 'measure:members' to tokens. */
export interface Reading {
  readonly dataset: string;
  readonly query: QueryInput;
  /** For comparison with other readings of the same words. */
  readonly total: number;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly view: 'chart' | 'table' | null;
  /** How many words say something. */
  readonly length: number;
  readonly places: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
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

/** Cues that need not be used: they only join, or say what is so anyway. */
const SOFT: ReadonlySet<string> = new Set([
  'and',
  'those',
  'only',
  'which',
  'follow',
  'all',
  'chart',
  'table',
  'also',
  'instead',
  'count',
  'or',
]);

/** The query that all words mean, or why they mean none. */
export function readCover(cover: Cover, context: ReadingContext): Reading | Failure {
  const unknown = cover.items.find(({ kind }) => kind === 'unknown');
  if (unknown) return { obstacle: 'unknown_words', from: unknown.from, to: unknown.to };
  const draft: Draft = {
    context,
    items: cover.items.filter(({ kind }) => kind !== 'noise' && kind !== 'total'),
    used: new Set(),
    places: new Map(),
    penalty: 0,
  };
  try {
    const why = draft.items.find((item) => item.kind === 'cue' && item.cue === 'why');
    if (why) throw new ReadingFailure('why', why);
    const conditions = bindConditions(draft);
    const fields = bindFields(draft, conditions);
    const query = calculate(draft, fields, conditions);
    requireUsed(draft);
    return toReading(cover, draft, query);
  } catch (error) {
    if (error instanceof ReadingFailure) return error.failure;
    throw error;
  }
}

function requireUsed({ items, used }: Draft): void {
  const left = items.find((item) => !used.has(item) && !(item.kind === 'cue' && SOFT.has(item.cue)));
  if (left) throw new ReadingFailure('unused_words', left);
}

function toReading(cover: Cover, { items, penalty, places, context }: Draft, query: QueryInput): Reading {
  const content = items.filter(({ kind }) => kind !== 'cue');
  const weight = content.reduce((sum, { from, to }) => sum + to - from, 0);
  const quality = content.reduce((sum, item) => sum + (item.to - item.from) * Math.min(1, qualityOf(item)), 0);
  const view = items.findLast((item) => item.kind === 'cue' && (item.cue === 'chart' || item.cue === 'table'));
  const combined = context.dataset.isCombined ? 0.15 : 0;
  return {
    dataset: context.dataset.name,
    query,
    total: cover.total - penalty - combined,
    confidence: weight === 0 ? 0 : quality / weight - penalty,
    view: view?.kind === 'cue' ? (view.cue as 'chart' | 'table') : null,
    length: cover.items.reduce((sum, { kind, from, to }) => sum + (kind === 'noise' ? 0 : to - from), 0),
    places,
  };
}

/** Numbers and dates are read as they stand: only names can be meant less surely. */
const qualityOf = (item: Item) =>
  item.kind === 'measure' || item.kind === 'dimension' || item.kind === 'value' ? item.quality : 1;

export const isFailure = (result: Reading | Failure): result is Failure => 'obstacle' in result;

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

export type { BoundFields };
