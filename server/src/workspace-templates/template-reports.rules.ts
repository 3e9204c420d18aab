import { isDeepStrictEqual } from 'node:util';
import { tilesOf, type Model, type OfferedTemplate, type ReportDocument, type Tile } from '@rise/contract';
import { checkReport } from '@rise/engine';

/** A report of a template's version. */
export interface VersionReport {
  /** Of the template: the same in all versions, and in all tenants. */
  readonly id: string;
  /** Its name where it comes from, which the tiles of the others open it by. */
  readonly key: string;
  readonly document: ReportDocument;
}

/** A report that a tenant has of a template; `template` is its id there. */
export interface UsedReport {
  readonly template: string;
  readonly key: string;
  readonly document: ReportDocument;
}

/** A report to write, as the tenant gets it. */
export type PlannedReport = UsedReport;

export interface Plan {
  readonly added: readonly PlannedReport[];
  readonly changed: readonly PlannedReport[];
  /** The version has them no more. */
  readonly removed: readonly UsedReport[];
  /** The version's do not fit the model: the tenant keeps its own. */
  readonly staying: readonly UsedReport[];
}

/** Names of what a model lacks for a report, or has otherwise; empty: it can show the report. */
export function lacksOf(document: ReportDocument, model: Model | null): string[] {
  if (model === null) return [document.dataset];
  const lacks = new Set<string>();
  checkReport(document, model, (path, message) => {
    const found = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)?.[key], document);
    lacks.add(typeof found === 'string' ? found : message);
  });
  return [...lacks];
}

interface PlanInput {
  readonly version: readonly VersionReport[];
  readonly used: readonly UsedReport[];
  /** Of all reports of the tenant. */
  readonly keys: ReadonlySet<string>;
  readonly model: Model | null;
}

/** What a version comes to in a tenant: reports that its model cannot show are left out, or stay as they are. */
export function planVersion({ version, used, keys, model }: PlanInput): Plan {
  const usedById = new Map(used.map((report) => [report.template, report]));
  const fits = new Set(version.filter(({ document }) => lacksOf(document, model).length === 0).map(({ id }) => id));
  const taken = new Set(keys);
  const keyOf = new Map<string, string>();
  for (const { id, key } of version) {
    const own = usedById.get(id)?.key ?? (fits.has(id) ? freeKey(key, taken) : null);
    if (own === null) continue;
    taken.add(own);
    keyOf.set(key, own);
  }
  const planned = version
    .filter(({ id }) => fits.has(id))
    .map(({ id, key, document }) => ({
      template: id,
      key: keyOf.get(key)!,
      document: withTargets(document, (target) => keyOf.get(target) ?? null),
    }));
  const ids = new Set(version.map(({ id }) => id));
  return {
    added: planned.filter(({ template }) => !usedById.has(template)),
    changed: planned.filter(({ template, document }) => {
      const before = usedById.get(template);
      return before !== undefined && !isSame(before.document, document);
    }),
    removed: used.filter(({ template }) => !ids.has(template)),
    staying: used.filter(({ template }) => ids.has(template) && !fits.has(template)),
  };
}

/** What a plan tells the tenant's people. */
export function describePlan({
  added,
  changed,
  removed,
  staying,
}: Plan): NonNullable<OfferedTemplate['use']>['update'] {
  const titles = (reports: readonly UsedReport[]) => reports.map(({ document: { title } }) => title);
  return { added: titles(added), changed: titles(changed), removed: titles(removed), staying: titles(staying) };
}

export const isSame = (one: ReportDocument, other: ReportDocument): boolean =>
  // As they are stored: without what is undefined.
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

const MOST_KEY = 80;

/** The key, or the next one with a number that no report has. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const chosen = `${key.slice(0, MOST_KEY - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (!taken.has(chosen)) return chosen;
  }
}

/** Tiles that open reports open them by their new keys; those without one are left out. */
export function withTargets(document: ReportDocument, keyOf: (key: string) => string | null): ReportDocument {
  const retarget = (tile: Tile): Tile => {
    if (!('targets' in tile) || tile.targets === undefined) return tile;
    const { targets, ...others } = tile;
    const known = targets.flatMap((key) => keyOf(key) ?? []);
    return known.length === 0 ? (others as Tile) : { ...tile, targets: known };
  };
  return {
    ...document,
    pages: document.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => ({ ...row, tiles: row.tiles.map(retarget) })),
    })),
  };
}

/** Keys of reports that a document's tiles open and that are not among these. */
export function foreignTargets(document: ReportDocument, keys: ReadonlySet<string>): string[] {
  const targets = tilesOf(document).flatMap((tile) => ('targets' in tile ? (tile.targets ?? []) : []));
  return [...new Set(targets)].filter((key) => !keys.has(key));
}

export interface VersionDifference {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** How a version differs from the one before, by the reports' ids. */
export function compareVersions(
  before: readonly VersionReport[],
  after: readonly VersionReport[],
): VersionDifference & { readonly changes: ReadonlyMap<string, 'added' | 'changed' | 'same'> } {
  const known = new Map(before.map((report) => [report.id, report]));
  const changes = new Map(
    after.map(({ id, document }) => {
      const last = known.get(id);
      const change = last === undefined ? 'added' : isSame(last.document, document) ? 'same' : 'changed';
      return [id, change] as const;
    }),
  );
  const count = (kind: 'added' | 'changed') => [...changes.values()].filter((change) => change === kind).length;
  const removed = before.filter(({ id }) => !changes.has(id)).length;
  return { added: count('added'), changed: count('changed'), removed, changes };
}
