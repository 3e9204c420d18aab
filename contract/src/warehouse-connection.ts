import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { localizedText } from './values/text.ts';

/** Labels of letters, digits and dashes, with dots between; an IPv4 address is one of them. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const ipv6 = z.ipv6();
const withoutBrackets = (text: string) => text.replace(/^\[(.*)\]$/, '$1');
const host = z
  .string()
  .max(253)
  .refine((text) => HOST_NAME.test(text) || ipv6.safeParse(withoutBrackets(text)).success, {
    error: 'Enter a host name or address without scheme, port or path',
  })
  .transform((text) => withoutBrackets(text).toLowerCase());
const port = z.int().min(1).max(65_535);
/** An identifier of the engine; quoted wherever it is used. */
const name = z
  .string()
  .min(1)
  .max(255)
  // oxlint-disable-next-line no-control-regex -- no engine accepts these in an identifier
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'Remove the control characters');
const secret = z.string().min(1).max(10_000);

const column = z.strictObject({ table: name, column: name });

/** `off` disables TLS; otherwise the certificate is verified, against `ca` (PEM) where given. */
const tls = z
  .union([
    z.enum(['on', 'off']),
    z.strictObject({ ca: z.string().includes('-----BEGIN CERTIFICATE-----').max(100_000) }),
  ])
  .default('on');

/**
 * Tenant discriminator: a tenant's rows have `value` in `column`, with `{id}` and `{slug}` replaced by the tenant's.
 * `none`: the warehouse belongs to a single tenant and has no such column.
 */
const tenantRows = z
  .union([
    z.strictObject({ column: name.default('tenant_id'), value: z.string().min(1).max(200).default('{id}') }),
    z.literal('none'),
  ])
  .default({ column: 'tenant_id', value: '{id}' });
export type TenantRows = z.infer<typeof tenantRows>;

const part = '[A-Za-z_][A-Za-z\\d_]{0,62}';
/** A table in a schema; its names are quoted wherever they are used. */
const qualifiedTable = z
  .string()
  .regex(
    new RegExp(`^${part}\\.${part}$`),
    'Enter schema and table, such as rise.parameters, each of letters, digits and underscores',
  );

/** Settings common to all external warehouses. */
const common = {
  tenant: tenantRows,
  /** A column that increases with each load: a new maximum means a new data version. */
  freshness: column.optional(),
  /** The column whose maximum is the as-of date. */
  asOf: column.optional(),
  /** Maximum age of cached results, and the polling interval of `freshness`. */
  maxAgeSeconds: z.int().min(1).max(86_400).default(60),
  /** Concurrent queries. */
  connections: z.int().min(1).max(64).default(8),
  deadlineSeconds: z.int().min(1).max(3600).default(30),
  /** Where the tenant's parameters are written for other tools; they are written nowhere if omitted. */
  parameterTable: qualifiedTable.optional(),
};

/** A user that may write the table of parameters; the one that reads figures if omitted. */
const writer = { parameterUser: name.optional(), parameterPassword: secret.optional() };
type Writer = Partial<Record<'parameterTable' | keyof typeof writer, string | undefined>>;

function checkWriter({ parameterTable, parameterUser, parameterPassword }: Writer, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (parameterTable === undefined && parameterUser !== undefined)
    refuse('parameterTable', 'Name the table that this user writes');
  if (parameterUser === undefined && parameterPassword !== undefined)
    refuse('parameterUser', 'Name the user that this password belongs to');
}

function checkWriterWithPassword(settings: Writer, context: z.RefinementCtx): void {
  checkWriter(settings, context);
  if (settings.parameterUser !== undefined && settings.parameterPassword === undefined)
    context.addIssue({ code: 'custom', path: ['parameterPassword'], message: 'Enter the password of this user' });
}

/** Settings of servers that people sign in to with a password. */
const withPassword = { user: name, password: secret, tls, ...common, ...writer };

const ownFiles = z.strictObject({ engine: z.literal('duckdb') });
const postgres = z
  .strictObject({
    engine: z.literal('postgres'),
    host,
    port: port.default(5432),
    database: name,
    schema: name.default('public'),
    ...withPassword,
  })
  .superRefine(checkWriterWithPassword);

/** ClickHouse calls a schema a database; the port is its HTTP interface's, 8443 with TLS and 8123 without. */
const clickhouse = z
  .strictObject({
    engine: z.literal('clickhouse'),
    host,
    port: port.default(8443),
    schema: name.default('default'),
    ...withPassword,
  })
  .superRefine(checkWriterWithPassword);

/** Trino calls a database a catalog. Without password and token, Trino receives only the user name. */
const trino = z
  .strictObject({
    engine: z.literal('trino'),
    host,
    port: port.default(8443),
    catalog: name,
    schema: name,
    user: name,
    password: secret.optional(),
    /** A JSON web token. */
    token: secret.optional(),
    tls,
    ...common,
    ...writer,
  })
  .superRefine((settings, context) => {
    const { password, token, parameterPassword, tls: secured } = settings;
    checkWriter(settings, context);
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (password !== undefined && token !== undefined) refuse('token', 'Enter a password or a token, not both');
    if (secured === 'off' && (password ?? token ?? parameterPassword) !== undefined)
      refuse('tls', 'Trino accepts no password or token without TLS: turn TLS on or remove the secret');
  });

