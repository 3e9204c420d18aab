import { z } from 'zod';

/**
 * Limits of a whole query document. What a person or a report asks for is far below; beyond them a query costs its
 * warehouse memory and time out of proportion.
 */
export const QUERY_LIMITS = {
  /** Levels of `all`, `any` and `not`. */
  depth: 20,
  /** Conditions of all filters together. */
  conditions: 500,
  /** Values of all conditions together. */
  values: 10_000,
  /** Values of `contains`, `startsWith` and `endsWith` together: each is compared with every row by itself. */
  textMatches: 200,
  /** Characters of all values together. */
  characters: 500_000,
} as const;

type Limit = keyof typeof QUERY_LIMITS;

const MESSAGES: Record<Limit, string> = {
  depth: `Conditions nest deeper than ${QUERY_LIMITS.depth} levels. Flatten them.`,
  conditions: `A query has at most ${QUERY_LIMITS.conditions} conditions. Combine those on one field by 'in', or split the query.`,
  values: `The conditions of a query have at most ${QUERY_LIMITS.values} values. Filter by a group or a range instead, or split the query.`,
  textMatches: `A query compares with at most ${QUERY_LIMITS.textMatches} texts by 'contains', 'startsWith' and 'endsWith'. Use 'in' for whole values, or split the query.`,
  characters: `The values of a query have at most ${QUERY_LIMITS.characters} characters. Shorten them, or split the query.`,
};

export interface LimitIssue {
  /** Keys and indexes of the place where the limit is exceeded. */
  path: PropertyKey[];
  message: string;
}

const TEXT_MATCHES = new Set<unknown>(['contains', 'startsWith', 'endsWith']);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Position in the tree that is walked. The path is written only for an issue: a deep one is long. */
interface Place {
  value: unknown;
  key: PropertyKey | null;
  parent: Place | null;
  depth: number;
}

function pathOf(place: Place): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at: Place | null = place; at && at.key !== null; at = at.parent) path.push(at.key);
  return path.toReversed();
}

function usedBy(of: Record<string, unknown>): Partial<Record<Limit, number>> {
  if (typeof of.op !== 'string' && !('during' in of)) return {};
  const values = Array.isArray(of.values) ? of.values : [];
  return {
    conditions: 1,
    values: values.length,
    textMatches: TEXT_MATCHES.has(of.op) ? values.length : 0,
    characters: values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0),
  };
}

const nests = (key: string) => key === 'all' || key === 'any' || key === 'not';

function* childrenOf(place: Place): Generator<Place> {
  const { value, depth } = place;
  if (Array.isArray(value)) for (const [key, item] of value.entries()) yield { value: item, key, parent: place, depth };
  else if (isObject(value))
    for (const [key, item] of Object.entries(value))
      // The values of a condition have been counted, and hold nothing.
      if (key !== 'values') yield { value: item, key, parent: place, depth: depth + (nests(key) ? 1 : 0) };
}

/**
 * The limit that a document exceeds first, null if none. Takes any input, without recursion, so that it can run before
 * a schema does.
 */
export function findExceededLimit(document: unknown): LimitIssue | null {
  const used: Record<Limit, number> = { depth: 0, conditions: 0, values: 0, textMatches: 0, characters: 0 };
  const pending: Place[] = [{ value: document, key: null, parent: null, depth: 0 }];
  for (let place = pending.pop(); place; place = pending.pop()) {
    used.depth = place.depth;
    if (isObject(place.value))
      for (const [limit, count] of Object.entries(usedBy(place.value))) used[limit as Limit] += count;
    for (const limit of Object.keys(QUERY_LIMITS) as Limit[])
      if (used[limit] > QUERY_LIMITS[limit]) return { path: pathOf(place), message: MESSAGES[limit] };
    for (const child of [...childrenOf(place)].toReversed()) pending.push(child);
  }
  return null;
}

/** A recursive schema, applied only to input within the limits. */
export const withinLimits = <T>(schema: z.ZodType<T, unknown>): z.ZodType<T, unknown> =>
  z.preprocess((input, context) => {
    const exceeded = findExceededLimit(input);
    if (exceeded) context.addIssue({ code: 'custom', ...exceeded });
    return input;
  }, schema);
