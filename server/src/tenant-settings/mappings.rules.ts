import {
  MAX_CODES,
  type CodeMapping,
  type ErrorDetail,
  type MappedCode,
  type MappingCategory,
  type MappingDifference,
  type MappingRule,
} from '@rise/contract';

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A mapping's codes, categories and rules. */
export interface MappingContent {
  readonly codes: readonly MappedCode[];
  readonly categories: readonly MappingCategory[];
  readonly rules: readonly MappingRule[];
}

export const NO_CONTENT: MappingContent = { codes: [], categories: [], rules: [] };

/** Null before any text. */
const compareCodes = (a: string | null, b: string | null) =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : compare(a, b);

/** How a code is called in a message. */
const nameOf = (code: string | null) => (code === null ? 'The missing code (null)' : `'${code}'`);

/** The order in which codes are stored and compared: by code and first day, attributes by name. */
export function sortCodes(codes: readonly MappedCode[]): MappedCode[] {
  return codes
    .map(({ code, value, attributes, from, until }) => ({
      code,
      value,
      attributes: Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => compare(a, b))),
      from,
      until,
    }))
    .toSorted((a, b) => compareCodes(a.code, b.code) || compare(a.from ?? '', b.from ?? ''));
}

/** The codes after a change, which replaces all entries of each code that it sets. */
export function applyPatch(
  before: readonly MappedCode[],
  { set, remove }: { set: readonly MappedCode[]; remove: readonly (string | null)[] },
): MappedCode[] {
  const replaced = new Set([...remove, ...set.map(({ code }) => code)]);
  return sortCodes([...before.filter(({ code }) => !replaced.has(code)), ...set]);
}

/** The entries of each code. */
export function entriesOf(codes: readonly MappedCode[]): Map<string | null, MappedCode[]> {
  const entries = new Map<string | null, MappedCode[]>();
  for (const entry of codes) {
    const others = entries.get(entry.code);
    if (others) others.push(entry);
    else entries.set(entry.code, [entry]);
  }
  return entries;
}

const isSameList = (a: readonly MappedCode[] | undefined, b: readonly MappedCode[] | undefined) =>
  JSON.stringify(sortCodes(a ?? [])) === JSON.stringify(sortCodes(b ?? []));

/** The change of codes that makes `before` into `after`. */
export function changesTo(
  before: readonly MappedCode[],
  after: readonly MappedCode[],
): { set: MappedCode[]; remove: (string | null)[] } {
  const [old, next] = [entriesOf(before), entriesOf(after)];
  return {
    set: [...next].flatMap(([code, entries]) => (isSameList(old.get(code), entries) ? [] : entries)),
    remove: [...old.keys()].filter((code) => !next.has(code)),
  };
}

/** Whether two contents say the same, in whatever order their codes are. */
export function isSame(a: MappingContent, b: MappingContent): boolean {
  const rest = ({ categories, rules }: MappingContent) => JSON.stringify([categories, rules]);
  return isSameList(a.codes, b.codes) && rest(a) === rest(b);
}

const MAX_LISTED_CHANGES = 500;

/** What changed from one content to the next. */
export function diffContents(
  before: MappingContent,
  after: MappingContent,
): Omit<MappingDifference, 'type' | 'version'> {
  const [old, next] = [entriesOf(before.codes), entriesOf(after.codes)];
  const changed = [...new Set([...old.keys(), ...next.keys()])]
    .filter((code) => !isSameList(old.get(code), next.get(code)))
    .toSorted(compareCodes);
  const part = <T>(a: readonly T[], b: readonly T[]) =>
    JSON.stringify(a) === JSON.stringify(b) ? null : { before: [...a], after: [...b] };
  return {
    codes: changed
      .slice(0, MAX_LISTED_CHANGES)
      .map((code) => ({ code, before: old.get(code) ?? [], after: next.get(code) ?? [] })),
    count: changed.length,
    categories: part(before.categories, after.categories),
    rules: part(before.rules, after.rules),
  };
}

const overlap = (a: MappedCode, b: MappedCode) =>
  (a.from === null || b.until === null || a.from <= b.until) &&
  (b.from === null || a.until === null || b.from <= a.until);
