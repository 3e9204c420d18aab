import type { ErrorDetail, TenantParameters } from '@rise/contract';
import { parameterIssue, type CompiledModel } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { newestModel } from '../models/stored-models.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { findTenantSettings, withParameters } from './tenant-settings.service.ts';

type ParameterChanges = Readonly<Record<string, string | number | boolean | null>>;

/** A tenant's values for the parameters of its model. */
export class ParameterService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  list(actor: TenantActor): Promise<TenantParameters> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const [newest, settings] = [await newestModel(tx), await findTenantSettings(tx)];
        const parameters = newest?.model.model.parameters ?? [];
        return {
          version: settings.parametersVersion,
          parameters: parameters.map((parameter) => ({
            ...parameter,
            value: settings.parameters[parameter.name] ?? null,
          })),
        };
      },
      'reads',
    );
  }

  /** Sets values, or resets them where null. Throws VALIDATION_FAILED by the parameter's name, CONFLICT. */
  async set(
    actor: TenantActor,
    { values, basedOn }: { readonly values: ParameterChanges; readonly basedOn?: number | undefined },
  ): Promise<TenantParameters & { changed: boolean }> {
    const changed = await this.#warehouses.updateTenantSettings(actor, (settings, model) => {
      if (basedOn !== undefined && basedOn !== settings.parametersVersion)
        throw new UserError('CONFLICT', 'Someone else changed the parameters. Reload them and set your values again.');
      const details = checkValues(model, values);
      if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
      const next = new Map(Object.entries(settings.parameters));
      for (const [name, value] of Object.entries(values)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const before = Object.fromEntries(Object.keys(values).map((name) => [name, settings.parameters[name] ?? null]));
      if (JSON.stringify(before) === JSON.stringify(values)) return null;
      const updated = withParameters(settings, Object.fromEntries(next));
      const record = { before, after: values, version: updated.parametersVersion };
      return {
        settings: updated,
        write: (tx) => writeRecord(tx, actor, { action: 'parameter.set', outcome: 'done', details: record }),
      };
    });
    return { ...(await this.list(actor)), changed };
  }
}

function checkValues(model: CompiledModel | undefined, values: ParameterChanges): ErrorDetail[] {
  const parameters = model?.model.parameters ?? [];
  return Object.entries(values).flatMap(([name, value]): ErrorDetail[] => {
    const field = `values.${name}`;
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (!parameter) {
      const names = parameters.map((candidate) => `'${candidate.name}'`).join(', ');
      return [{ field, message: `The model has no parameter '${name}'.${names === '' ? '' : ` It has ${names}.`}` }];
    }
    const issue = value === null ? null : parameterIssue(parameter, value);
    return issue === null ? [] : [{ field, message: issue }];
  });
}
