import { PROVEN_ENGINES, WAREHOUSE_SECRETS, warehouseSettings } from '@rise/contract';
import type { ServerWarehouseSettings, WarehouseConnection, WarehouseSettings } from '@rise/contract';
import type { ServerSettings } from '@rise/engine';

export type Secrets = Partial<Record<(typeof WAREHOUSE_SECRETS)[number], string>>;

/** Settings apart from their secrets, which are kept in another way. */
export function splitSecrets(settings: WarehouseSettings): { plain: Record<string, unknown>; secrets: Secrets } {
  const plain: Record<string, unknown> = { ...settings };
  const secrets: Secrets = {};
  for (const name of WAREHOUSE_SECRETS) {
    if (typeof plain[name] === 'string') secrets[name] = plain[name];
    delete plain[name];
  }
  return { plain, secrets };
}

/** Settings and secrets together again; null where they are no whole settings any more. */
export function joinSecrets(plain: object, secrets: Secrets): WarehouseSettings | null {
  const read = warehouseSettings.safeParse({ ...plain, ...secrets });
  return read.success ? read.data : null;
}

const orNull = <Key extends string>(values: Record<Key, string | undefined>): Record<Key, string | null> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null])) as Record<Key, string | null>;

/** In which database of the server the schema lies; ClickHouse knows none around its schemas. */
const databaseOf = (settings: ServerWarehouseSettings): string | null =>
  'database' in settings ? settings.database : 'catalog' in settings ? settings.catalog : null;

/** The value that a tenant's rows have in the tenant column; null where every row is the tenant's. */
export function tenantKeyOf(
  { tenant }: ServerWarehouseSettings,
  { id, slug }: { id: string; slug: string },
): string | null {
  return tenant === 'none' ? null : tenant.value.replaceAll('{id}', id).replaceAll('{slug}', slug);
}

/** The host that settings lead to: an account of Snowflake's has one of its own. */
export function hostOf(settings: ServerWarehouseSettings): string {
  if (settings.engine !== 'snowflake') return settings.host;
  // Names of hosts have no underscores; Snowflake answers to dashes in their place.
  return settings.host ?? `${settings.account.toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`;
}

/** The settings as the engine takes them. */
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

/** Which rows a tenant reads: two tenants with the same would read each other's. */
export function rowsOf(
  settings: ServerWarehouseSettings,
  tenant: { id: string; slug: string },
): { place: string; rows: string | null } {
  const { engine, port } = settings;
  // Snowflake and Trino find names whatever their case.
  const fold = (text: string | null) => (engine === 'snowflake' || engine === 'trino' ? (text?.toLowerCase() ?? null) : text); // prettier-ignore
  const [host, database, schema] = [hostOf(settings), fold(databaseOf(settings)), fold(settings.schema)];
  const key = tenantKeyOf(settings, tenant);
  const rows = key === null || settings.tenant === 'none' ? null : `${settings.tenant.column}=${key}`;
  return { place: JSON.stringify([engine, host, port, database, schema]), rows };
}

/** Of engines that are held by their grammar and their protocol alone. */
const UNPROVEN = {
  en: 'Not run on the vendor’s own engine: its SQL is checked by grammar and in translation, its protocol against a server of ours. Compare some figures with your own queries before you rely on it.',
  tr: 'Sağlayıcının kendi motorunda çalıştırılmadı: SQL’i dil bilgisiyle ve çevirisiyle, protokolü bizim bir sunucumuzla denendi. Güvenmeden önce birkaç rakamı kendi sorgularınızla karşılaştırın.',
};

const isProven = (engine: WarehouseSettings['engine']): boolean =>
  (PROVEN_ENGINES as readonly string[]).includes(engine);

/** What a version that came from a connection is called. */
export function sourceTitle(settings: ServerWarehouseSettings): string {
  const name = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse', snowflake: 'Snowflake', trino: 'Trino' }[settings.engine]; // prettier-ignore
  const database = databaseOf(settings);
  return `${name} ${hostOf(settings)}/${database === null ? '' : `${database}.`}${settings.schema}`;
}

/** A connection as it is told. */
export function tellConnection(row: {
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
