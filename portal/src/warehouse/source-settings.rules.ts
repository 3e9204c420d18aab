import type { ServerWarehouseSettings, WarehouseConnection } from '@rise/contract';

export const ENGINES = ['postgres', 'clickhouse', 'snowflake', 'trino'] as const;
export type SourceEngine = (typeof ENGINES)[number];
/** Names of the vendors, the same in all languages. */
export const ENGINE_NAMES: Record<WarehouseConnection['settings']['engine'], string> = {
  duckdb: 'DuckDB',
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
  snowflake: 'Snowflake',
  trino: 'Trino',
};

export const FIELDS = [
  'account',
  'host',
  'port',
  'warehouse',
  'role',
  'database',
  'catalog',
  'schema',
  'user',
  'signIn',
  'password',
  'token',
  'privateKey',
  'passphrase',
  'tls',
  'ca',
  'tenant',
  'tenantColumn',
  'tenantValue',
  'asOfTable',
  'asOfColumn',
  'freshnessTable',
  'freshnessColumn',
  'parameterTable',
  'parameterRole',
  'parameterUser',
  'parameterPassword',
] as const;
export type SourceField = (typeof FIELDS)[number];

/** Everything that is entered, as texts. */
export type SourceDraft = Record<SourceField, string>;

/** Ways to sign in, the usual one first. */
export const SIGN_INS: Record<SourceEngine, readonly ('password' | 'token' | 'privateKey' | 'none')[]> = {
  postgres: ['password'],
  clickhouse: ['password'],
  snowflake: ['privateKey', 'token', 'password'],
  trino: ['password', 'token', 'none'],
};

const PORTS: Record<SourceEngine, string> = { postgres: '5432', clickhouse: '8443', snowflake: '443', trino: '8443' };
const SCHEMAS: Record<SourceEngine, string> = { postgres: 'public', clickhouse: 'default', snowflake: 'PUBLIC', trino: '' }; // prettier-ignore

const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, ''])) as SourceDraft;

/** What an engine's form begins with: its defaults, or stored settings. Secrets are never known. */
export function draftOf(engine: SourceEngine, stored: WarehouseConnection['settings'] | null): SourceDraft {
  const defaults: SourceDraft = {
    ...NOTHING,
    port: PORTS[engine],
    schema: SCHEMAS[engine],
    signIn: SIGN_INS[engine][0]!,
    tls: 'on',
    tenant: 'none',
    tenantColumn: 'tenant_id',
    tenantValue: '{id}',
  };
  if (stored?.engine !== engine) return defaults;
  const { tls = 'on', tenant, asOf, freshness, ...plain } = stored as Partial<ServerWarehouseSettings>;
  const texts = Object.entries(plain).filter(([name]) => (FIELDS as readonly string[]).includes(name));
  return {
    ...defaults,
    ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    tls: typeof tls === 'object' ? 'ca' : tls,
    ca: typeof tls === 'object' ? tls.ca : '',
    ...(typeof tenant === 'object' && { tenant: 'column', tenantColumn: tenant.column, tenantValue: tenant.value }),
    ...(asOf && { asOfTable: asOf.table, asOfColumn: asOf.column }),
    ...(freshness && { freshnessTable: freshness.table, freshnessColumn: freshness.column }),
  };
}

