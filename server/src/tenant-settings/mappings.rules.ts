import { MAX_CODES, type CodeMapping, type ErrorDetail, type MappedCode } from '@rise/contract';

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

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
    .toSorted((a, b) => compare(a.code, b.code) || compare(a.from ?? '', b.from ?? ''));
}

/** The codes after a change, which replaces all entries of each code that it sets. */
export function applyPatch(
  before: readonly MappedCode[],
  { set, remove }: { set: readonly MappedCode[]; remove: readonly string[] },
): MappedCode[] {
  const replaced = new Set([...remove, ...set.map(({ code }) => code)]);
  return sortCodes([...before.filter(({ code }) => !replaced.has(code)), ...set]);
}

const overlap = (a: MappedCode, b: MappedCode) =>
  (a.from === null || b.until === null || a.from <= b.until) &&
  (b.from === null || a.until === null || b.from <= a.until);
const isAlways = ({ from, until }: MappedCode) => from === null && until === null;

/** Issues of codes by their index under `path`: two values on one day, and values and attributes that the model lacks. */
export function checkCodes(mapping: CodeMapping, codes: readonly MappedCode[], path: string): ErrorDetail[] {
  const earlier = new Map<string, MappedCode[]>();
  return codes.flatMap((entry, index) => {
    const others = earlier.get(entry.code) ?? [];
    earlier.set(entry.code, [...others, entry]);
    return [...checkCode(mapping, entry), ...checkOverlap(entry, others)].map(({ field, message }) => ({
      field: `${path}.${index}.${field}`,
      message,
    }));
  });
}

function checkCode({ name, targets, attributes }: CodeMapping, entry: MappedCode): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  if (entry.code.includes('\0'))
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
      ? `'${entry.code}' is listed twice. Remove one entry.`
      : `'${entry.code}' has two values on some days. End one before the other starts.`;
  return [{ field: 'code', message }];
}

/** An issue where a change leaves more entries than a mapping can hold. */
export function checkCount(codes: readonly MappedCode[]): ErrorDetail[] {
  return codes.length <= MAX_CODES
    ? []
    : [{ field: 'set', message: `A mapping can have ${MAX_CODES} entries at most.` }];
}

const MAX_LISTED = 12;

function formatList(words: readonly string[]): string {
  const listed = words.slice(0, MAX_LISTED).map((word) => `'${word}'`);
  return words.length > MAX_LISTED ? `${listed.join(', ')} …` : listed.join(', ');
}
