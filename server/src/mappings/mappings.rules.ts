import { MAX_CODES, type CodeMapping, type ErrorDetail, type MappedCode } from '@rise/contract';

const order = (one: MappedCode, other: MappedCode) =>
  one.code === other.code ? compare(one.from ?? '', other.from ?? '') : compare(one.code, other.code);
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** In the one order in which they are kept and compared. */
export function ordered(codes: readonly MappedCode[]): MappedCode[] {
  return codes
    .map(({ code, value, attributes, from, until }) => ({
      code,
      value,
      attributes: Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => compare(a, b))),
      from,
      until,
    }))
    .toSorted(order);
}

/** What is said after a change: of each code that is set everything is replaced. */
export function patched(
  before: readonly MappedCode[],
  { set, remove }: { set: readonly MappedCode[]; remove: readonly string[] },
): MappedCode[] {
  const gone = new Set([...remove, ...set.map(({ code }) => code)]);
  return ordered([...before.filter(({ code }) => !gone.has(code)), ...set]);
}

const overlap = (one: MappedCode, other: MappedCode) =>
  (one.from === null || other.until === null || one.from <= other.until) &&
  (other.from === null || one.until === null || other.from <= one.until);

/** What is wrong with codes of a mapping, by their places under `at`: two meanings on one day, words that the model does not have. */
export function faultsOf(
  { targets, attributes, name }: CodeMapping,
  codes: readonly MappedCode[],
  at: string,
): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const report = (field: string, message: string) => void details.push({ field: `${at}.${field}`, message });
  const possible = targets?.map(({ value }) => value);
  const known = attributes.map((attribute) => attribute.name);
  const said = new Map<string, { each: MappedCode; index: number }[]>();
  for (const [index, each] of codes.entries()) {
    const { code, value } = each;
    if (code.includes('\0'))
      report(`${index}.code`, 'A code has a character in it that no text can have. Leave it out.');
    if (possible && !possible.includes(value))
      report(`${index}.value`, `'${value}' is nothing that a code of '${name}' can mean. Choose ${listOf(possible)}.`);
    for (const attribute of Object.keys(each.attributes))
      if (!known.includes(attribute))
        report(`${index}.attributes.${attribute}`, known.length === 0 ? `'${name}' has no attributes. Leave it out.` : `'${name}' has the attributes ${listOf(known)}.`); // prettier-ignore
    const others = said.get(code) ?? [];
    const clash = others.find((other) => overlap(other.each, each));
    if (clash) {
      const days = each.from === null && each.until === null && clash.each.from === null && clash.each.until === null;
      report(`${index}.code`, days ? `'${code}' stands here twice. Leave one out.` : `'${code}' has two meanings on some days. Let one end before the other begins.`); // prettier-ignore
    }
    said.set(code, [...others, { each, index }]);
  }
  return details;
}

/** A change that would leave more meanings than one mapping can hold. */
export function tooMany(codes: readonly MappedCode[]): ErrorDetail[] {
  return codes.length <= MAX_CODES ? [] : [{ field: 'set', message: `A mapping holds ${MAX_CODES} meanings at most.` }];
}

const SHOWN = 12;
function listOf(words: readonly string[]): string {
  const shown = words.slice(0, SHOWN).map((word) => `'${word}'`);
  return words.length > SHOWN ? `${shown.join(', ')} …` : shown.join(', ');
}
