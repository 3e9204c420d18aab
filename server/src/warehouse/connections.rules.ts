import { PROVEN_ENGINES, WAREHOUSE_SECRETS, warehouseSettings } from '@rise/contract';
import type { ServerWarehouseSettings, WarehouseConnection, WarehouseSettings } from '@rise/contract';
import type { ParameterTarget, ServerSettings } from '@rise/engine';

export type Secrets = Partial<Record<(typeof WAREHOUSE_SECRETS)[number], string>>;

/** Splits settings from their secrets, which are stored encrypted. */
export function splitSecrets(settings: WarehouseSettings): { plain: Record<string, unknown>; secrets: Secrets } {
  const plain: Record<string, unknown> = { ...settings };
  const secrets: Secrets = {};
  for (const name of WAREHOUSE_SECRETS) {
    if (typeof plain[name] === 'string') secrets[name] = plain[name];
    delete plain[name];
  }
  return { plain, secrets };
}

/** Settings with their secrets; null where they are incomplete. */
export function joinSecrets(plain: object, secrets: Secrets): WarehouseSettings | null {
  const parsed = warehouseSettings.safeParse({ ...plain, ...secrets });
  return parsed.success ? parsed.data : null;
}

const orNull = <Key extends string>(values: Record<Key, string | undefined>): Record<Key, string | null> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null])) as Record<Key, string | null>;

/** The database that contains the schema; null on ClickHouse, which has no level above schemas. */
const databaseOf = (settings: ServerWarehouseSettings): string | null =>
  'database' in settings ? settings.database : 'catalog' in settings ? settings.catalog : null;

/** The value in the tenant column of a tenant's rows; null where all rows are the tenant's. */
export function tenantKeyOf(
  { tenant }: ServerWarehouseSettings,
  { id, slug }: { id: string; slug: string },
): string | null {
  return tenant === 'none' ? null : tenant.value.replaceAll('{id}', id).replaceAll('{slug}', slug);
}

/** The host to connect to; for Snowflake it is derived from the account. */
export function hostOf(settings: ServerWarehouseSettings): string {
  if (settings.engine !== 'snowflake') return settings.host;
  // Host names have no underscores; Snowflake accepts dashes in their place.
  return settings.host ?? `${settings.account.toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`;
}

/** The settings in the engine's form. */
export function engineSettings(settings: ServerWarehouseSettings): ServerSettings {
  const { tls, tenant, connections, deadlineSeconds } = settings;
  const common = {
    host: hostOf(settings),
    port: settings.port,
    user: settings.user,
    tls: tls === 'off' ? null : { ca: tls === 'on' ? null : tls.ca },
    connections,
    deadlineMs: deadlineSeconds * 1000,
    tenantColumn: tenant === 'none' ? null : tenant.column,
  };
  switch (settings.engine) {
    case 'clickhouse': {
      const { engine, schema, password } = settings;
      return { ...common, engine, schema, password };
    }
    case 'postgres': {
      const { engine, database, schema, password } = settings;
      return { ...common, engine, database, schema, password };
    }
    case 'snowflake': {
      const { engine, account, warehouse, database, schema, role, password, token, privateKey, passphrase } = settings;
      const place = { account, warehouse, database, schema, role: role ?? null };
      const secrets = { password, token, privateKey, passphrase };
      return { ...common, engine, ...place, ...orNull(secrets) };
    }
    case 'trino': {
      const { engine, catalog, schema, password, token } = settings;
      return { ...common, engine, catalog, schema, ...orNull({ password, token }) };
    }
  }
}

/** The table that a tenant's parameters are written to, as its user signs in; null: none. */
export function parameterTarget(settings: ServerWarehouseSettings, tenantKey: string): ParameterTarget | null {
  if (settings.parameterTable === undefined) return null;
  const [schema = '', table = ''] = settings.parameterTable.split('.');
  return { server: writerSettings(settings), schema, table, tenant: tenantKey };
}

