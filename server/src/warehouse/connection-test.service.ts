import type { ErrorDetail, ServerWarehouseSettings } from '@rise/contract';
import { checkKeys, WarehouseUnavailable, type Catalog, type CompiledModel, type Engine } from '@rise/engine';
import type { ServerSettings } from '@rise/engine';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { newestModel } from '../models/stored-models.service.ts';
import {
  checkFreshnessColumns,
  checkModel,
  checkTenantColumns,
  tablesWithoutTenant,
  type TenantName,
} from './connection-checks.ts';
import type { ConnectionStore } from './connection-store.service.ts';
import { engineSettings, hostOf, parameterTarget, tenantKeyOf, writerField } from './connections.rules.ts';
import { SourceDiagnosis } from './source-diagnosis.ts';

export interface ConnectionTestOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly connections: Pick<ConnectionStore, 'refuses'>;
}

interface TestedWarehouse {
  readonly settings: ServerWarehouseSettings;
  readonly server: ServerSettings;
}

interface AffectedTenant {
  readonly tenant: TenantName;
  /** Null while the tenant has none. */
  readonly model: { hash: string; model: CompiledModel } | null;
}

export interface TestRequest {
  readonly settings: ServerWarehouseSettings;
  /** The tenants that would read through the connection. */
  readonly affected: readonly TenantName[];
  /** Whether their figures are computed from its tables; true if omitted. */
  readonly forFigures?: boolean;
  /** Issues with whose rows they would be; found out once it is known that the settings are somebody's. */
  sharedRows(): readonly ErrorDetail[];
  /** Issues with whose parameters are in the same rows. */
  sharedParameterRows?(): readonly ErrorDetail[];
}

/** Tests settings of external warehouses before they are used. */
export class ConnectionTest {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #connections: Pick<ConnectionStore, 'refuses'>;

  constructor({ database, engine, connections }: ConnectionTestOptions) {
    this.#database = database;
    this.#engine = engine;
    this.#connections = connections;
  }

  /** Tries the settings step by step. */
  async diagnose(request: TestRequest): Promise<SourceDiagnosis> {
    const { settings } = request;
    const writes = settings.parameterTable !== undefined && request.forFigures !== false;
    const diagnosis = new SourceDiagnosis({ writes });
    const host = hostOf(settings);
    if (this.#connections.refuses(host)) {
      const remedy = 'Its operator can allow it by adding it to WAREHOUSE_HOSTS.';
      diagnosis.failAfter([{ field: 'host', message: `This installation may not connect to '${host}'. ${remedy}` }]);
      return diagnosis;
    }
    const server = engineSettings(settings);
    const issues = await this.#engine.servers.examine(server);
    if (issues.length > 0) {
      diagnosis.failAfter(issues);
      return diagnosis;
    }
    for (const step of ['host', 'reach', 'signIn', 'schema', 'readOnly'] as const) diagnosis.pass(step);
    try {
      await this.#checkContents(diagnosis, { settings, server }, request);
      if (writes && !diagnosis.failed) await this.#checkParameterTable(diagnosis, request);
    } catch (error) {
      if (!(error instanceof WarehouseUnavailable)) throw error;
      // Not the cause's message: it may be the text of a service that is no warehouse.
      const message = `The warehouse was reached but did not answer a query: ${error.message}`;
      diagnosis.conclude('tables', [{ field: 'engine', message }]);
    } finally {
      await this.#engine.servers.disconnect(server);
    }
    return diagnosis;
  }

  /** Checks tables and columns against the settings and the models of the affected tenants. */
  async #checkContents(
    diagnosis: SourceDiagnosis,
    warehouse: TestedWarehouse,
    { affected, forFigures = true, sharedRows }: TestRequest,
  ): Promise<void> {
    const { settings } = warehouse;
    const tenants = await Promise.all(
      affected.map(async (tenant): Promise<AffectedTenant> => {
        const model = forFigures ? await this.#database.withTenant(systemIn(tenant.id), newestModel, 'reads') : null;
        return { tenant, model };
      }),
    );
    const catalog = await this.#engine.catalogs.read(testVersion(warehouse, undefined));
    const models = [...new Map(tenants.flatMap(({ model }) => (model ? [[model.hash, model.model]] : []))).values()];
    concludeTables(diagnosis, settings, catalog);
    const missing = models.flatMap((model) => checkModel(model, catalog));
    const tenantIssues = [...checkTenantColumns(models, settings, catalog), ...sharedRows()];
    diagnosis.conclude('tenant', tenantIssues, { names: tablesWithoutTenant(settings, catalog) });
    diagnosis.conclude('freshness', checkFreshnessColumns(settings, catalog));
    diagnosis.conclude('model', missing);
    if (diagnosis.failed) return;
    for (const { tenant, model } of tenants) {
      const repeated = model ? await this.#checkRepeatedKeys(warehouse, tenant, model.model) : [];
      if (repeated.length > 0) return diagnosis.conclude('model', repeated);
    }
    const columns = [settings.freshness, settings.asOf].filter((column) => column !== undefined);
    const [tenant] = affected;
    if (!tenant || columns.length === 0) return;
    const greatest = await this.#engine.catalogs.greatest(testVersion(warehouse, tenant), tenant.id, columns);
    diagnosis.pass('freshness', { value: greatest.at(-1) ?? null });
  }

  async #checkParameterTable(
    diagnosis: SourceDiagnosis,
    { settings, affected: [tenant], sharedParameterRows }: TestRequest,
  ): Promise<void> {
    const key = tenant ? (tenantKeyOf(settings, tenant) ?? tenant.id) : 'rise_test';
    const shared = sharedParameterRows?.() ?? [];
    const issue =
      shared.length > 0 ? null : await this.#engine.parameterTables.examine(parameterTarget(settings, key)!);
    const own = issue ? [{ field: writerField(settings, issue.field), message: issue.message }] : [];
    diagnosis.conclude('parameterTable', [...shared, ...own]);
  }

  async #checkRepeatedKeys(
    warehouse: TestedWarehouse,
    tenant: TenantName,
    { model }: CompiledModel,
  ): Promise<ErrorDetail[]> {
    const version = testVersion(warehouse, tenant);
    const repeated = await this.#engine.catalogs.repeatedKeys({ model, version, tenant: tenant.id });
    const issues = checkKeys(model, repeated, (path, message) => {
      return { file: model.name, line: null, column: null, path: path.map(String).join('.'), message };
    });
    return issues.map(({ path, message }) => ({ field: `model.${path}`, message }));
  }
}

function concludeTables(diagnosis: SourceDiagnosis, settings: ServerWarehouseSettings, catalog: Catalog): void {
  const names = Object.keys(catalog).toSorted();
  const empty = {
    field: 'schema',
    message: `'${settings.user}' sees no tables in the schema '${settings.schema}'. Grant SELECT on its tables, or name another schema.`,
  };
  diagnosis.conclude('tables', names.length === 0 ? [empty] : [], { count: names.length, names });
}

/** A version that reads through the new settings before they are stored. */
function testVersion({ settings, server }: TestedWarehouse, tenant: TenantName | undefined) {
  const tenantKey = tenant && tenantKeyOf(settings, tenant);
  return { number: 0, asOf: null, server, moment: 0, ...(typeof tenantKey === 'string' && { tenantKey }) };
}
