import type { CodeMapping } from '@rise/contract';
import { mapParts } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import { addDays } from './calendar.ts';

/** A mapped source code. Valid from one day to another, both inclusive; null if open. */
export interface MappedCode {
  /** Null: the label of rows without a code. */
  code: string | null;
  value: string;
  attributes: Readonly<Record<string, string>>;
  from: string | null;
  until: string | null;
}

/**
 * A tenant's mappings by name. A code has at most one label on any day. `hash` changes with any part of the content.
 */
export interface Mappings {
  readonly hash: string;
  readonly codes: ReadonlyMap<string, readonly MappedCode[]>;
}

type Pairs = readonly (readonly [string, string])[];
/** Pairs valid until the day before `before`; null if open-ended. `none` is the label of rows without a code. */
interface Span {
  before: string | null;
  pairs: Pairs;
  none: string | undefined;
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
    const valid = codes.filter(holds);
    const none = valid.find(({ code }) => code === null);
    return {
      before,
      pairs: valid.flatMap((item) => {
        const means = meaning(item);
        return item.code === null || means === undefined ? [] : [[item.code, means] as const];
      }),
      none: none && meaning(none),
    };
  });
}

/** Shared by all plans that use the same mapping, so that the pairs are built once. */
const known = new WeakMap<readonly MappedCode[], Map<string, Span[]>>();

function knownSpans(codes: readonly MappedCode[], { targets }: CodeMapping, attribute: string | null): Span[] {
  const key = JSON.stringify([attribute, targets?.map(({ value }) => value)]);
  const spans = known.get(codes) ?? new Map<string, Span[]>();
  known.set(codes, spans);
  let match = spans.get(key);
  if (!match) {
    const possible = targets && new Set(targets.map(({ value }) => value));
    const mappedCodes = possible ? codes.filter(({ value }) => possible.has(value)) : codes;
    match = spansOf(mappedCodes, (item) => (attribute === null ? item.value : item.attributes[attribute]));
    spans.set(key, match);
  }
  return match;
}

/** Inputs for resolving MAPPED: the model's mappings, the tenant's, and the as-of date of a row. */
export interface MappedBy {
  models: ReadonlyMap<string, CodeMapping>;
  tenants: Mappings | undefined;
  /** A date column, or one constant day for all rows. */
  day: Expression;
}

const NONE: readonly MappedCode[] = [];

const isNull = ({ kind }: Expression) => kind === 'null';
const isMapped = (item: Expression | null): item is Extract<Expression, { kind: 'call' }> =>
  item?.kind === 'call' && item.function === 'mapped';

/** The branch of rows without a code is left out while their code is not mapped. */
const withoutNullElse = (item: Expression): Expression =>
  item.kind === 'case' && item.else && isNull(item.else) ? { ...item, else: null } : item;

/** The label of a code in a span. A null code has one only if the tenant maps it. */
function labelIn({ pairs, none }: Span, of: Expression, at: number): Expression {
  const label: Expression = none === undefined ? { kind: 'null', at } : { kind: 'text', value: none, at };
  if (isNull(of)) return label;
  const lookUp: Expression = { kind: 'lookup', of, pairs, at };
  if (none === undefined) return lookUp;
  const missing: Expression = { kind: 'missing', of, negated: false, at };
  return { kind: 'case', of: null, when: [{ when: missing, value: label }], else: lookUp, at };
}

/** Replaces each MAPPED with a look-up in the tenant's mapping. A row without a day uses the latest span. */
export function bindMapped(expression: Expression, by: MappedBy): Expression {
  const { models, tenants, day } = by;
  const map = (item: Expression): Expression => {
    if (item.kind === 'case' && isMapped(item.else)) return withoutNullElse(mapParts(item, map));
    if (!isMapped(item)) return mapParts(item, map);
    const [code, mapping, attribute] = item.arguments as [
      Expression,
      Expression & { kind: 'text' },
      (Expression & { kind: 'text' })?,
    ];
    const of = map(code);
    const { at } = item;
    const spans = knownSpans(
      tenants?.codes.get(mapping.value) ?? NONE,
      models.get(mapping.value)!,
      attribute?.value ?? null,
    );
    const last = spans.at(-1)!;
    if (isNull(of) && spans.every(({ none }) => none === undefined)) return of;
    if (spans.length === 1) return labelIn(last, of, at);
    if (day.kind === 'day')
      return labelIn(
        spans.find(({ before }) => before === null || day.value < before)!,
        of,
        at,
      );
    return {
      kind: 'case',
      of: null,
      when: spans.slice(0, -1).map((span) => ({
        when: { kind: 'binary', operator: '<', left: day, right: { kind: 'day', value: span.before!, at }, at },
        value: labelIn(span, of, at),
      })),
      else: labelIn(last, of, at),
      at,
    };
  };
  return map(expression);
}
