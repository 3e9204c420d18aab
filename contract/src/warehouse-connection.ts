import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { localizedText } from './text.ts';

const HOST = /^(?!-)[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$|^\[?[a-f\d:.]*:[a-f\d:.]*\]?$/i;
const host = z
  .string()
  .regex(HOST, 'Write a host name or an address, without scheme, port and path')
  .transform((text) => text.replace(/^\[|\]$/g, '').toLowerCase());
const port = z.int().min(1).max(65_535);
/** A name of the engine's own: it is quoted wherever it is used. */
const name = z
  .string()
  .min(1)
  .max(255)
  // oxlint-disable-next-line no-control-regex -- what no engine takes in a name
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'Leave out control characters');
const secret = z.string().min(1).max(10_000);

const column = z.strictObject({ table: name, column: name });

/** `off` speaks without TLS; otherwise the certificate is checked, against `ca` (PEM) where the system does not know it. */
const tls = z
  .union([
    z.enum(['on', 'off']),
    z.strictObject({ ca: z.string().includes('-----BEGIN CERTIFICATE-----').max(100_000) }),
  ])
  .default('on');

/**
 * Whose rows are in a table: those in whose `column` the tenant's `value` stands, where `{id}` and `{slug}` are the
 * tenant's own. `none`: the whole warehouse is one tenant's, and no table says so.
 */
const tenantRows = z
  .union([
    z.strictObject({ column: name.default('tenant_id'), value: z.string().min(1).max(200).default('{id}') }),
    z.literal('none'),
  ])
  .default({ column: 'tenant_id', value: '{id}' });
export type TenantRows = z.infer<typeof tenantRows>;

/** What every warehouse in a server of its own is told besides how to reach it. */
const common = {
  tenant: tenantRows,
  /** A column that grows with each load: where its greatest value changes, there is a new data version. */
  freshness: column.optional(),
  /** The column whose greatest value is the day the figures are of. */
  asOf: column.optional(),
  /** How old a kept answer may be, and how often `freshness` is looked at. */
  maxAgeSeconds: z.int().min(1).max(86_400).default(60),
  /** Queries at the same time. */
  connections: z.int().min(1).max(64).default(8),
  deadlineSeconds: z.int().min(1).max(3600).default(30),
};

const ownFiles = z.strictObject({ engine: z.literal('duckdb') });
const postgres = z.strictObject({
  engine: z.literal('postgres'),
  host,
  port: port.default(5432),
  database: name,
  schema: name.default('public'),
  user: name,
  password: secret,
  tls,
  ...common,
});

/** A database is ClickHouse's word for a schema; the port is that of its HTTP interface, 8443 with TLS and 8123 without. */
const clickhouse = z.strictObject({
  engine: z.literal('clickhouse'),
  host,
  port: port.default(8443),
  schema: name.default('default'),
  user: name,
  password: secret,
  tls,
  ...common,
});

/** A catalog is Trino's word for a database. With neither password nor token Trino is asked in the user's name alone. */
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
  })
  .superRefine(({ password, token, tls: secured }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (password !== undefined && token !== undefined) refuse('token', 'Give a password or a token, not both');
    if (secured === 'off' && (password ?? token) !== undefined)
      refuse('tls', 'Trino takes no password or token without TLS: leave tls on, or leave the secret out');
  });

/** The host is the account's own where none is named, as it has to be for a private link. */
const snowflake = z
  .strictObject({
    engine: z.literal('snowflake'),
    account: z
      .string()
      .max(255)
      .regex(/^[a-z\d][a-z\d_-]*(\.[a-z\d-]+)*$/i, 'Write the account as in its address, for example acme-cedar'),
    host: host.optional(),
    port: port.default(443),
    database: name,
    schema: name.default('PUBLIC'),
    warehouse: name,
    /** Left out: the user's default role. */
    role: name.optional(),
    user: name,
    password: secret.optional(),
    /** A programmatic access token. */
    token: secret.optional(),
    privateKey: secret.includes('PRIVATE KEY-----', 'Give the private key in PEM').optional(),
    /** Of the private key, where it is encrypted. */
    passphrase: secret.optional(),
    tls,
    ...common,
  })
  .superRefine(({ password, token, privateKey, passphrase }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const given = [password, token, privateKey].filter((each) => each !== undefined).length;
    if (given !== 1) refuse('privateKey', 'Give one of privateKey, token and password');
    if (passphrase !== undefined && privateKey === undefined) refuse('passphrase', 'A passphrase is of a private key');
  });

