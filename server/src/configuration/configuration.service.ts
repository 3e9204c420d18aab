import type {
  CodeFilter,
  CodeOrder,
  CodeSuggestion,
  ConfigurationCode,
  ConfigurationCodes,
  ConfigurationType,
  LocalizedText,
  MappingDraft,
} from '@rise/contract';
import type { Engine } from '@rise/engine';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { fold, NO_CONTENT, type MappingContent } from '../tenant-settings/mapping-content.service.ts';
import type { MappingService } from '../tenant-settings/mappings.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { CodeReader } from './code-reader.ts';
import { findType, listTypes, type CodeType } from './code-types.rules.ts';
import { compareCodes, entriesWithDraft, groupByTarget, isOpen, passesFilter, totalsOf } from './codes.rules.ts';
import {
  deleteDraft,
  deleteRejection,
  findDraft,
  insertRejection,
  listRejections,
  saveDraft,
} from './configuration.sql.ts';
import { pairKey, Suggester } from './suggestions.rules.ts';

export interface CodesRequest {
  readonly type: string;
  readonly search: string;
  readonly filter: CodeFilter;
  readonly order: CodeOrder;
  readonly direction: 'asc' | 'desc';
  readonly weight?: string | undefined;
  readonly target?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The most unmapped codes for which suggestions are computed, those with the largest amounts. */
const MAX_SUGGESTED = 5000;

interface ConfigurationOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  readonly mappings: MappingService;
}

/** The codes of the tenant's data by type, what they map to, and what people prepare to map. */
export class ConfigurationService {
  readonly #database: Database;
  readonly #reader: CodeReader;
  readonly #warehouses: WarehouseService;
  readonly #mappings: MappingService;

  constructor({ database, engine, warehouses, mappings }: ConfigurationOptions) {
    this.#database = database;
    this.#reader = new CodeReader({ engine });
    this.#warehouses = warehouses;
    this.#mappings = mappings;
  }

  /** All types of the model, those with most unmapped rows first. */
  async types(
    actor: TenantActor,
    signal: AbortSignal,
  ): Promise<{ types: ConfigurationType[]; dataVersion: number; asOf: string | null }> {
    const warehouse = await this.#warehouses.current(actor);
    const versions = new Map((await this.#mappings.list(actor)).map(({ type, version }) => [type, version]));
    const types: ConfigurationType[] = [];
    // One after the other: readers' queries have priority.
    for (const type of listTypes(warehouse.model, warehouse.tenantSettings)) {
      const weight = type.weights[0] ?? null;
      const { codes } = await this.#reader.read(actor, warehouse, type, { weight: weight?.name ?? null, signal });
      const inData = codes.filter(({ status, code }) => status !== 'absent' && code !== null);
      types.push({
        type: type.name,
        title: type.title,
        description: type.description,
        editable: type.mapping !== null,
        codes: inData.length,
        unmappedCodes: inData.filter(isOpen).length,
        weight,
        version: versions.get(type.name) ?? null,
        datasets: type.datasets,
        ...totalsOf(codes),
      });
    }
    const byUrgency = types.toSorted(
      (a, b) => Number(b.unmappedRows > 0) - Number(a.unmappedRows > 0) || Number(b.editable) - Number(a.editable),
    );
    return { types: byUrgency, dataVersion: warehouse.version.number, asOf: warehouse.version.asOf };
  }

  /** One page of the codes of a type; NOT_FOUND for a type that the model does not have. */
  async codes(actor: TenantActor, request: CodesRequest, signal: AbortSignal): Promise<ConfigurationCodes> {
    const warehouse = await this.#warehouses.current(actor);
    const type = requireType(warehouse, request.type);
    const weight = type.weights.find(({ name }) => name === request.weight) ?? type.weights[0] ?? null;
    const { codes: described, truncated } = await this.#reader.read(actor, warehouse, type, {
      weight: weight?.name ?? null,
      signal,
    });
    const draft = await this.draft(actor, request.type);
    const suggest = type.mapping === null ? () => null : await this.#suggesterOf(actor, warehouse, type);
    let suggested = 0;
    const all = described.toSorted(compareCodes('urgent', 'desc')).map((code): ConfigurationCode => {
      const isSuggested = isOpen(code) && suggested++ < MAX_SUGGESTED;
      return { ...code, suggestion: isSuggested ? suggest(code.code!) : null };
    });
    const changed = new Set([...(draft?.set.map(({ code }) => code) ?? []), ...(draft?.remove ?? [])]);
    const entries = entriesWithDraft(described, draft);
    const matching = all
      .filter((code) => passesFilter(code, request.filter, changed))
      .filter((code) => isFound(code, request.search, type))
      .filter(
        ({ code }) => request.target === undefined || entries.get(code)?.some(({ value }) => value === request.target),
      );
    const content = contentOf(warehouse, type);
    return {
      type: type.name,
      title: type.title,
      description: type.description,
      editable: type.mapping !== null,
      column: type.column,
      needsApproval: await this.#mappings.needsApproval(actor, type.name),
      version: warehouse.tenantSettings.versions[type.name] ?? 0,
      targets: type.targets,
      attributes: type.mapping?.attributes ?? [],
      categories: [...content.categories],
      rules: [...content.rules],
      weights: type.weights,
      weight: weight?.name ?? null,
      totals: totalsOf(all),
      counts: countsOf(all, changed),
      byTarget: groupByTarget(all, entries, possibleValues(type, draft?.categories ?? content.categories)),
      codes: matching
        .toSorted(compareCodes(request.order, request.direction))
        .slice(request.offset, request.offset + request.limit),
      total: matching.length,
      truncated,
      dataVersion: warehouse.version.number,
      asOf: warehouse.version.asOf,
    };
  }

