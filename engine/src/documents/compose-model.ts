import type { Dimension, Model } from '@rise/contract';
import { z } from 'zod';
import { ModelError } from '../errors.ts';
import type { IssuePath, ModelIssue, ReportIssue } from '../errors.ts';
import { joinName } from '../model/joins.ts';
import { guardNewDataset, guardNewJoins, guardRates } from './guarded-tables.ts';
import type { YamlText } from '../yaml/read-yaml.ts';
import { schemaIssues, schemaMessage } from '../yaml/schema-messages.ts';
import { overrideMember } from './override-member.ts';
import type { Member } from './override-member.ts';
import { expandShared, rewrittenFrom, sharedIn } from './shared-definitions.ts';
import { suggestName } from '../expression/suggest-name.ts';

const named = z.looseObject({ name: z.string() });
/**
 * Rough shape of a document that extends a template; the composed model is then validated with the model's own schema.
 */
const outline = z.looseObject({
  extends: z.string(),
  hide: z.array(z.string()).default([]),
  parameters: z.array(named).default([]),
  mappings: z.array(named).default([]),
  combined: z.array(named).default([]),
  tests: z.array(named).default([]),
  shared: z
    .looseObject({ joins: z.array(z.looseObject({})).default([]), dimensions: z.array(named).default([]) })
    .default({ joins: [], dimensions: [] }),
  datasets: z.array(z.looseObject({ name: z.string(), hide: z.array(z.string()).default([]) })).default([]),
});

/** A document composed with its template, and the position in the document of each part. */
export interface Composed {
  data: unknown;
  /** Path in the document for a path in `data`; null if it comes from the template. */
  locate(path: IssuePath): IssuePath | null;
}

/** Name of the template that a document extends, or null. */
export function templateOf(data: unknown): string | null {
  const name = (data as { extends?: unknown } | null)?.extends;
  return typeof name === 'string' ? name : null;
}

interface Merged {
  list: unknown[];
  /** Path of each member in the document; null if it comes from the template. */
  origins: (IssuePath | null)[];
}

/** Merges by name: the document's members override the template's, new ones are appended. */
function mergeNamed(base: readonly Member[], own: readonly unknown[], at: IssuePath, report: ReportIssue): Merged {
  const list: unknown[] = [...base];
  const origins: (IssuePath | null)[] = base.map(() => null);
  for (const [index, item] of own.entries()) {
    const name = (item as Partial<Member> | null)?.name;
    const place = typeof name === 'string' ? base.findIndex((known) => known.name === name) : -1;
    if (place !== -1 && origins[place]) {
      report([...at, index, 'name'], `'${name}' is listed twice. Leave one out.`);
    } else if (place === -1) {
      list.push(item);
      origins.push([...at, index]);
    } else {
      list[place] = overrideMember(base[place]!, item as Member);
      origins[place] = [...at, index];
    }
  }
  return { list, origins };
}

/** Lists that a document can only add to: access rules are controlled by the template. */
const ADD_ONLY: Record<string, string> = {
  rules: 'rule',
  masks: 'mask',
  joins: 'join',
};
const TITLES = new Set(['name', 'title', 'description', 'owner', 'synonyms', 'hide']);

function hidden(merged: Merged, hide: readonly string[], used: Set<string>): Merged {
  const remaining = merged.list.map((item) => {
    const gone = hide.includes((item as Member).name);
    if (gone) used.add((item as Member).name);
    return !gone;
  });
  return { list: merged.list.filter((_, i) => remaining[i]), origins: merged.origins.filter((_, i) => remaining[i]) };
}

function mergeDataset(base: Member, own: Member & { hide: string[] }, at: IssuePath, report: ReportIssue) {
  const { hide, ...members } = own;
  const data: Member = { ...base };
  const lists: Record<string, (IssuePath | null)[]> = {};
  const used = new Set<string>();
  for (const key of new Set([...Object.keys(base), ...Object.keys(members)])) {
    const before = base[key];
    const after = members[key];
    if (TITLES.has(key) && after !== undefined) data[key] = after;
    if (TITLES.has(key)) continue;
    const word = ADD_ONLY[key];
    if (after !== undefined && !Array.isArray(after)) {
      report(
        [...at, key],
        `'${key}' of '${base.name}' is defined by the template. Leave it out, or create a dataset of your own.`,
      );
    } else if (word !== undefined && Array.isArray(after)) {
      const nameOf = (item: unknown) => {
        const { name, as, table } = item as Record<string, unknown>;
        return word === 'join' ? (as ?? table) : name;
      };
      const known = Array.isArray(before) ? before : [];
      for (const [index, entry] of after.entries())
        if (known.some((other) => nameOf(other) === nameOf(entry)))
          report(
            [...at, key, index],
            `The template has the ${word} '${String(nameOf(entry))}', which can't be replaced. Add yours under another name.`,
          );
      data[key] = [...known, ...after];
      lists[key] = [...known.map(() => null), ...after.map((_, index) => [...at, key, index])];
    } else if (Array.isArray(before) || Array.isArray(after)) {
      const merged = mergeNamed((before as Member[] | undefined) ?? [], after ?? [], [...at, key], report);
      const remaining = word === undefined ? hidden(merged, hide, used) : merged;
      data[key] = remaining.list;
      lists[key] = remaining.origins;
    }
  }
  for (const [index, name] of hide.entries()) {
    if (used.has(name)) continue;
    const known = ['dimensions', 'measures', 'rollups'].flatMap((key) =>
      (base[key] as Member[]).map((item) => item.name),
    );
    report(
      [...at, 'hide', index],
      `'${base.name}' of the template has no dimension, measure or rollup '${name}' to hide.${suggestName(name, known)}`,
    );
  }
  return { data, lists };
}

