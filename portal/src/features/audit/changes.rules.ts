/** One field that differs before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Details = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in words: texts as they are, lists with commas, anything else as JSON. */
function write(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  // An empty text, list or object would look like a cell that was forgotten.
  if (typeof value === 'object' && Object.keys(value).length === 0) return null;
  if (typeof value === 'string') return value || null;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

/** The fields that differ between a record's `before` and `after`. */
export function changesOf({ before, after }: Details): FieldChange[] {
  if (!isRecord(before) && !isRecord(after)) return [];
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => JSON.stringify(old[field] ?? null) !== JSON.stringify(now[field] ?? null))
    .map((field) => ({ field, before: write(old[field]), after: write(now[field]) }));
}

/** The fields that were sent and whose values no record has, such as passwords and documents; null: none. */
export function omittedFields({ omitted }: Details): string | null {
  return Array.isArray(omitted) && omitted.length > 0 ? omitted.join(', ') : null;
}

/** The details beside what changed, as indented JSON; null where there are none. A name that is shown is left out. */
export function otherDetails(details: Details, targetName: string | null = null): string | null {
  const isChange = isRecord(details['before']) || isRecord(details['after']);
  const isShown = ([name, value]: [string, unknown]) =>
    (isChange && (name === 'before' || name === 'after')) ||
    name === 'omitted' ||
    (name === 'targetName' && value === targetName);
  const others = Object.entries(details).filter((entry) => !isShown(entry));
  return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others), null, 2);
}
