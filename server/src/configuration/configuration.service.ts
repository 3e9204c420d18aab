import type { CodeMapping, LocalizedText, UnmappedCodes } from '@rise/contract';
import { codedFields, type Engine } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { notFound } from '../kernel/failure.ts';
import { scopeOf } from '../query/query.service.ts';
import { scopeWith, type Terms } from '../terms/terms.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';

export interface ConfigurationService {
  /** The codes of one kind that nobody has given a meaning; NOT_FOUND for a kind that the model does not know. */
  unmapped(actor: TenantActor, type: string, signal: AbortSignal): Promise<UnmappedCodes>;
}

export function createConfiguration(options: { engine: Engine; warehouses: WarehouseService }): ConfigurationService {
  const { engine, warehouses } = options;
  return {
    async unmapped(actor, type, signal) {
      const { model, version, terms } = await warehouses.current(actor);
      const mapping = model.model.mappings.find(({ name }) => name === type) ?? null;
      const fields = [...model.datasets.values()].flatMap((dataset) =>
        codedFields(model, dataset).flatMap((coded) =>
          coded.type === type ? [{ dataset: dataset.dataset.name, title: dataset.dataset.title, coded }] : [],
        ),
      );
      const title = mapping?.title ?? fields[0]?.coded.title;
      if (!title) throw notFound();
      const scope = scopeWith(scopeOf(actor), terms);
      const answers = await engine.unlabelledCodes({ model, version, scope, fields, signal });
      const found = fields.map((field, index) => ({ ...field, ...answers[index]! }));
      return {
        configuratorType: type,
        title,
        mapping: mapping && { version: terms.versions[type] ?? 0, targets: mapping.targets ?? null },
        codes: codesOf(found, elsewhereOf(terms, mapping)),
        truncated: found.some(({ truncated }) => truncated),
        dataVersion: version.number,
        asOf: version.asOf,
      };
    },
  };
}

/** Each code of a dataset once, whatever is computed of it. */
function codesOf(
  found: readonly { dataset: string; title: LocalizedText; codes: readonly { code: string; rows: number }[] }[],
  elsewhere: ReadonlySet<string>,
): UnmappedCodes['codes'] {
  const codes = new Map<string, UnmappedCodes['codes'][number]>();
  for (const { dataset: name, title, codes: these } of found)
    for (const { code, rows } of these) {
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

/** Codes to which the tenant gives a meaning that the model knows, on some days at least. */
function elsewhereOf({ mappings }: Terms, mapping: CodeMapping | null): ReadonlySet<string> {
  if (!mapping) return new Set();
  const known = mapping.targets && new Set(mapping.targets.map(({ value }) => value));
  const said = mappings.codes.get(mapping.name) ?? [];
  return new Set(said.filter(({ value }) => known?.has(value) ?? true).map(({ code }) => code));
}