function writerSettings(settings: ServerWarehouseSettings): ServerSettings {
  const server = engineSettings(settings);
  if (settings.engine === 'snowflake')
    return settings.parameterRole === undefined
      ? server
      : ({ ...server, role: settings.parameterRole } as ServerSettings);
  const { parameterUser: user, parameterPassword: password = null } = settings;
  if (user === undefined) return server;
  return { ...server, user, password, ...(settings.engine === 'trino' && { token: null }) } as ServerSettings;
}

/** The setting that an issue of that user is about. */
export function writerField(settings: ServerWarehouseSettings, field: string): string {
  const own: Record<string, string> =
    settings.engine === 'snowflake'
      ? settings.parameterRole === undefined
        ? {}
        : { role: 'parameterRole' }
      : settings.parameterUser === undefined
        ? {}
        : { user: 'parameterUser', password: 'parameterPassword' };
  return own[field] ?? field;
}

/** Identifies a table of parameters with the rows that are one tenant's. */
export function parameterRowsOf(
  settings: ServerWarehouseSettings,
  tenant: { id: string; slug: string },
): string | null {
  if (settings.parameterTable === undefined) return null;
  const place = [settings.engine, hostOf(settings), settings.port, databaseOf(settings), settings.parameterTable];
  return JSON.stringify([...place, tenantKeyOf(settings, tenant) ?? tenant.id]).toLowerCase();
}

/** Identifies the rows that a tenant reads: two tenants with equal results would read each other's. */
export function rowsOf(
  settings: ServerWarehouseSettings,
  tenant: { id: string; slug: string },
): { place: string; rows: string | null } {
  const { engine, port } = settings;
  // Snowflake and Trino ignore the case of names.
  const ignoresCase = engine === 'snowflake' || engine === 'trino';
  const fold = (text: string | null) => (ignoresCase ? (text?.toLowerCase() ?? null) : text);
  const [host, database, schema] = [hostOf(settings), fold(databaseOf(settings)), fold(settings.schema)];
  const key = tenantKeyOf(settings, tenant);
  const rows = key === null || settings.tenant === 'none' ? null : `${settings.tenant.column}=${key}`;
  return { place: JSON.stringify([engine, host, port, database, schema]), rows };
}

/** Caveat for engines that our tests never ran. */
const UNPROVEN = {
  en: 'Not tested on the vendor’s engine: its SQL is checked by grammar and translation, its protocol against our test server. Compare some figures with your own queries before you rely on it.',
  tr: 'Sağlayıcının kendi motorunda test edilmedi: SQL’i dil bilgisi ve çeviriyle, protokolü test sunucumuzla kontrol edildi. Güvenmeden önce birkaç göstergeyi kendi sorgularınızla karşılaştırın.',
};

const isProven = (engine: WarehouseSettings['engine']): boolean =>
  (PROVEN_ENGINES as readonly string[]).includes(engine);

const ENGINE_NAMES = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse', snowflake: 'Snowflake', trino: 'Trino' };

/** The vendor's name of a server. */
export const sourceKind = ({ engine }: Pick<ServerWarehouseSettings, 'engine'>): string => ENGINE_NAMES[engine];

/** The source title of versions that come from a connection. */
export function sourceTitle(settings: ServerWarehouseSettings): string {
  const name = sourceKind(settings);
  const database = databaseOf(settings);
  return `${name} ${hostOf(settings)}/${database === null ? '' : `${database}.`}${settings.schema}`;
}

/** A connection without its secrets. */
export function toWarehouseConnection(row: {
  settings: object;
  connectedAt: Date;
  tenantId: string | null;
}): WarehouseConnection {
  const settings = row.settings as WarehouseConnection['settings'];
  return {
    settings,
    proven: isProven(settings.engine),
    note: isProven(settings.engine) ? null : UNPROVEN,
    of: row.tenantId === null ? 'everybody' : 'tenant',
    connectedAt: row.connectedAt.toISOString(),
  };
}