/** How a tenant's warehouse is reached. `duckdb` is Rise's own: a file for each load, and nothing to say. */
export const warehouseSettings = z.discriminatedUnion('engine', [ownFiles, postgres, clickhouse, snowflake, trino]);
export type WarehouseSettings = z.infer<typeof warehouseSettings>;
export type ServerWarehouseSettings = Exclude<WarehouseSettings, { engine: 'duckdb' }>;

/** The settings that are kept secret and never answered. */
export const WAREHOUSE_SECRETS = ['password', 'token', 'privateKey', 'passphrase'] as const;

/** Engines whose SQL and driver have been run on the vendor's own engine; of the others only the SQL's grammar and the protocol were. */
export const PROVEN_ENGINES = ['duckdb', 'postgres', 'clickhouse'] as const;
const ENGINES = [...PROVEN_ENGINES, 'snowflake', 'trino'] as const;

/** A connection as it is told: all but its secrets. */
export const warehouseConnection = z.object({
  /** As they were set, with their defaults; without secrets. */
  settings: z.looseObject({ engine: z.enum(ENGINES) }),
  /** False where the engine's SQL and driver were never run on the vendor's own engine. */
  proven: z.boolean(),
  /** What to know of an engine that is not proven before anybody relies on its figures; null for the others. */
  note: localizedText.nullable(),
  /** Whether the connection is the tenant's own, or that of every tenant without one. */
  of: z.enum(['tenant', 'everybody']),
  connectedAt: z.iso.datetime(),
});
export type WarehouseConnection = z.infer<typeof warehouseConnection>;

const answer = z.object({ connection: warehouseConnection.nullable() });
const byId = z.strictObject({ id: z.uuid() });

export const warehouseConnectionRoutes = {
  'GET /api/v1/global/warehouse': defineRoute({
    summary: 'The warehouse of every tenant that has none of its own; null: Rise’s own files',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.read', when: 'denied' },
    input: {},
    output: answer,
    errors: [],
  }),
  'PUT /api/v1/global/warehouse': defineRoute({
    summary: 'Connect every tenant without a warehouse of its own to a warehouse, after trying it',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.connect', when: 'always' },
    input: { body: warehouseSettings },
    output: answer,
    errors: [],
  }),
  'DELETE /api/v1/global/warehouse': defineRoute({
    summary: 'Lead every tenant without a warehouse of its own back to Rise’s own files',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.disconnect', when: 'always' },
    input: {},
    output: answer,
    errors: [],
  }),
  'GET /api/v1/global/tenants/:id/warehouse': defineRoute({
    summary: 'The warehouse that a tenant’s figures come from; null: Rise’s own files',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.read', when: 'denied' },
    input: { params: byId },
    output: answer,
    errors: [],
  }),
  'PUT /api/v1/global/tenants/:id/warehouse': defineRoute({
    summary: 'Connect a tenant to a warehouse, after trying it',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.connect', when: 'always' },
    input: { params: byId, body: warehouseSettings },
    output: answer,
    errors: [],
  }),
  'DELETE /api/v1/global/tenants/:id/warehouse': defineRoute({
    summary: 'Take a tenant’s own connection away; it has everybody’s, or Rise’s own files',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'warehouse.disconnect', when: 'always' },
    input: { params: byId },
    output: answer,
    errors: [],
  }),
} as const;