/** Where a composed dataset comes from: its path in the document, and that of each member of its lists. */
interface DatasetOrigin {
  path: IssuePath | null;
  lists: Record<string, (IssuePath | null)[]>;
}

type OwnDataset = z.infer<typeof outline>['datasets'][number];

/** The shared definitions of both, and the template's datasets written from those that the document changes. */
function mergeShared(template: Model, own: z.infer<typeof outline>['shared'], report: ReportIssue) {
  const base = template.shared.dimensions as unknown as Member[];
  const dimensions = mergeNamed(base, own.dimensions, ['shared', 'dimensions'], report);
  const isTaken = (name: unknown) => template.shared.joins.some((join) => joinName(join) === name);
  for (const [index, { as, table }] of own.joins.entries())
    if (isTaken(as ?? table))
      report(
        ['shared', 'joins', index],
        `The template has the join '${String(as ?? table)}', which can't be replaced. Add yours under another name.`,
      );
  const shared = { joins: [...template.shared.joins, ...own.joins], dimensions: dimensions.list };
  /** Where in the document a member was changed that a dataset of the template has. */
  const changedAt = new Map<unknown, IssuePath>();
  const datasets = template.datasets.map((dataset) => ({
    ...dataset,
    dimensions: dataset.dimensions.map((member) => {
      const place = base.findIndex(({ name }) => name === member.use);
      const origin = dimensions.origins[place];
      if (!origin) return member;
      const changed = rewrittenFrom(member, base[place]!, dimensions.list[place] as Member);
      changedAt.set(changed, origin);
      return changed as unknown as Dimension;
    }),
  }));
  return { shared, dimensions, datasets, changedAt };
}

/** The template's datasets with the document's changes, without those under `hide`, then the document's own. */
function mergeDatasets(
  template: Model,
  datasets: OwnDataset[],
  { hide, changedAt }: { hide: readonly string[]; changedAt: ReadonlyMap<unknown, IssuePath> },
  report: ReportIssue,
) {
  const list: unknown[] = [];
  const origins: DatasetOrigin[] = [];
  const originsOf = (members: readonly unknown[], own: readonly (IssuePath | null)[] = []) =>
    members.map((member, place) => own[place] ?? changedAt.get(member) ?? null);
  for (const [index, { name }] of datasets.entries())
    if (datasets.findIndex((dataset) => dataset.name === name) < index)
      report(['datasets', index, 'name'], `The dataset '${name}' is defined twice. Merge the two definitions.`);
  for (const base of template.datasets) {
    const index = datasets.findIndex((dataset) => dataset.name === base.name);
    if (hide.includes(base.name)) continue;
    if (index === -1) {
      list.push(base);
      origins.push({ path: null, lists: { dimensions: originsOf(base.dimensions) } });
    } else {
      const { data, lists } = mergeDataset(base as unknown as Member, datasets[index]!, ['datasets', index], report);
      guardNewJoins(template, datasets[index]!, ['datasets', index], report);
      list.push(data);
      const dimensions = originsOf(data.dimensions as unknown[], lists.dimensions);
      origins.push({ path: ['datasets', index], lists: { ...lists, dimensions } });
    }
  }
  for (const [index, entry] of datasets.entries()) {
    if (template.datasets.some((base) => base.name === entry.name)) continue;
    const { hide: mine, ...dataset } = entry;
    if (mine.length > 0) report(['datasets', index, 'hide'], `'${entry.name}' is your own; there is nothing to hide.`);
    list.push(guardNewDataset(template, dataset, ['datasets', index], report));
    origins.push({ path: ['datasets', index], lists: {} });
  }
  return { list, origins };
}

