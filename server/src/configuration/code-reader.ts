import type { Engine } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { scopeOf } from '../query/query.service.ts';
import type { MappingContent } from '../tenant-settings/mapping-content.service.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { Warehouse } from '../warehouse/warehouse.service.ts';
import type { CodeType } from './code-types.rules.ts';
import { describeCodes, mergeValues } from './codes.rules.ts';

type QueryContext = Omit<Parameters<Engine['unmapped']['listCodes']>[0], 'fields'>;

/** Reads the codes of a type from a warehouse, with what they map to by its settings. */
export class CodeReader {
  readonly #engine: Engine;

  constructor({ engine }: { engine: Engine }) {
    this.#engine = engine;
  }

  async read(
    actor: TenantActor,
    { model, version, tenantSettings }: Pick<Warehouse, 'model' | 'version' | 'tenantSettings'>,
    type: CodeType,
    { weight, signal }: { weight: string | null; signal: AbortSignal },
  ): Promise<{ codes: ReturnType<typeof describeCodes>; truncated: boolean }> {
    const scope = withTenantSettings(scopeOf(actor), tenantSettings);
    const context = { model, version, scope, signal };
    const datasets = [];
    let truncated = false;
    for (const { dataset, fields } of type.fields) {
      const measure = weight?.startsWith(`${dataset}.`) ? weight.slice(dataset.length + 1) : null;
      const columns = [];
      for (const coded of fields) {
        const lists = await this.#engine.codeValues.list({ ...context, field: { dataset, coded, measure } });
        truncated ||= lists.some((list) => list.truncated);
        columns.push(...lists.map(({ values }) => values));
      }
      datasets.push(columns);
    }
    const codes = type.mapping ? (tenantSettings.mappings.codes.get(type.name) ?? []) : type.labels;
    const possible = type.targets && new Set(type.targets.map(({ value }) => value));
    const unmappedOnDays = await this.#unmappedOnDays(context, type, codes);
    return { codes: describeCodes(mergeValues(datasets), { codes, possible, unmappedOnDays }), truncated };
  }

  /** Unmapped rows by code, where the mapping has days: the warehouse knows which rows are on which. */
  async #unmappedOnDays(
    context: QueryContext,
    type: CodeType,
    codes: MappingContent['codes'],
  ): Promise<ReadonlyMap<string, number>> {
    const rows = new Map<string, number>();
    if (!codes.some(({ from, until }) => from !== null || until !== null)) return rows;
    for (const { dataset, fields } of type.fields) {
      const lists = await this.#engine.unmapped.listCodes({
        ...context,
        fields: fields.map((coded) => ({ dataset, coded })),
      });
      const own = new Map<string, number>();
      for (const { code, rows: count } of lists.flatMap((list) => list.codes))
        own.set(code, Math.max(own.get(code) ?? 0, count));
      for (const [code, count] of own) rows.set(code, (rows.get(code) ?? 0) + count);
    }
    return rows;
  }
}
