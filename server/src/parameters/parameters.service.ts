import type { ErrorDetail, TenantParameters } from '@rise/contract';
import { parameterFault, type CompiledModel } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import { newestModel } from '../models/stored-models.service.ts';
import { findTerms, withParameters } from '../terms/terms.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';

type Values = Readonly<Record<string, string | number | boolean | null>>;

export interface ParameterService {
  list(actor: TenantActor): Promise<TenantParameters>;
  /** Sets values, or takes them back where null. Throws VALIDATION_FAILED by the parameter's name, CONFLICT. */
  set(
    actor: TenantActor,
    change: { readonly values: Values; readonly basedOn?: number | undefined },
  ): Promise<TenantParameters & { changed: boolean }>;
}

function faultsOf(model: CompiledModel | undefined, values: Values): ErrorDetail[] {
  const known = model?.model.parameters ?? [];
  return Object.entries(values).flatMap(([name, value]): ErrorDetail[] => {
    const field = `values.${name}`;
    const parameter = known.find((each) => each.name === name);
    if (!parameter) {
      const names = known.map((each) => `'${each.name}'`).join(', ');
      return [{ field, message: `The model has no parameter '${name}'.${names === '' ? '' : ` It has ${names}.`}` }];
    }
    const fault = value === null ? null : parameterFault(parameter, value);
    return fault === null ? [] : [{ field, message: fault }];
  });
}

export function createParameters(options: { database: Database; warehouses: WarehouseService }): ParameterService {
  const { database, warehouses } = options;
  const list = (actor: TenantActor): Promise<TenantParameters> =>
    database.withTenant(
      actor,
      async (tx) => {
        const [newest, terms] = [await newestModel(tx), await findTerms(tx)];
        const parameters = newest?.model.model.parameters ?? [];
        return {
          version: terms.parametersVersion,
          parameters: parameters.map((each) => ({ ...each, value: terms.parameters[each.name] ?? null })),
        };
      },
      'reads',
    );
  return {
    list,
    async set(actor, { values, basedOn }) {
      let before: Values = {};
      const changed = await warehouses.useTerms(actor, (terms, model) => {
        if (basedOn !== undefined && basedOn !== terms.parametersVersion)
          throw new Failure('CONFLICT', 'Somebody has set parameters since. Look at their values and set yours again.');
        const details = faultsOf(model, values);
        if (details.length > 0) throw new Failure('VALIDATION_FAILED', undefined, details);
        const next = new Map(Object.entries(terms.parameters));
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        before = Object.fromEntries(Object.keys(values).map((name) => [name, terms.parameters[name] ?? null]));
        if (JSON.stringify(before) === JSON.stringify(values)) return null;
        return { terms: withParameters(terms, Object.fromEntries(next)) };
      });
      const told = await list(actor);
      const details = { before, after: values, version: told.version };
      if (changed) await audit(database, actor, { action: 'parameter.set', outcome: 'done', details });
      return { ...told, changed };
    },
  };
}
