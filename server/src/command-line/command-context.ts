import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Engine } from '@rise/engine';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { Database } from '../kernel/database/database.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { withOrigin } from '../kernel/origin.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { loadConfig, type Config } from '../host/config/config.ts';
import { ROOT } from '../host/config/paths.ts';
import { borrowApplicationDatabase } from '../host/postgres/application-database.ts';
import { say } from '../host/start/terminal.ts';
import { openEngine, openWarehouses } from './operations/warehouses.ts';

/** What a command works with. */
export interface CommandContext {
  readonly database: Database;
  readonly config: Config;
  /** Prints a line to the operator. */
  say(line: string): void;
}

/** What a command works with that reads or writes the whole database, as the owner of its tables. */
export interface OwnerContext extends CommandContext {
  readonly ownerUrl: string;
}

/** A command's own warehouses, in an engine that reads the same version files as the server's. */
export interface OpenWarehouses {
  readonly warehouses: WarehouseService;
  readonly engine: Engine;
}

/** Runs a command on the installation's database: the running server's, or one started temporarily. */
export async function withDatabase<T>(work: (context: OwnerContext) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env, ROOT);
  const postgres = await borrowApplicationDatabase(config);
  const database = new Database({ connection: { ...postgres.connection, max: 2 } });
  try {
    return await withOrigin({ via: 'command' }, () => work({ database, config, ownerUrl: postgres.ownerUrl, say }));
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** Runs `work` with the tenants' warehouses; `deadlineMs` bounds each query where the default is too short. */
export async function withWarehouses<T>(
  { database, config }: CommandContext,
  work: (open: OpenWarehouses) => Promise<T>,
  deadlineMs?: number,
): Promise<T> {
  const engine = openEngine(config, deadlineMs);
  try {
    const { warehouses } = await openWarehouses(config, database, engine);
    return await work({ warehouses, engine });
  } finally {
    await engine.close();
  }
}

/** The server as the actor in the tenant that a command names. */
export async function tenantActor({ database }: Pick<CommandContext, 'database'>, slug: string): Promise<TenantActor> {
  const tenants = await activeTenants(database);
  const tenant = tenants.find((candidate) => candidate.slug === slug);
  if (tenant) return systemIn(tenant.id);
  throw new OperatorError(`there is no tenant '${slug}'; choose ${tenants.map((known) => known.slug).join(' or ')}`);
}

/** A path as the operator typed it: npm runs commands in the project's folder, not in theirs. */
export function pathFromOperator(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file);
}

/** The operator's account name, noted as the author of what a command changes. */
export function operatorName(): string {
  return userInfo().username;
}
