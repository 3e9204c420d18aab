import { datasetJoin } from '@rise/contract';
import type { Dataset, Model } from '@rise/contract';
import { columnsIn } from '../expression/columns.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { joinName, joinsOf, joinsTo, tablesByName } from '../model/joins.ts';
import { readExpressions } from '../model/read-expressions.ts';

/** What a dataset's rules and masks guard; tables in lower case. */
interface Guard {
  /** Tables with rows that its rules hide, or by which they decide. */
  ruled: ReadonlySet<string>;
  /** Tables with columns that its masks hide. */
  masked: ReadonlySet<string>;
  /** The joins that its rules read, by name. */
  needed: ReadonlyMap<string, string>;
}

const lower = (names: Iterable<string>) => new Set([...names].map((name) => name.toLowerCase()));

/** Identifies what a join matches. */
function matchOf({ table, joins }: Pick<Dataset, 'table' | 'joins'>, name: string): string | undefined {
  const place = joins.findIndex((join) => joinName(join) === name);
  const declared = joinsOf({ table, joins })[place];
  return (
    declared &&
    JSON.stringify([declared.table, declared.to, declared.on, declared.validity ?? null, joins[place]!.where ?? null])
  );
}

function guardOf(model: Model, dataset: Dataset): Guard {
  const expressions = readExpressions(model, dataset, [], () => undefined);
  const tableOf = tablesByName(dataset);
  const read = [...expressions.rules.values()].flatMap(columnsIn).map(({ table }) => table);
  const joins = joinsTo({ dataset, expressions }, new Set(read));
  return {
    ruled: lower([...(dataset.rules.length > 0 ? [dataset.table] : []), ...read.map(tableOf)]),
    masked: lower(dataset.masks.flatMap((mask) => mask.columns.map((column) => column.table))),
    needed: new Map(joins.map(({ name }) => [name, matchOf(dataset, name)!])),
  };
}

type NewDataset = Record<string, unknown> & { name: string };

/** The joins of a document's dataset; none where they are not valid, which the schema reports. */
function joinsIn({ joins }: NewDataset): Dataset['joins'] {
  const parsed = datasetJoin.array().default([]).safeParse(joins);
  return parsed.success ? parsed.data : [];
}

const guardMessage = (base: Dataset, table: string, remedy: string) =>
  `Rules of the template's '${base.name}' guard the table '${table}'. ${remedy}`;
const NO_JOIN = 'A join would show what they hide. Leave it out, or have it added to the template.';

/** Rejects joins added to a dataset of the template through which tables could be read that its rules guard. */
export function guardNewJoins(template: Model, own: NewDataset, at: IssuePath, report: ReportIssue): void {
  for (const [index, { table }] of joinsIn(own).entries()) {
    const name = table.toLowerCase();
    const guarding = template.datasets.find((dataset) => {
      const { ruled, masked } = guardOf(template, dataset);
      // The dataset's own masks hold for a table in all its roles.
      return ruled.has(name) || (masked.has(name) && dataset.name !== own.name);
    });
    if (guarding) report([...at, 'joins', index], guardMessage(guarding, table, NO_JOIN));
  }
}

/** Rejects a document's table of exchange rates that the template's rules guard: converted amounts would show its rows. */
export function guardRates(template: Model, rates: unknown, report: ReportIssue): void {
  const name = String((rates as { table?: unknown } | null | undefined)?.table).toLowerCase();
  const guarding = template.datasets.find((dataset) => {
    const { ruled, masked } = guardOf(template, dataset);
    return ruled.has(name) || masked.has(name);
  });
  if (guarding)
    report(['exchangeRates', 'table'], guardMessage(guarding, name, 'Load the rates into a table of their own.'));
}

/** Rejects joins of a new dataset over a guarded fact table that the inherited rules cannot rely on. */
function guardJoins(
  { ruled, needed }: Guard,
  base: Dataset,
  own: NewDataset & { table: string },
  at: IssuePath,
  report: ReportIssue,
): void {
  const joins = joinsIn(own);
  for (const [name, match] of needed) {
    const mine = matchOf({ table: own.table, joins }, name);
    if (mine === match) continue;
    const need = `Rules of the template's '${base.name}' hold here too and need the table '${name}'.`;
    report(at, `${need} ${mine === undefined ? 'Add it under joins.' : 'Join it as the template does.'}`);
  }
  for (const [index, join] of joins.entries())
    if (!needed.has(joinName(join)) && ruled.has(join.table.toLowerCase()))
      report([...at, 'joins', index], guardMessage(base, join.table, NO_JOIN));
}

/**
 * Keeps a new dataset in a document from bypassing the template's rules and masks: over the same fact table it inherits
 * them, and any other use of a guarded table is refused.
 */
export function guardNewDataset(
  template: Model,
  dataset: NewDataset,
  at: IssuePath,
  report: ReportIssue,
): Record<string, unknown> {
  const { rules, masks } = dataset;
  // A query reads what its dataset shows, under the rules of that.
  const table = dataset.table ?? dataset.name;
  const read = [table, ...joinsIn(dataset).map((join) => join.table)].map((item) => String(item).toLowerCase());
  const taken = { rules: Array.isArray(rules) ? [...rules] : [], masks: Array.isArray(masks) ? [...masks] : [] };
  for (const base of template.datasets) {
    const guard = guardOf(template, base);
    const guarded = new Set([...guard.ruled, ...guard.masked]);
    const met = read.find((item) => guarded.has(item));
    if (met === undefined) continue;
    if (read[0] !== base.table.toLowerCase()) {
      report(at, guardMessage(base, met, `Make it a dataset over '${base.table}', or add to '${base.name}'.`));
      continue;
    }
    guardJoins(guard, base, { ...dataset, table: base.table }, at, report);
    const missing = [...guard.masked].find((item) => !read.includes(item));
    if (missing !== undefined)
      report(
        at,
        `Masks of the template's '${base.name}' hold here too and need the table '${missing}'. Add it under joins.`,
      );
    taken.rules.unshift(...base.rules);
    taken.masks.unshift(...base.masks);
  }
  return { ...dataset, ...taken };
}
