import type { Model } from '@rise/contract';
import { z } from 'zod';
import { ModelError } from '../errors.ts';
import type { ModelProblem } from '../errors.ts';
import { guardNewDataset } from './guarded-tables.ts';
import type { ProblemPath, YamlText } from './parse-yaml.ts';
import { suggestName } from './suggest-name.ts';

const named = z.looseObject({ name: z.string() });
/** The outline of a document that extends a template; what it amounts to is held to the model's own schema. */
const outline = z.looseObject({
  extends: z.string(),
  hide: z.array(z.string()).default([]),
  parameters: z.array(named).default([]),
  mappings: z.array(named).default([]),
  combined: z.array(named).default([]),
  datasets: z.array(z.looseObject({ name: z.string(), hide: z.array(z.string()).default([]) })).default([]),
});

type Member = Record<string, unknown> & { name: string };
type Report = (path: ProblemPath, message: string) => void;

/** What a document and its template amount to, and where in the document each part of it stands. */
export interface Composed {
  data: unknown;
  /** Place in the document of a place in `data`, or null where the template says it. */
  locate(path: ProblemPath): ProblemPath | null;
}

/** The name of the template that a document extends, or null. */
export function templateOf(data: unknown): string | null {
  const name = (data as { extends?: unknown } | null)?.extends;
  return typeof name === 'string' ? name : null;
}

interface Merged {
  list: unknown[];
  /** Where each member stands in the document; null for one that only the template has. */
  origins: (ProblemPath | null)[];
}

/** What of a measure says how it is computed: another kind takes none of it over. */
const COMPUTES = ['columns', 'expression', 'where', 'terms', 'numerator', 'denominator', 'annualise', 'share', 'over'];

function overridden(base: Member, own: Member): Member {
  const kept = { ...base };
  if ('kind' in own) for (const key of COMPUTES) delete kept[key];
  if ('expression' in own) {
    delete kept.column;
    delete kept.columns;
  }
  if ('column' in own || 'columns' in own) delete kept.expression;
  return { ...kept, ...own };
}

/** Members by name: the document's replace what they say of the template's, others are added at the end. */
function mergeNamed(base: readonly Member[], own: readonly unknown[], at: ProblemPath, report: Report): Merged {
  const list: unknown[] = [...base];
  const origins: (ProblemPath | null)[] = base.map(() => null);
  for (const [index, each] of own.entries()) {
    const name = (each as Partial<Member> | null)?.name;
    const place = typeof name === 'string' ? base.findIndex((known) => known.name === name) : -1;
    if (place !== -1 && origins[place]) {
      report([...at, index, 'name'], `'${name}' stands here twice. Leave one out.`);
    } else if (place === -1) {
      list.push(each);
      origins.push([...at, index]);
    } else {
      list[place] = overridden(base[place]!, each as Member);
      origins[place] = [...at, index];
    }
  }
  return { list, origins };
}

/** Lists to which a document can add, and no more: who sees what is the template's to say. */
const ADD_ONLY: Record<string, string> = {
  rules: 'rule',
  masks: 'mask',
  joins: 'join',
};
const TITLES = new Set(['name', 'title', 'description', 'owner', 'synonyms', 'hide']);

function hidden(merged: Merged, hide: readonly string[], used: Set<string>): Merged {
  const kept = merged.list.map((each) => {
    const gone = hide.includes((each as Member).name);
    if (gone) used.add((each as Member).name);
    return !gone;
  });
  return { list: merged.list.filter((_, i) => kept[i]), origins: merged.origins.filter((_, i) => kept[i]) };
}

function mergeDataset(base: Member, own: Member & { hide: string[] }, at: ProblemPath, report: Report) {
  const { hide, ...said } = own;
  const data: Member = { ...base };
  const lists: Record<string, (ProblemPath | null)[]> = {};
  const used = new Set<string>();
  for (const key of new Set([...Object.keys(base), ...Object.keys(said)])) {
    const before = base[key];
    const after = said[key];
    if (TITLES.has(key) && after !== undefined) data[key] = after;
    if (TITLES.has(key)) continue;
    const word = ADD_ONLY[key];
    if (after !== undefined && !Array.isArray(after)) {
      report([...at, key], `'${key}' of '${base.name}' is the template's to say. Leave it out, or make a dataset of your own.`); // prettier-ignore
    } else if (word !== undefined && Array.isArray(after)) {
      const nameOf = (each: unknown) => (each as Record<string, unknown>)[word === 'join' ? 'table' : 'name'];
      const known = Array.isArray(before) ? before : [];
      for (const [index, each] of after.entries())
        if (known.some((other) => nameOf(other) === nameOf(each)))
          report([...at, key, index], `The template has the ${word} '${String(nameOf(each))}', which can't be replaced. Add yours under another name.`); // prettier-ignore
      data[key] = [...known, ...after];
      lists[key] = [...known.map(() => null), ...after.map((_, index) => [...at, key, index])];
    } else if (Array.isArray(before) || Array.isArray(after)) {
      const merged = mergeNamed((before as Member[] | undefined) ?? [], after ?? [], [...at, key], report);
      const kept = word === undefined ? hidden(merged, hide, used) : merged;
      data[key] = kept.list;
      lists[key] = kept.origins;
    }
  }
  for (const [index, name] of hide.entries()) {
    if (used.has(name)) continue;
    const known = ['dimensions', 'measures', 'rollups'].flatMap((key) =>
      (base[key] as Member[]).map((each) => each.name),
    );
    report([...at, 'hide', index], `'${base.name}' of the template has no dimension, measure or rollup '${name}' to hide.${suggestName(name, known)}`); // prettier-ignore
  }
  return { data, lists };
}

