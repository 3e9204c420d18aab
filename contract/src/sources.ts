import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { CERTIFICATE_BYTES, serverWarehouseSettings, warehouseConnection } from './warehouse-connection.ts';

/** What a test of a source finds out, in this order; what cannot be found out after a failure is skipped. */
export const SOURCE_STEPS = [
  /** The operator lets this installation connect to the host. */
  'host',
  /** Something answers there, with a certificate to trust. */
  'reach',
  'signIn',
  /** Database and schema exist. */
  'schema',
  /** The user can read, and change nothing. */
  'readOnly',
  'tables',
  /** The column that tells the tenant's rows apart. */
  'tenant',
  'freshness',
  /** Tables and columns that the active model needs. */
  'model',
  /** The table of parameters can be written; only where the settings name one. */
  'parameterTable',
] as const;
export type SourceStepName = (typeof SOURCE_STEPS)[number];

export const sourceStep = z.object({
  step: z.enum(SOURCE_STEPS),
  state: z.enum(['passed', 'failed', 'skipped']),
  issues: z.array(z.object({ field: z.string(), message: z.string() })),
  /** How many tables there are, for `tables`; null otherwise. */
  count: z.int().nonnegative().nullable(),
  /** The latest value, for `freshness`; null if there is none. */
  value: z.string().nullable(),
  /** For `tables`, some of them; for `tenant`, those that nothing is read from since they lack the column. */
  names: z.array(z.string()).max(20),
});
export type SourceStep = z.infer<typeof sourceStep>;

const source = z.object({ connection: warehouseConnection.nullable() });

/** A tenant's own source, by its administrators. The operator decides which hosts can be connected to. */
export const sourceRoutes = {
  'GET /api/v1/source': defineRoute({
    summary: 'Read where the tenant’s figures come from; null: the embedded warehouse',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'warehouse.read', when: 'denied' },
    input: {},
    output: source,
    errors: [],
  }),
  'POST /api/v1/source/test': defineRoute({
    summary: 'Test the settings of a source step by step; nothing is changed',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'warehouse.test', when: 'always' },
    readOnly: true,
    bodyBytes: CERTIFICATE_BYTES,
    input: { body: serverWarehouseSettings },
    output: z.object({ steps: z.array(sourceStep) }),
    errors: [],
  }),
  'PUT /api/v1/source': defineRoute({
    summary: 'Connect the tenant to a source after testing it',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'warehouse.connect', when: 'always' },
    bodyBytes: CERTIFICATE_BYTES,
    input: { body: serverWarehouseSettings },
    output: source,
    errors: [],
  }),
  'DELETE /api/v1/source': defineRoute({
    summary: 'Remove the tenant’s own source; the installation’s default applies again',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'warehouse.disconnect', when: 'always' },
    input: {},
    output: source,
    errors: [],
  }),
} as const;
