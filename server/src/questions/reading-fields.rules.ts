import type { Filter } from '@rise/contract';
import type { Item } from './cover.rules.ts';
import type { Conditions } from './reading-conditions.rules.ts';
import { place } from './reading-conditions.rules.ts';
import { cuesOf, neighbor, ReadingFailure, type BoundFields, type Draft } from './reading-draft.rules.ts';
import { openRank } from './reading-meanings.rules.ts';
import { isOrdering, orderTarget } from './reading-order.rules.ts';
import { bindOwn } from './reading-own.rules.ts';

type FieldItem = Extract<Item, { kind: 'measure' | 'dimension' }>;
type ValueItem = Extract<Item, { kind: 'value' }>;

const POSTPOSED = /^(?:gore|bazinda|bazli|kirilim|itibar|bakimindan|basina)/;

export function bindFields(draft: Draft, conditions: Conditions): BoundFields {
  const own = bindOwn(draft);
  const targets = bindTargets(draft);
  bindNumbers(draft);
  const { filters, values } = bindValues(draft, targets);
  const flags = bindFlags(draft, targets);
  const missing = bindMissing(draft);
  const groups = bindGroups(draft, targets);
  const measures = bindMeasures(draft, conditions, groups);
  return {
    ...groups,
    measures,
    filters: [...(own ? [own.filter] : []), ...filters, ...flags, ...missing, ...conditions.filters],
    values: own ? new Map([[own.field, [own.key]], ...values]) : values,
  };
}

/** The fields that “by” and “each” are about; postposed in Turkish. */
function bindTargets(draft: Draft): Set<Item> {
  const targets = new Set<Item>();
  for (const cue of [...cuesOf(draft, 'by'), ...cuesOf(draft, 'each'), ...cuesOf(draft, 'per')]) {
    const isPostposed = POSTPOSED.test(draft.context.words[cue.from]!);
    let target = neighbor(draft, cue, isPostposed ? -1 : 1);
    if (!isPostposed && target?.kind === 'cue' && (target.cue === 'each' || target.cue === 'by'))
      target = neighbor(draft, target, 1);
    if (target?.kind !== 'dimension' && (target?.kind !== 'measure' || cue.cue === 'per')) continue;
    if (target.kind === 'measure') requireOrder(draft, target);
    draft.used.add(cue);
    targets.add(target);
    addJoined(draft, target, isPostposed ? -1 : 1, targets);
  }
  return targets;
}

/** “loans by members” lists nothing: only a rank or an order is by a measure. */
function requireOrder(draft: Draft, target: Item): void {
  const isRanked = draft.items.some(({ kind }) => kind === 'rank') || isOrdering(draft);
  const isCompared = (['compare', 'peers', 'rank'] as const).some((cue) => cuesOf(draft, cue).length > 0);
  if (!isRanked && !isCompared && !draft.context.base) throw new ReadingFailure('no_group', target);
}

/** “by state and region”: the dimensions that are joined with a target. */
function addJoined(draft: Draft, target: Item, step: 1 | -1, targets: Set<Item>): void {
  for (let item = neighbor(draft, target, step); item; item = neighbor(draft, item, step)) {
    if (item.kind === 'dimension' && target.kind === 'dimension') targets.add(item);
    else if (item.kind !== 'cue' || item.cue !== 'and') return;
  }
}

const isText = (draft: Draft, item: Item & { kind: 'dimension' }) =>
  draft.context.dataset.dimensions.get(item.name)?.type === 'string';

/** “charter 5536”, “peer group 3”: a number right behind a dimension is its value. */
function bindNumbers(draft: Draft): void {
  for (const item of draft.items) {
    if (item.kind !== 'number') continue;
    const before = neighbor(draft, item, -1);
    const after = neighbor(draft, item, 1);
    const field = [before, after].find((other): other is FieldItem => {
      if (other?.kind !== 'dimension') return false;
      const dimension = draft.context.dataset.dimensions.get(other.name)!;
      if (other.name === draft.context.dataset.entity?.key) return true;
      return dimension.type === 'integer' && (dimension.values?.some(({ value }) => value === item.value) ?? true);
    });
    if (!field || draft.used.has(field)) continue;
    draft.used.add(item);
    draft.used.add(field);
    const value = isText(draft, field as Item & { kind: 'dimension' }) ? String(item.value) : item.value;
    numbered.set(item, { field: field.name, value });
    draft.places.set(`filter:${field.name}`, place(field, item));
  }
}
const numbered = new WeakMap<Item, { field: string; value: string | number }>();

