import type { CodeMapping, LocalizedText, UnmappedCodes } from '@rise/contract';
import { mappedFields, type CompiledModel, type Engine } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { scopeOf } from '../query/query.service.ts';
import { withTenantSettings, type TenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';

/** The unmapped codes behind alerts. */
export class UnmappedCodesService {
  readonly #engine: Engine;
  readonly #warehouses: WarehouseService;

  constructor({ engine, warehouses }: { engine: Engine; warehouses: WarehouseService }) {
    this.#engine = engine;
    this.#warehouses = warehouses;
  }

  /** The unmapped codes of one type; NOT_FOUND for a type that the model does not have. */
  async list(actor: TenantActor, type: string, signal: AbortSignal): Promise<UnmappedCodes> {
    const { model, version, tenantSettings } = await this.#warehouses.current(actor);
    const mapping = model.model.mappings.find(({ name }) => name === type) ?? null;
    const fields = fieldsOf(model, type);
    const title = mapping?.title ?? fields[0]?.coded.title;
    if (!title) throw notFound();
    const scope = withTenantSettings(scopeOf(actor), tenantSettings);
    const results = await this.#engine.unmapped.listCodes({ model, version, scope, fields, signal });
    const codesByField = fields.map((field, index) => ({ ...field, ...results[index]! }));
    return {
      configuratorType: type,
      title,
      mapping: mapping && { version: tenantSettings.versions[type] ?? 0, targets: mapping.targets ?? null },
      codes: groupByCode(codesByField, codesMappedOnSomeDays(tenantSettings, mapping)),
      truncated: codesByField.some(({ truncated }) => truncated),
      dataVersion: version.number,
      asOf: version.asOf,
    };
  }
}

function fieldsOf(model: CompiledModel, type: string) {
  return [...model.datasets.values()].flatMap((dataset) =>
    mappedFields(model, dataset).flatMap((coded) =>
      coded.type === type ? [{ dataset: dataset.dataset.name, title: dataset.dataset.title, coded }] : [],
    ),
  );
}

interface FieldCodes {
  readonly dataset: string;
  readonly title: LocalizedText;
  readonly codes: readonly { code: string; rows: number }[];
}

/** Each code of a dataset once, even if several fields use it. */
function groupByCode(fields: readonly FieldCodes[], elsewhere: ReadonlySet<string | null>): UnmappedCodes['codes'] {
  const codes = new Map<string, UnmappedCodes['codes'][number]>();
  for (const { dataset: name, title, codes: fieldCodes } of fields)
    for (const { code, rows } of fieldCodes) {
      const key = JSON.stringify([name, code]);
      codes.set(key, {
        dataset: { name, title },
        code,
        rows: Math.max(rows, codes.get(key)?.rows ?? 0),
        elsewhere: elsewhere.has(code),
      });
    }
  return [...codes.values()];
}

/** Codes that the tenant maps, on some days at least, to a value that the model has. */
function codesMappedOnSomeDays({ mappings }: TenantSettings, mapping: CodeMapping | null): ReadonlySet<string | null> {
  if (!mapping) return new Set();
  const targets = mapping.targets && new Set(mapping.targets.map(({ value }) => value));
  const codes = mappings.codes.get(mapping.name) ?? [];
  return new Set(codes.filter(({ value }) => targets?.has(value) ?? true).map(({ code }) => code));
}
