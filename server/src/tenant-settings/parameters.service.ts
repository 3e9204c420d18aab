import type { ParameterVersion, TenantParameters, TenantParameterSetting } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { newestModel } from '../models/stored-models.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import {
  changedNames,
  changeSettings,
  checkChanges,
  type ParameterChanges,
  toSetting,
  toVersion,
} from './parameters.rules.ts';
import { findParameterVersion, insertParameterVersion, listParameterVersions } from './parameters.sql.ts';
import { findTenantSettings, withParameters } from './tenant-settings.service.ts';

/** Versions in the list; older ones are found by their number. */
const MOST_VERSIONS = 200;

interface SetParameters extends Partial<ParameterChanges> {
  readonly note?: string;
  /** The version that the author edited. */
  readonly basedOn?: number | undefined;
}

/** A tenant's values for the parameters of its model. */
export class ParameterService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  async list(actor: TenantActor): Promise<TenantParameters> {
    const [newest, settings] = await this.#database.withTenant(
      actor,
      async (tx) => [await newestModel(tx), await findTenantSettings(tx)] as const,
      'reads',
    );
    const parameters = newest?.model.model.parameters ?? [];
    return {
      version: settings.parametersVersion,
      asOf: await this.#asOf(actor),
      parameters: parameters.map((parameter) => ({ ...parameter, ...toSetting(settings.parameters[parameter.name]) })),
    };
  }

  /** Sets values as one version. Throws VALIDATION_FAILED by the parameter's name, CONFLICT. */
  async set(
    actor: TenantActor,
    { values = {}, changes = {}, note = '', basedOn }: SetParameters,
  ): Promise<TenantParameters & { changed: boolean }> {
    const author = await authorOf(this.#database, actor);
    const changed = await this.#warehouses.updateTenantSettings(actor, (settings, model) => {
      if (basedOn !== undefined && basedOn !== settings.parametersVersion)
        throw new UserError('CONFLICT', 'Someone else changed the parameters. Reload them and set your values again.');
      const details = checkChanges(model, { values, changes });
      if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
      const parameters = changeSettings(settings.parameters, { values, changes });
      const names = changedNames(settings.parameters, parameters);
      if (names.length === 0) return null;
      const updated = withParameters(settings, parameters);
      const version = updated.parametersVersion;
      const only = (all: typeof parameters) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
      const record = { before: only(settings.parameters), after: only(parameters), version, note };
      return {
        settings: updated,
        write: async (tx) => {
          await insertParameterVersion(tx, { version, parameters, author, note });
          await writeRecord(tx, actor, { action: 'parameter.set', outcome: 'done', details: record });
        },
      };
    });
    return { ...(await this.list(actor)), changed };
  }

  /** The newest versions first. */
  async versions(actor: TenantActor): Promise<ParameterVersion[]> {
    const [rows, { parametersVersion }] = await this.#database.withTenant(
      actor,
      async (tx) => [await listParameterVersions(tx, MOST_VERSIONS + 1), await findTenantSettings(tx)] as const,
      'reads',
    );
    return rows
      .slice(0, MOST_VERSIONS)
      .map((row, index) => toVersion(row, rows[index + 1]?.parameters ?? {}, parametersVersion));
  }

  /** All values of one version. */
  async version(
    actor: TenantActor,
    number: number,
  ): Promise<{ version: number; settings: Record<string, TenantParameterSetting> }> {
    const row = await this.#database.withTenant(actor, (tx) => findParameterVersion(tx, number), 'reads');
    if (!row) throw notFound();
    const settings = Object.entries(row.parameters).map(([name, setting]) => [name, toSetting(setting)] as const);
    return { version: row.version, settings: Object.fromEntries(settings) };
  }

  async #asOf(actor: TenantActor): Promise<string | null> {
    try {
      return (await this.#warehouses.current(actor)).version.asOf;
    } catch (error) {
      if (error instanceof UserError && error.code === 'WAREHOUSE_UNAVAILABLE') return null;
      throw error;
    }
  }
}