/**
 * Lays a document over the template that it extends: members replace what they say of the template's by name, others
 * are added, those under `hide` are left out. Throws `ModelError` for what a document cannot do to a template.
 */
export function composeModel(template: Model, source: YamlText): Composed {
  const parsed = outline.safeParse(source.data);
  if (!parsed.success)
    throw new ModelError(parsed.error.issues.map((issue) => source.problem(issue.path, issue.message)));
  const { extends: _, hide, parameters, mappings, combined, datasets, ...said } = parsed.data;
  const problems: ModelProblem[] = [];
  const report: Report = (path, message) => void problems.push(source.problem(path, message));

  const knownParameters = template.parameters as unknown as Member[];
  for (const [index, each] of parameters.entries())
    if ('type' in each && knownParameters.some((known) => known.name === each.name && known.type !== each.type))
      report(['parameters', index, 'type'], `The template says the type of '${each.name}'. Leave it out.`);
  const mergedParameters = mergeNamed(knownParameters, parameters, ['parameters'], report);
  const mergedMappings = mergeNamed(template.mappings as unknown as Member[], mappings, ['mappings'], report);
  const known = [...template.datasets, ...template.combined].map((each) => each.name);
  const mergedCombined = hidden(
    mergeNamed(template.combined as unknown as Member[], combined, ['combined'], report),
    hide,
    new Set(),
  );

  for (const [index, { name }] of datasets.entries())
    if (datasets.findIndex((each) => each.name === name) < index)
      report(['datasets', index, 'name'], `The dataset '${name}' stands here twice. Put both into one.`);
  const places: { path: ProblemPath | null; lists: Record<string, (ProblemPath | null)[]> }[] = [];
  const made: unknown[] = [];
  for (const base of template.datasets) {
    const index = datasets.findIndex((each) => each.name === base.name);
    if (hide.includes(base.name)) continue;
    if (index === -1) {
      made.push(base);
      places.push({ path: null, lists: {} });
    } else {
      const { data, lists } = mergeDataset(base as unknown as Member, datasets[index]!, ['datasets', index], report);
      made.push(data);
      places.push({ path: ['datasets', index], lists });
    }
  }
  for (const [index, each] of datasets.entries()) {
    if (template.datasets.some((base) => base.name === each.name)) continue;
    const { hide: mine, ...dataset } = each;
    if (mine.length > 0) report(['datasets', index, 'hide'], `'${each.name}' is your own; there is nothing to hide.`);
    made.push(guardNewDataset(template, dataset, ['datasets', index], report));
    places.push({ path: ['datasets', index], lists: {} });
  }
  for (const [index, name] of hide.entries())
    if (!known.includes(name))
      report(['hide', index], `The template has no dataset '${name}' to hide.${suggestName(name, known)}`);
  if (problems.length > 0) throw new ModelError(problems);

  return {
    data: {
      ...template,
      ...said,
      parameters: mergedParameters.list,
      mappings: mergedMappings.list,
      datasets: made,
      combined: mergedCombined.list,
    },
    locate(path) {
      if (path.length === 0) return [];
      const [head, first, list, second] = path as [string, number, string, number];
      const merged = { parameters: mergedParameters, mappings: mergedMappings, combined: mergedCombined };
      if (head in merged && typeof first === 'number') {
        const origin = merged[head as keyof typeof merged].origins[first];
        return origin ? [...origin, ...path.slice(2)] : null;
      }
      if (head !== 'datasets' || typeof first !== 'number') return head !== undefined && head in said ? path : null;
      const place = places[first];
      const origins = place?.lists[list];
      if (origins && typeof second === 'number') {
        const origin = origins[second];
        return origin ? [...origin, ...path.slice(4)] : null;
      }
      return place?.path ? [...place.path, ...path.slice(2)] : null;
    },
  };
}
