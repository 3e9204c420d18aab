import type { CodeMapping } from '@rise/contract';
import { mapParts } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import { addDays } from './calendar.ts';

/** What a source code means. It holds from one day to another, both included; null where it has no end. */
export interface MappedCode {
  code: string;
  value: string;
  attributes: Readonly<Record<string, string>>;
  from: string | null;
  until: string | null;
}

/** A tenant's mappings by their names. No code has two meanings on one day. `hash` changes with anything in them. */
export interface Mappings {
  readonly hash: string;
  readonly codes: ReadonlyMap<string, readonly MappedCode[]>;
}

type Pairs = readonly (readonly [string, string])[];
/** Meanings that hold until the day before `before`, or for good. */
interface Span {
  before: string | null;
  pairs: Pairs;
}

function spansOf(codes: readonly MappedCode[], meaning: (code: MappedCode) => string | undefined): Span[] {
  const turns = codes.flatMap(({ from, until }) => [
    ...(from === null ? [] : [from]),
    ...(until === null ? [] : [addDays(until, 1)]),
  ]);
  const ends = [...[...new Set(turns)].toSorted(), null];
  return ends.map((before, index) => {
    const start = index === 0 ? null : ends[index - 1]!;
    const holds = ({ from, until }: MappedCode) =>
      (from === null || (start !== null && from <= start)) && (until === null || start === null || until >= start);
    return {
      before,
      pairs: codes.filter(holds).flatMap((each) => {
        const means = meaning(each);
        return means === undefined ? [] : [[each.code, means] as const];
      }),
    };
  });
}

/** Plans of one mapping have one list of pairs between them. */
const known = new WeakMap<readonly MappedCode[], Map<string, Span[]>>();

function knownSpans(codes: readonly MappedCode[], { targets }: CodeMapping, attribute: string | null): Span[] {
  const key = JSON.stringify([attribute, targets?.map(({ value }) => value)]);
  const spans = known.get(codes) ?? new Map<string, Span[]>();
  known.set(codes, spans);
  let found = spans.get(key);
  if (!found) {
    const possible = targets && new Set(targets.map(({ value }) => value));
    const meant = possible ? codes.filter(({ value }) => possible.has(value)) : codes;
    found = spansOf(meant, (each) => (attribute === null ? each.value : each.attributes[attribute]));
    spans.set(key, found);
  }
  return found;
}

/** What mappings are asked with: the model's, the tenant's, and the day that a row is true of. */
export interface MappedBy {
  models: ReadonlyMap<string, CodeMapping>;
  tenants: Mappings | undefined;
  /** A column of days, or one day for all rows. */
  day: Expression;
}

const NONE: readonly MappedCode[] = [];

/** The expression with what the tenant's codes mean in the place of each MAPPED. A row without a day has what holds last. */
export function bindMapped(expression: Expression, by: MappedBy): Expression {
  const { models, tenants, day } = by;
  const map = (each: Expression): Expression => {
    if (each.kind !== 'call' || each.function !== 'mapped') return mapParts(each, map);
    const [code, mapping, attribute] = each.arguments as [Expression, Expression & { kind: 'text' }, (Expression & { kind: 'text' })?]; // prettier-ignore
    const of = map(code);
    const { at } = each;
    const spans = knownSpans(tenants?.codes.get(mapping.value) ?? NONE, models.get(mapping.value)!, attribute?.value ?? null); // prettier-ignore
    const lookUp = ({ pairs }: Span): Expression => ({ kind: 'lookup', of, pairs, at });
    const last = spans.at(-1)!;
    if (spans.length === 1) return lookUp(last);
    if (day.kind === 'day') return lookUp(spans.find(({ before }) => before === null || day.value < before)!);
    return {
      kind: 'case',
      of: null,
      when: spans.slice(0, -1).map((span) => ({
        when: { kind: 'binary', operator: '<', left: day, right: { kind: 'day', value: span.before!, at }, at },
        value: lookUp(span),
      })),
      else: lookUp(last),
      at,
    };
  };
  return map(expression);
}
