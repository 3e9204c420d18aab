import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { calendarDay } from './values/calendar-day.ts';
import { measureFormat } from './values/measure-format.ts';
import { fieldName } from './values/field-name.ts';
import { localizedText } from './values/text.ts';
import { basisNumber, versionParameter } from './values/version-number.ts';
import { modelParameter, parameterValue } from './model.ts';
import { cell } from './query/result.ts';

/** A value that applies from a day on. */
export const parameterChange = z.strictObject({
  from: calendarDay('Enter a day as YYYY-MM-DD.'),
  value: parameterValue,
});
export type ParameterChange = z.infer<typeof parameterChange>;

/** A tenant's values of a parameter: before the first change `value` applies, where it is null the default. */
const parameterSetting = z.object({ value: parameterValue.nullable(), changes: z.array(parameterChange) });
export type TenantParameterSetting = z.infer<typeof parameterSetting>;

/** A parameter of the tenant's model with the tenant's values, the changes in the order of their days. */
export const tenantParameter = modelParameter.extend(parameterSetting.shape);
export type TenantParameter = z.infer<typeof tenantParameter>;

/** All parameters of the tenant's model. `version` counts the changes; 0: never changed. */
export const tenantParameters = z.object({
  version: z.int().nonnegative(),
  /** As-of date of the data; null without data or where it is unknown. */
  asOf: z.string().nullable(),
  parameters: z.array(tenantParameter),
});
export type TenantParameters = z.infer<typeof tenantParameters>;

const settings = {
  /** The values before any change; null resets one to its default. */
  values: z.record(fieldName, parameterValue.nullable()).default({}),
  /** All changes of these parameters; an empty list removes them. */
  changes: z.record(fieldName, z.array(parameterChange).max(100)).default({}),
};

/** One version of all values. It never changes. */
export const parameterVersion = z.object({
  version: z.int().positive(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Email address; null for the server itself. */
  author: z.string().nullable(),
  note: z.string(),
  /** What differs from the version before. Null: the default applied, or applies. */
  changed: z.array(
    z.object({ name: z.string(), before: parameterSetting.nullable(), after: parameterSetting.nullable() }),
  ),
});
export type ParameterVersion = z.infer<typeof parameterVersion>;

const member = z.object({ dataset: z.string(), name: z.string(), title: localizedText });
/** Where a parameter is used, also through other measures. */
export const parameterUsage = z.object({
  name: z.string(),
  measures: z.array(member),
  dimensions: z.array(member),
  rules: z.array(member),
  /** Reports that show one of the measures or dimensions. */
  reports: z.array(z.object({ id: z.uuid(), title: localizedText })),
});
export type TenantParameterUsage = z.infer<typeof parameterUsage>;

/** A measure over all rows of its dataset, with the values as they are and as they would be. */
const previewFigure = z.object({
  type: z.literal('figure'),
  dataset: z.string(),
  measure: z.string(),
  title: localizedText,
  format: measureFormat,
  before: cell,
  after: cell,
});
export const parameterPreview = z.union([
  previewFigure,
  /** A measure that could not be computed. */
  z.object({ type: z.literal('failed'), dataset: z.string(), measure: z.string(), title: localizedText }),
  /** The number of measures whose plan uses what changes. */
  z.object({ type: z.literal('end'), compared: z.int(), dataVersion: z.int() }),
]);
export type ParameterPreview = z.infer<typeof parameterPreview>;

/** The table of the tenant's warehouse that its parameters are written to for other tools, and how that went. */
export const parameterTable = z.object({
  /** Schema and table. */
  table: z.string(),
  /** Kind and place of the server; of the installation's default, its kind alone. */
  server: z.string(),
  of: z.enum(['tenant', 'everybody']),
  /** `waiting`: the current values are being written, or about to be. */
  state: z.enum(['waiting', 'written', 'failed']),
  /** When values were last written; null: never. */
  writtenAt: z.iso.datetime().nullable(),
  /** Reason and remedy, for those who may configure, and only of the tenant's own source. */
  issue: z.string().nullable(),
  /** When it is tried again after a failure. */
  retryAt: z.iso.datetime().nullable(),
});
export type TenantParameterTable = z.infer<typeof parameterTable>;

const reading = { permission: 'model.read', tenant: 'tenant' } as const;

export const parameterRoutes = {
  'GET /api/v1/parameters': defineRoute({
    ...reading,
    summary: 'List the parameters of the tenant’s model with their values',
    audit: { action: 'parameter.list', when: 'denied' },
    input: {},
    output: tenantParameters,
    errors: [],
  }),
  'PATCH /api/v1/parameters': defineRoute({
    summary: 'Set parameters of the tenant’s model as one version; null resets one to its default',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'parameter.set', when: 'denied' },
    input: {
      body: z.strictObject({
        ...settings,
        /** Why. */
        note: z.string().trim().max(1000).default(''),
        /** The version that the author edited: CONFLICT where it is no longer the active one. */
        basedOn: basisNumber.optional(),
      }),
    },
    output: tenantParameters.extend({ /** False: the values were the same already. */ changed: z.boolean() }),
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'POST /api/v1/parameters/preview': defineRoute({
    summary: 'Compute the measures that a change of parameters would move, before and after; nothing is saved',
    permission: 'configuration.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'parameter.preview', when: 'denied' },
    input: { body: z.strictObject(settings) },
    output: parameterPreview,
    stream: 'ndjson',
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
  'GET /api/v1/parameters/table': defineRoute({
    ...reading,
    summary: 'Which table of the warehouse the parameters are written to, and when they were; null: none',
    audit: { action: 'parameter.read-table', when: 'denied' },
    input: {},
    output: z.object({ table: parameterTable.nullable() }),
    errors: [],
  }),
  'POST /api/v1/parameters/table/write': defineRoute({
    summary: 'Write the parameters to the table of the warehouse again, in the background',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'parameter.request-table', when: 'always' },
    input: {},
    output: z.object({ table: parameterTable }),
    errors: [],
  }),
  'GET /api/v1/parameters/usage': defineRoute({
    ...reading,
    summary: 'Where each parameter is used: measures, dimensions, row rules and reports',
    audit: { action: 'parameter.usage', when: 'denied' },
    input: {},
    output: z.object({ usage: z.array(parameterUsage) }),
    errors: [],
  }),
  'GET /api/v1/parameters/versions': defineRoute({
    ...reading,
    summary: 'List the versions of the tenant’s parameters, newest first, at most 200',
    audit: { action: 'parameter.list-versions', when: 'denied' },
    input: {},
    output: z.object({ versions: z.array(parameterVersion) }),
    errors: [],
  }),
  'GET /api/v1/parameters/version': defineRoute({
    ...reading,
    summary: 'Get all values of one version of the tenant’s parameters; others have their defaults',
    audit: { action: 'parameter.get-version', when: 'denied' },
    input: { query: z.strictObject({ number: versionParameter }) },
    output: z.object({ version: z.int().nonnegative(), settings: z.record(z.string(), parameterSetting) }),
    errors: [],
  }),
} as const;