const isAlways = ({ from, until }: MappedCode) => from === null && until === null;

/** Issues of codes by their index under `path`: two values on one day, and values and attributes that the model lacks. */
export function checkCodes(mapping: CodeMapping, codes: readonly MappedCode[], path: string): ErrorDetail[] {
  const earlier = new Map<string | null, MappedCode[]>();
  return codes.flatMap((entry, index) => {
    const others = earlier.get(entry.code) ?? [];
    const details = [...checkCode(mapping, entry), ...checkOverlap(entry, others)].map(({ field, message }) => ({
      field: `${path}.${index}.${field}`,
      message,
    }));
    others.push(entry);
    earlier.set(entry.code, others);
    return details;
  });
}

function checkCode({ name, targets, attributes }: CodeMapping, entry: MappedCode): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  if (entry.code?.includes('\0'))
    details.push({ field: 'code', message: 'The code contains a NUL character. Remove it.' });
  const values = targets?.map(({ value }) => value);
  if (values && !values.includes(entry.value)) {
    const message = `'${entry.value}' is not a value of '${name}'. Choose ${formatList(values)}.`;
    details.push({ field: 'value', message });
  }
  const names = attributes.map((attribute) => attribute.name);
  const message =
    names.length === 0
      ? `'${name}' has no attributes. Leave it out.`
      : `'${name}' has the attributes ${formatList(names)}.`;
  const unknown = Object.keys(entry.attributes).filter((attribute) => !names.includes(attribute));
  return [...details, ...unknown.map((attribute) => ({ field: `attributes.${attribute}`, message }))];
}

/** At most one issue: the first earlier entry of the same code with a day in common. */
function checkOverlap(entry: MappedCode, others: readonly MappedCode[]): ErrorDetail[] {
  const clash = others.find((other) => overlap(other, entry));
  if (!clash) return [];
  const message =
    isAlways(entry) && isAlways(clash)
      ? `${nameOf(entry.code)} is listed twice. Remove one entry.`
      : `${nameOf(entry.code)} has two values on some days. End one before the other starts.`;
  return [{ field: 'code', message }];
}

/** An issue where a change leaves more entries than a mapping can hold. */
export function checkCount(codes: readonly MappedCode[]): ErrorDetail[] {
  return codes.length <= MAX_CODES
    ? []
    : [{ field: 'set', message: `A mapping can have ${MAX_CODES} entries at most.` }];
}

/** Issues of categories and rules: a category twice, below itself or below none, and a rule for an unknown value. */
export function checkCategories({ name, targets }: CodeMapping, { categories, rules }: MappingContent): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  if (targets && categories.length > 0)
    details.push({ field: 'categories', message: `The targets of '${name}' are in the model. Leave categories out.` });
  const parents = new Map(categories.map(({ value, parent }) => [value, parent]));
  for (const [index, { value, parent }] of categories.entries()) {
    const field = `categories.${index}`;
    if (categories.findIndex((category) => category.value === value) < index)
      details.push({ field: `${field}.value`, message: `The category '${value}' is listed twice. Rename one.` });
    if (parent !== null && !parents.has(parent))
      details.push({ field: `${field}.parent`, message: `There is no category '${parent}'. Add it or leave it out.` });
    else if (isBelowItself(value, parents))
      details.push({
        field: `${field}.parent`,
        message: `The category '${value}' is below itself. Move it elsewhere.`,
      });
  }
  const values = targets?.map(({ value }) => value);
  for (const [index, { value }] of rules.entries())
    if (values && !values.includes(value))
      details.push({
        field: `rules.${index}.value`,
        message: `'${value}' is not a value of '${name}'. Choose ${formatList(values)}.`,
      });
  return details;
}

function isBelowItself(value: string, parents: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(value) ?? null; at !== null; at = parents.get(at) ?? null) {
    if (at === value) return true;
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return false;
}

const MAX_LISTED = 12;

function formatList(words: readonly string[]): string {
  const listed = words.slice(0, MAX_LISTED).map((word) => `'${word}'`);
  return words.length > MAX_LISTED ? `${listed.join(', ')} …` : listed.join(', ');
}