/** The fields of an engine's form that its choices show. */
export function fieldsOf(engine: SourceEngine, draft: SourceDraft): SourceField[] {
  const { signIn, tls, tenant } = draft;
  const places: Record<SourceEngine, SourceField[]> = {
    postgres: ['host', 'port', 'database', 'schema'],
    clickhouse: ['host', 'port', 'schema'],
    snowflake: ['account', 'warehouse', 'role', 'database', 'schema'],
    trino: ['host', 'port', 'catalog', 'schema'],
  };
  const secrets: Record<string, SourceField[]> = {
    password: ['password'],
    token: ['token'],
    privateKey: ['privateKey', 'passphrase'],
  };
  const writers: SourceField[] = engine === 'snowflake' ? ['parameterRole'] : ['parameterUser', 'parameterPassword'];
  return [
    ...places[engine],
    'user',
    ...(SIGN_INS[engine].length > 1 ? (['signIn'] as const) : []),
    ...(secrets[signIn] ?? []),
    ...(engine === 'snowflake' ? [] : tls === 'ca' ? (['tls', 'ca'] as const) : (['tls'] as const)),
    'tenant',
    ...(tenant === 'column' ? (['tenantColumn', 'tenantValue'] as const) : []),
    'asOfTable',
    'asOfColumn',
    'freshnessTable',
    'freshnessColumn',
    'parameterTable',
    ...(draft.parameterTable.trim() === '' ? [] : writers),
  ];
}

const OPTIONAL = new Set<SourceField>(['role', 'passphrase', 'parameterTable', 'parameterRole']);

/** Fields that are empty and must not be; of a table and its column, or a user and its password, both or none. */
export function missingFields(engine: SourceEngine, draft: SourceDraft): SourceField[] {
  const isEmpty = (field: SourceField) => draft[field].trim() === '';
  const pairs: Partial<Record<SourceField, SourceField>> = {
    asOfTable: 'asOfColumn',
    asOfColumn: 'asOfTable',
    freshnessTable: 'freshnessColumn',
    freshnessColumn: 'freshnessTable',
    parameterUser: 'parameterPassword',
    // Trino also knows users without.
    parameterPassword: engine === 'trino' ? 'parameterPassword' : 'parameterUser',
  };
  return fieldsOf(engine, draft).filter((field) => {
    if (OPTIONAL.has(field) || !isEmpty(field)) return false;
    const other = pairs[field];
    return other === undefined || !isEmpty(other);
  });
}

/** The settings that the form's fields mean. */
export function settingsOf(engine: SourceEngine, draft: SourceDraft): ServerWarehouseSettings {
  const shown = new Set(fieldsOf(engine, draft));
  const plain: SourceField[] = ['account', 'warehouse', 'role', 'database', 'catalog', 'schema', 'host', 'user', 'parameterTable', 'parameterRole', 'parameterUser']; // prettier-ignore
  const secret: SourceField[] = ['password', 'token', 'privateKey', 'passphrase', 'parameterPassword'];
  const entered = [...plain, ...secret].filter((field) => shown.has(field) && draft[field].trim() !== '');
  const column = (table: string, name: string) => ({ table: table.trim(), column: name.trim() });
  return {
    engine,
    ...Object.fromEntries(entered.map((field) => [field, secret.includes(field) ? draft[field] : draft[field].trim()])),
    ...(shown.has('port') && { port: Number(draft.port) }),
    ...(shown.has('tls') && { tls: draft.tls === 'ca' ? { ca: draft.ca } : draft.tls }),
    tenant: draft.tenant === 'none' ? 'none' : rowsOf(draft),
    ...(draft.asOfTable.trim() !== '' && { asOf: column(draft.asOfTable, draft.asOfColumn) }),
    ...(draft.freshnessTable.trim() !== '' && { freshness: column(draft.freshnessTable, draft.freshnessColumn) }),
  } as ServerWarehouseSettings;
}

const rowsOf = ({ tenantColumn, tenantValue }: SourceDraft) => ({
  column: tenantColumn.trim(),
  value: tenantValue.trim(),
});

/** The form's field for a setting that the server names, such as 'asOf.column'. */
export function fieldOfSetting(setting: string): SourceField | null {
  const [first = '', second = ''] = setting.split('.');
  const joined = `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  return FIELDS.find((field) => field === joined) ?? FIELDS.find((field) => field === first) ?? null;
}

/** Where a server is, as its engine writes it. */
export function placeOf(settings: WarehouseConnection['settings']): string {
  const { host, account, database, catalog, schema } = settings as Record<string, string | undefined>;
  return [host ?? account, [database ?? catalog, schema].filter(Boolean).join('.')].filter(Boolean).join(' / ');
}
