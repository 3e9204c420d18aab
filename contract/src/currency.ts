import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { currencyCode } from './values/currency-code.ts';

/** The reporting currency of a tenant whose model and settings name none. */
export const DEFAULT_CURRENCY = 'USD';

/** The currency that a tenant reports in. */
export const reportingCurrency = z.object({
  /** ISO 4217. Amounts of measures that convert are in it; amounts whose model names no currency are shown in it. */
  currency: z.string(),
  /** Where it comes from: the tenant's setting, its model, or neither. */
  from: z.enum(['setting', 'model', 'default']),
});
export type ReportingCurrency = z.infer<typeof reportingCurrency>;

export const currencyRoutes = {
  'GET /api/v1/currency': defineRoute({
    summary: 'Read the currency that the tenant reports in',
    permission: 'model.read',
    tenant: 'tenant',
    audit: { action: 'currency.read', when: 'denied' },
    input: {},
    output: reportingCurrency,
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
  'PATCH /api/v1/currency': defineRoute({
    summary: 'Set the currency that the tenant reports in',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'currency.set', when: 'denied' },
    /** Null returns to the model's. */
    input: { body: z.strictObject({ currency: currencyCode.nullable() }) },
    output: reportingCurrency.extend({ /** False: this was the setting already. */ changed: z.boolean() }),
    errors: ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
} as const;