function isNegated(draft: Draft, item: Item): boolean {
  for (const cue of cuesOf(draft, 'not')) {
    const isPostposed = /^(?:haric|disinda|degil|olmayan)/.test(draft.context.words[cue.from]!);
    let other = neighbor(draft, cue, isPostposed ? -1 : 1);
    // Several values in a row: “except Alaska and Hawaii”.
    while (
      other &&
      (other.kind === 'value' ||
        other.kind === 'dimension' ||
        (other.kind === 'cue' && (other.cue === 'and' || other.cue === 'or')))
    ) {
      if (other === item) {
        draft.used.add(cue);
        return true;
      }
      other = neighbor(draft, other, isPostposed ? -1 : 1);
    }
  }
  return false;
}

function bindValues(draft: Draft, targets: ReadonlySet<Item>) {
  const byDimension = new Map<string, { included: (string | number)[]; excluded: (string | number)[] }>();
  const of = (dimension: string) => {
    const found = byDimension.get(dimension) ?? { included: [], excluded: [] };
    byDimension.set(dimension, found);
    return found;
  };
  for (const item of draft.items) {
    const number = numbered.get(item);
    if (item.kind === 'number' && number) of(number.field).included.push(number.value);
    if (item.kind !== 'value') continue;
    draft.used.add(item);
    const list = of(item.dimension);
    (isNegated(draft, item) ? list.excluded : list.included).push(...item.values);
    const key = `filter:${item.dimension}`;
    draft.places.set(key, place(draft.places.get(key) ?? item, item));
    useLabels(draft, item, targets);
  }
  const filters: Filter[] = [];
  const values = new Map<string, (string | number)[]>();
  for (const [field, { included, excluded }] of byDimension) {
    if (included.length > 0) {
      filters.push({ field, op: 'in', values: [...new Set(included)] });
      values.set(field, [...new Set(included)]);
    }
    if (excluded.length > 0) filters.push({ field, op: 'notIn', values: [...new Set(excluded)] });
  }
  return { filters, values };
}

/** “the state of Texas”, “Riverside branch”: the dimension beside its value only says what that is. */
function useLabels(draft: Draft, item: ValueItem, targets: ReadonlySet<Item>): void {
  const { entity } = draft.context.dataset;
  for (const step of [1, -1] as const) {
    const other = neighbor(draft, item, step);
    if (other?.kind !== 'dimension' || targets.has(other)) continue;
    if (other.name === item.dimension || (item.dimension === entity?.name && other.name === entity.key))
      draft.used.add(other);
  }
}

/** Dimensions that are true or false are filters where nothing groups by them. */
function bindFlags(draft: Draft, targets: ReadonlySet<Item>): Filter[] {
  return draft.items.flatMap((item): Filter[] => {
    if (item.kind !== 'dimension' || targets.has(item)) return [];
    if (draft.context.dataset.dimensions.get(item.name)?.type !== 'boolean') return [];
    draft.used.add(item);
    draft.places.set(`filter:${item.name}`, place(item, item));
    return [{ field: item.name, op: 'in', values: [!isNegated(draft, item)] }];
  });
}

/** “with a missing state”: rows without a value. */
function bindMissing(draft: Draft): Filter[] {
  return cuesOf(draft, 'missing').map((cue) => {
    const field = [neighbor(draft, cue, 1), neighbor(draft, cue, -1)].find((item) => item?.kind === 'dimension');
    if (field?.kind !== 'dimension') throw new ReadingFailure('unused_words', cue);
    draft.used.add(cue);
    draft.used.add(field);
    draft.places.set(`filter:${field.name}`, place(cue, field));
    return { field: field.name, op: 'isNull', values: [] } as Filter;
  });
}

