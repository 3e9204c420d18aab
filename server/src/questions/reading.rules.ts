import type { Cover, Item } from './cover.rules.ts';
import { calculate } from './reading-calculations.rules.ts';
import { bindConditions } from './reading-conditions.rules.ts';
import {
  ReadingFailure,
  type Draft,
  type Failure,
  type QueryInput,
  type ReadingContext,
} from './reading-draft.rules.ts';
import { bindFields } from './reading-fields.rules.ts';
import { meaningsOf } from './reading-meanings.rules.ts';

/** A query that words mean, with the places that its parts come from: 'measure:members' to tokens. */
export interface Reading {
  readonly dataset: string;
  readonly query: QueryInput;
  /** Where one of several measures could be meant: the query with each; the answer asks back. */
  readonly meanings: readonly QueryInput[];
  /** For comparison with other readings of the same words. */
  readonly total: number;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly view: 'chart' | 'table' | null;
  /** How many words say something. */
  readonly length: number;
  readonly places: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
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
    open: null,
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

function toReading(cover: Cover, { items, penalty, places, context, open }: Draft, query: QueryInput): Reading {
  const content = items.filter(({ kind }) => kind !== 'cue');
  const weight = content.reduce((sum, { from, to }) => sum + to - from, 0);
  const quality = content.reduce((sum, item) => sum + (item.to - item.from) * Math.min(1, qualityOf(item)), 0);
  const view = items.findLast((item) => item.kind === 'cue' && (item.cue === 'chart' || item.cue === 'table'));
  const combined = context.dataset.isCombined ? 0.15 : 0;
  return {
    dataset: context.dataset.name,
    query,
    meanings: open ? meaningsOf(query, open) : [],
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