/** The host defaults to the account's; set it for a private link. */
const snowflake = z
  .strictObject({
    engine: z.literal('snowflake'),
    account: z
      .string()
      .max(255)
      .regex(
        /^[a-z\d][a-z\d_-]*(\.[a-z\d-]+)*$/i,
        'Enter the account identifier as in its URL, for example acme-cedar',
      ),
    host: host.optional(),
    port: port.default(443),
    database: name,
    schema: name.default('PUBLIC'),
    warehouse: name,
    /** Default: the user's default role. */
    role: name.optional(),
    user: name,
    password: secret.optional(),
    /** A programmatic access token. */
    token: secret.optional(),
    privateKey: secret.includes('PRIVATE KEY-----', 'Enter the private key in PEM format').optional(),
    /** Passphrase of an encrypted private key. */
    passphrase: secret.optional(),
    tls,
    ...common,
    /** The role of the user that may write the table of parameters; the one that reads figures if omitted. */
    parameterRole: name.optional(),
  })
  .superRefine(({ password, token, privateKey, passphrase, parameterTable, parameterRole }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (parameterTable === undefined && parameterRole !== undefined)
      refuse('parameterTable', 'Name the table that this role writes');
    const secrets = [password, token, privateKey].filter((item) => item !== undefined).length;
    if (secrets !== 1) refuse('privateKey', 'Enter exactly one of privateKey, token and password');
    if (passphrase !== undefined && privateKey === undefined)
      refuse('passphrase', 'A passphrase requires a private key');
  });

/** Connection of a tenant's warehouse. `duckdb` is the embedded one: a file per load and no settings. */
export const warehouseSettings = z.discriminatedUnion('engine', [ownFiles, postgres, clickhouse, snowflake, trino]);
/** Settings of an external warehouse. */
export const serverWarehouseSettings = z.discriminatedUnion('engine', [postgres, clickhouse, snowflake, trino]);
export type WarehouseSettings = z.infer<typeof warehouseSettings>;
export type ServerWarehouseSettings = Exclude<WarehouseSettings, { engine: 'duckdb' }>;

/** Secret settings, never returned. */
export const WAREHOUSE_SECRETS = ['password', 'token', 'privateKey', 'passphrase', 'parameterPassword'] as const;

/** Engines whose SQL and driver were tested on the vendor's engine; for the others only SQL grammar and protocol were. */
export const PROVEN_ENGINES = ['duckdb', 'postgres', 'clickhouse'] as const;
const ENGINES = [...PROVEN_ENGINES, 'snowflake', 'trino'] as const;

/** A connection without its secrets. */
export const warehouseConnection = z.object({
  /** Settings with defaults, without secrets. */
  settings: z.looseObject({ engine: z.enum(ENGINES) }),
  /** False where SQL and driver were never tested on the vendor's engine. */
  proven: z.boolean(),
  /** Caveat to show for an unverified engine; null for verified ones. */
  note: localizedText.nullable(),
  /** Whether the connection is the tenant's own or the installation's default. */
  of: z.enum(['tenant', 'everybody']),
  connectedAt: z.iso.datetime(),
});
export type WarehouseConnection = z.infer<typeof warehouseConnection>;

/** A connection may contain certificates and keys. */
export const CERTIFICATE_BYTES = 256 * 1024;

const answer = z.object({ connection: warehouseConnection.nullable() });
const byId = z.strictObject({ id: z.uuid() });

export const warehouseConnectionRoutes = {
  'GET /api/v1/global/warehouse': defineRoute({
    summary: 'Read the default warehouse; null: the embedded warehouse',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.read', when: 'denied' },
    input: {},
    output: answer,
    errors: [],
  }),
  'PUT /api/v1/global/warehouse': defineRoute({
    summary: 'Set the default warehouse after testing the connection',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.connect', when: 'always' },
    bodyBytes: CERTIFICATE_BYTES,
    input: { body: warehouseSettings },
    output: answer,
    errors: [],
  }),
  'DELETE /api/v1/global/warehouse': defineRoute({
    summary: 'Reset the default warehouse to the embedded one',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.disconnect', when: 'always' },
    input: {},
    output: answer,
    errors: [],
  }),
  'GET /api/v1/global/tenants/:id/warehouse': defineRoute({
    summary: 'Read a tenant’s warehouse; null: the embedded warehouse',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.read', when: 'denied' },
    input: { params: byId },
    output: answer,
    errors: [],
  }),
  'PUT /api/v1/global/tenants/:id/warehouse': defineRoute({
    summary: 'Connect a tenant to an external warehouse after testing it',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.connect', when: 'always' },
    bodyBytes: CERTIFICATE_BYTES,
    input: { params: byId, body: warehouseSettings },
    output: answer,
    errors: [],
  }),
  'DELETE /api/v1/global/tenants/:id/warehouse': defineRoute({
    summary: 'Remove a tenant’s connection; the default warehouse applies again',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.disconnect', when: 'always' },
    input: { params: byId },
    output: answer,
    errors: [],
  }),
} as const;