function mergeParameters(template: Model, own: readonly Member[], report: ReportIssue): Merged {
  const base = template.parameters as unknown as Member[];
  for (const [index, item] of own.entries())
    if ('type' in item && base.some((known) => known.name === item.name && known.type !== item.type))
      report(['parameters', index, 'type'], `The template defines the type of '${item.name}'. Leave it out.`);
  return mergeNamed(base, own, ['parameters'], report);
}

/** The template's tests with the document's, without hidden ones and those of a hidden dataset or measure. */
function mergeTests(
  template: Model,
  { tests, hide, datasets }: { tests: readonly Member[]; hide: readonly string[]; datasets: readonly OwnDataset[] },
  report: ReportIssue,
): Merged {
  const merged = mergeNamed(template.tests as unknown as Member[], tests, ['tests'], report);
  const hiddenMeasures = new Map(datasets.map((dataset) => [dataset.name, dataset.hide]));
  const remaining = merged.list.map((item, index) => {
    const { name, dataset, measure } = item as Record<string, string>;
    // What the document itself states is checked instead.
    const isInherited = merged.origins[index] === null;
    const isPointless = hide.includes(dataset!) || (hiddenMeasures.get(dataset!)?.includes(measure!) ?? false);
    return !hide.includes(name!) && !(isInherited && isPointless);
  });
  return { list: merged.list.filter((_, i) => remaining[i]), origins: merged.origins.filter((_, i) => remaining[i]) };
}

/** Path in the document for a path in a list that was merged by name. */
function locateMember(origin: IssuePath | null | undefined, rest: IssuePath): IssuePath | null {
  return origin ? [...origin, ...rest] : null;
}

function locateInDataset(origin: DatasetOrigin | undefined, path: IssuePath): IssuePath | null {
  const [, , list, index] = path as [string, number, string, number];
  const origins = origin?.lists[list];
  if (origins && typeof index === 'number') return locateMember(origins[index], path.slice(4));
  return locateMember(origin?.path, path.slice(2));
}

function locateShared(dimensions: Merged, template: Model, path: IssuePath): IssuePath | null {
  const [, list, index] = path as [string, string, number?];
  if (index === undefined) return null;
  if (list === 'dimensions') return locateMember(dimensions.origins[index], path.slice(3));
  const own = index - template.shared.joins.length;
  return own < 0 ? null : ['shared', 'joins', own, ...path.slice(3)];
}

/**
 * Composes a document with the template it extends: members override the template's by name, new ones are added, those
 * under `hide` are removed. Throws `ModelError` for changes that a document cannot make.
 */
export function composeModel(template: Model, source: YamlText): Composed {
  const parsed = outline.safeParse(source.data, { error: schemaMessage });
  if (!parsed.success)
    throw new ModelError(schemaIssues(parsed.error).map(({ path, message }) => source.issueAt(path, message)));
  const { extends: _, hide, parameters, mappings, combined, tests, shared: ownShared, ...rest } = parsed.data;
  const { datasets: written, ...members } = rest;
  const issues: ModelIssue[] = [];
  const report: ReportIssue = (path, message) => void issues.push(source.issueAt(path, message));

  const { shared, dimensions, datasets: bases, changedAt } = mergeShared(template, ownShared, report);
  const datasets = expandShared(written, sharedIn({ shared }), report) as OwnDataset[];
  const merged = {
    parameters: mergeParameters(template, parameters, report),
    mappings: mergeNamed(template.mappings as unknown as Member[], mappings, ['mappings'], report),
    combined: hidden(
      mergeNamed(template.combined as unknown as Member[], combined, ['combined'], report),
      hide,
      new Set(),
    ),
    tests: mergeTests(template, { tests, hide, datasets: written }, report),
  };
  const mergedDatasets = mergeDatasets({ ...template, datasets: bases }, datasets, { hide, changedAt }, report);
  guardRates(template, members['exchangeRates'], report);
  const known = [...template.datasets, ...template.combined, ...template.tests].map((item) => item.name);
  for (const [index, name] of hide.entries())
    if (!known.includes(name))
      report(['hide', index], `The template has no dataset or test '${name}' to hide.${suggestName(name, known)}`);
  if (issues.length > 0) throw new ModelError(issues);

  return {
    data: {
      ...template,
      ...members,
      parameters: merged.parameters.list,
      mappings: merged.mappings.list,
      datasets: mergedDatasets.list,
      combined: merged.combined.list,
      tests: merged.tests.list,
      shared,
    },
    locate(path) {
      if (path.length === 0) return [];
      const [head, first] = path as [string, number];
      if (head === 'shared') return locateShared(dimensions, template, path);
      if (typeof first === 'number') {
        if (head in merged) return locateMember(merged[head as keyof typeof merged].origins[first], path.slice(2));
        if (head === 'datasets') return locateInDataset(mergedDatasets.origins[first], path);
      }
      return head in members ? path : null;
    },
  };
}