function bindGroups(draft: Draft, targets: ReadonlySet<Item>) {
  const { entity } = draft.context.dataset;
  const groups: string[] = [];
  let within: string | null = null;
  let isAboutEntity = cuesOf(draft, 'those').length > 0;
  let isPlural = false;
  const isRanked = draft.items.some(({ kind }) => kind === 'rank');
  for (const item of draft.items) {
    if (item.kind !== 'dimension' || draft.used.has(item)) continue;
    draft.used.add(item);
    // “issued per month”: the date that is grouped by anyway.
    if (item.name === draft.context.dataset.date && draft.items.some(({ kind }) => kind === 'time')) continue;
    const before = neighbor(draft, item, -1);
    const isEach = before?.kind === 'cue' && before.cue === 'each';
    if (item.name === entity?.name || item.name === entity?.key) {
      isAboutEntity = true;
      if (!isGroup(draft, item, targets)) continue;
      groups.push(entity.key, ...(entity.name === entity.key ? [] : [entity.name]));
      draft.places.set(`group:${entity.key}`, place(item, item));
    } else {
      groups.push(item.name);
      draft.places.set(`group:${item.name}`, place(item, item));
      if (!targets.has(item) && !isGroup(draft, item, targets)) draft.penalty += 0.05;
      if (isEach && isRanked) within = item.name;
    }
    isPlural ||= item.isPlural;
  }
  return { groups: [...new Set(groups)], within, isAboutEntity, isPlural };
}

/** Whether a dimension is said to be grouped by: by “by”, “which”, a rank, or an ending. */
function isGroup(draft: Draft, item: FieldItem, targets: ReadonlySet<Item>): boolean {
  if (targets.has(item)) return true;
  const isCount = draft.items.some((other) => other.kind === 'cue' && other.cue === 'count');
  if (isCount) return false;
  const which = cuesOf(draft, 'which');
  // “in which state do credit unions …”: what stands beside “which” is listed, and nothing else.
  const beside = which.flatMap((cue) => [neighbor(draft, cue, 1), neighbor(draft, cue, -1)]);
  if (beside.some((other) => other?.kind === 'dimension')) return beside.includes(item);
  return which.length > 0 || draft.items.some(({ kind }) => kind === 'rank') || isOrdering(draft);
}

function bindMeasures(draft: Draft, conditions: Conditions, bound: ReturnType<typeof bindGroups>): string[] {
  const { isAboutEntity } = bound;
  const { dataset } = draft.context;
  const measures: string[] = [];
  const ordering = orderTarget(draft);
  for (const item of draft.items) {
    if (item.kind !== 'measure' || conditions.items.has(item)) continue;
    draft.used.add(item);
    // What only orders is shown behind what is asked for.
    if (isNoun(draft, item) || isListedEntity(draft, item, bound.groups) || item === ordering) continue;
    const name = counted(draft, item);
    askOfTwins(draft, item, name, measures.at(-1));
    if (!measures.includes(name)) measures.push(name);
    draft.places.set(`measure:${name}`, place(draft.places.get(`measure:${name}`) ?? item, item));
  }
  if (measures.length > 0) return measures;
  const [count] = [...cuesOf(draft, 'count'), ...cuesOf(draft, 'share')];
  if (count && isAboutEntity && dataset.counting !== null) {
    draft.places.set(`measure:${dataset.counting}`, place(count, count));
    return [dataset.counting];
  }
  // “how many states have …”: those that are listed are counted.
  const hasConditions = conditions.having.length > 0;
  if (count && !draft.context.base && !hasConditions) throw new ReadingFailure('no_measure', count);
  if (conditions.compared.length > 0) return [...new Set(conditions.compared)];
  // “states with over 10 million members”: what is compared is what is shown.
  const first = conditions.having.find(({ measure }) => dataset.measures.has(measure));
  if (!first && draft.context.base) return [];
  if (!first && ordering?.kind === 'measure') return [ordering.name];
  if (!first) return measureOfRank(draft, bound);
  return conditions.having
    .flatMap(({ measure }) => (dataset.measures.has(measure) ? [measure] : []))
    .filter((name, at, all) => all.indexOf(name) === at);
}