  /** The caller's unsaved changes of a mapping. */
  draft(actor: TenantActor, type: string): Promise<MappingDraft | null> {
    const { accountId } = actor;
    return accountId === null
      ? Promise.resolve(null)
      : this.#database.withTenant(actor, (tx) => findDraft(tx, accountId, type), 'reads');
  }

  async putDraft(actor: TenantActor, type: string, draft: MappingDraft | null): Promise<MappingDraft | null> {
    const accountId = accountOf(actor);
    await this.#requireMapping(actor, type);
    await this.#database.withTenant(actor, (tx) =>
      draft === null ? deleteDraft(tx, accountId, type) : saveDraft(tx, accountId, type, draft),
    );
    return draft;
  }

  async reject(
    actor: TenantActor,
    { type, code, value, rejected }: { type: string; code: string; value: string; rejected: boolean },
  ): Promise<boolean> {
    await this.#requireMapping(actor, type);
    await this.#database.withTenant(actor, (tx) =>
      rejected ? insertRejection(tx, type, code, value) : deleteRejection(tx, type, code, value),
    );
    return rejected;
  }

  async #requireMapping(actor: TenantActor, type: string): Promise<void> {
    const model = await this.#warehouses.activeModel(actor);
    if (!model?.model.mappings.some(({ name }) => name === type)) throw notFound();
  }

  /** Suggests targets for codes of a type; see `Suggester`. */
  async #suggesterOf(
    actor: TenantActor,
    warehouse: Warehouse,
    type: CodeType,
  ): Promise<(code: string) => CodeSuggestion | null> {
    const { tenantSettings } = warehouse;
    const content = contentOf(warehouse, type);
    const version = tenantSettings.versions[type.name] ?? 0;
    const [earlier, rejected] = await this.#database.withTenant(
      actor,
      async (tx: TenantTx) =>
        [await this.#mappings.earlierValues(tx, type.name, version), await listRejections(tx, type.name)] as const,
      'reads',
    );
    const others = [...tenantSettings.contents].filter(([name]) => name !== type.name);
    const suggester = new Suggester({
      earlier: new Map(earlier.map(({ code, ...found }) => [code, found])),
      mapped: content.codes.flatMap(({ code, value, until }) =>
        code === null || until !== null ? [] : [{ code, value }],
      ),
      targets: targetsOf(type, content),
      rules: content.rules,
      others: new Map(
        others.map(([name, { codes }]) => [
          name,
          new Map(codes.flatMap(({ code, value }) => (code === null ? [] : [[code, value] as const]))),
        ]),
      ),
      rejected: new Set(rejected.map(({ code, value }) => pairKey(code, value))),
    });
    return (code) => suggester.suggest(code);
  }
}

function requireType({ model, tenantSettings }: Warehouse, name: string): CodeType {
  const type = findType(model, tenantSettings, name);
  if (!type) throw notFound();
  return type;
}

const contentOf = ({ tenantSettings }: Warehouse, { name }: CodeType): MappingContent =>
  tenantSettings.contents.get(name) ?? NO_CONTENT;

const textsOf = (title: LocalizedText) => Object.values(title).filter((text) => text !== undefined);

/** Targets of the model, or the tenant's categories and the values in use. */
function targetsOf({ targets }: CodeType, { categories, codes }: MappingContent) {
  if (targets) return targets.map(({ value, title }) => ({ value, titles: textsOf(title) }));
  const values = new Set([...categories.map(({ value }) => value), ...codes.map(({ value }) => value)]);
  return [...values].map((value) => ({ value, titles: [] }));
}

const possibleValues = ({ targets }: CodeType, categories: MappingContent['categories']): ReadonlySet<string> =>
  new Set((targets ?? categories).map(({ value }) => value));

function isFound({ code, entries, suggestion }: ConfigurationCode, search: string, { targets }: CodeType): boolean {
  if (search === '') return true;
  const needle = fold(search);
  const titleOf = (value: string) => {
    const title = targets?.find((target) => target.value === value)?.title;
    return [value, ...(title ? textsOf(title) : [])];
  };
  const values = [...entries.map(({ value }) => value), ...(suggestion ? [suggestion.value] : [])];
  return [code ?? '', ...values.flatMap(titleOf)].some((text) => fold(text).includes(needle));
}

function countsOf(codes: readonly ConfigurationCode[], changed: ReadonlySet<string | null>) {
  const count = (filter: CodeFilter) => codes.filter((code) => passesFilter(code, filter, changed)).length;
  return {
    all: count('all'),
    unmapped: count('unmapped'),
    mapped: count('mapped'),
    suggested: count('suggested'),
    changed: count('changed'),
    absent: count('absent'),
  };
}
