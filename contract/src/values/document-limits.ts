/** Levels of objects and lists that a document may nest; everything that reads documents may recurse that deep. */
export const MAX_NESTING = 64;

/** NUL, and halves of surrogate pairs: no database stores them, and no text that a person wrote contains them. */
const NOT_STORABLE = /[\0\p{Cs}]/u;

/** A part of a document that cannot be accepted: its path from the outermost value, and how to fix it. */
export interface DocumentIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface Place {
  readonly value: unknown;
  readonly key: string | number | null;
  readonly parent: Place | null;
  /** Objects and lists around the value. */
  readonly depth: number;
}

/**
 * The first text in a document that cannot be stored, keys included, or the first value nested too deep; null where
 * there is none. Uses no recursion, so it is safe for documents of any depth.
 */
export function findDocumentIssue(document: unknown): DocumentIssue | null {
  const pending: Place[] = [{ value: document, key: null, parent: null, depth: 0 }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string' && NOT_STORABLE.test(value))
      return { path: pathOf(place), message: textRemedy(value) };
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_NESTING)
      return { path: pathOf(place).slice(0, 8), message: `Nest at most ${MAX_NESTING} levels.` };
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        pending.push({ value: value[index], key: index, parent: place, depth: depth + 1 });
      continue;
    }
    for (const [key, member] of Object.entries(value)) {
      if (NOT_STORABLE.test(key))
        return { path: [...pathOf(place), escapeText(key)], message: `In the name of this field: ${textRemedy(key)}` };
      pending.push({ value: member, key, parent: place, depth: depth + 1 });
    }
  }
  return null;
}

/** The text with what cannot be stored written as an escape: `\u0000`. */
export function escapeText(text: string): string {
  if (!NOT_STORABLE.test(text)) return text;
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\0\p{Cs}]/gu, escape);
}

const textRemedy = (text: string): string =>
  text.includes('\0')
    ? 'Remove the NUL character (U+0000).'
    : 'Remove the incomplete character (half of a surrogate pair).';

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Place | null = place; at !== null && at.key !== null; at = at.parent) path.push(at.key);
  return path.toReversed();
}