/** “clinics sorted by visits”: the measure that counts what is listed only names it. */
function isListedEntity(draft: Draft, item: FieldItem, groups: readonly string[]): boolean {
  const { entity, counting } = draft.context.dataset;
  if (!entity || item.name !== counting || (groups.length > 0 && !groups.includes(entity.key))) return false;
  if (!isOrdering(draft) && !draft.items.some(({ kind }) => kind === 'rank')) return false;
  return draft.items.some((other) => other.kind === 'measure' && other.name !== counting);
}

/** Two measures side by side that nothing joins are rather one name: the answer asks which. */
function askOfTwins(draft: Draft, item: FieldItem, name: string, before: string | undefined): void {
  const { listed, divided } = draft.context;
  if (before === undefined || before === name || neighbor(draft, item, -1)?.kind !== 'measure') return;
  if (listed.has(item.from) || divided.has(item.from)) return;
  draft.penalty += 0.1;
  const of = [...(draft.open?.of ?? [before]), name];
  draft.open = { of, candidates: of };
}

/** “worst 5 credit unions” names no measure: the answer asks by which. “List credit unions” counts them, one by one. */
function measureOfRank(draft: Draft, { isAboutEntity, groups }: ReturnType<typeof bindGroups>): string[] {
  const { dataset } = draft.context;
  const rank = draft.items.find((item) => item.kind === 'rank');
  const isListed = cuesOf(draft, 'which').length > 0 && isAboutEntity;
  if (rank?.kind !== 'rank') {
    if (isListed && dataset.counting !== null) return [dataset.counting];
    throw new ReadingFailure('no_measure');
  }
  // “which state has the most credit unions”: their number.
  const isOfOthers = isAboutEntity && groups.length > 0 && !groups.includes(dataset.entity!.key);
  const text = draft.context.words.slice(rank.from, rank.to).join(' ');
  if (isOfOthers && dataset.counting !== null && /\b(?:most|fewest|en (?:cok|az|fazla))\b/.test(text))
    return [dataset.counting];
  draft.open = openRank(dataset, rank.rank.end, { isOfEntity: isAboutEntity });
  if (!draft.open) throw new ReadingFailure('no_measure', rank);
  return draft.open.of.slice();
}

/** “new vehicle loans: recovery rate”: the noun of a value, where another measure is what is shown. */
function isNoun(draft: Draft, item: FieldItem): boolean {
  const before = neighbor(draft, item, -1);
  if (before?.kind !== 'value' || before.to !== item.from || item.to - item.from > 1) return false;
  const after = neighbor(draft, item, 1);
  const isJoined = after?.kind === 'cue' && after.cue === 'and';
  const others = draft.items.filter((other) => other.kind === 'measure' && other !== item && other.name !== item.name);
  return others.length > 0 && !isJoined;
}

/** “how many loans” is their number, not their amount. */
function counted(draft: Draft, item: FieldItem): string {
  const { dataset, words } = draft.context;
  // “kredi sayısı”, but not “krediler kaç”, which is how much they are.
  const count = cuesOf(draft, 'count').find(
    (cue) =>
      neighbor(draft, cue, 1) === item || (neighbor(draft, cue, -1) === item && !words[cue.from]!.startsWith('kac')),
  );
  const unit = dataset.measures.get(item.name)!.format.unit;
  if (!count || unit === 'count' || unit === 'number') return item.name;
  const own = words.slice(item.from, item.to).join(' ');
  const found = dataset.phrases.find(
    ({ meaning, words: name }) =>
      meaning.kind === 'measure' &&
      dataset.measures.get(meaning.name)?.format.unit === 'count' &&
      [`number of ${own}`, `${own} sayisi`, `${own} adedi`].includes(name.join(' ')),
  );
  if (!found || found.meaning.kind !== 'measure') throw new ReadingFailure('no_measure', count);
  return found.meaning.name;
}
