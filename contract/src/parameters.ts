import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { fieldName } from './values/field-name.ts';
import { basisNumber } from './values/version-number.ts';
import { modelParameter } from './model.ts';

const value = z.union([z.string().max(500), z.number(), z.boolean()]);

/** A parameter of the tenant's model with the tenant's value; null: the default applies. */
export const tenantParameter = modelParameter.extend({ value: value.nullable() });
export type TenantParameter = z.infer<typeof tenantParameter>;

/** All parameters of the tenant's model. `version` counts the changes; 0: never changed. */
export const tenantParameters = z.object({
  version: z.int().nonnegative(),
  parameters: z.array(tenantParameter),
});
export type TenantParameters = z.infer<typeof tenantParameters>;

export const parameterRoutes = {
  'GET /api/v1/parameters': defineRoute({
    summary: 'List the parameters of the tenant’s model with their values',
    permission: 'model.read',
    tenant: 'tenant',
    audit: { action: 'parameter.list', when: 'denied' },
    input: {},
    output: tenantParameters,
    errors: [],
  }),
  'PATCH /api/v1/parameters': defineRoute({
    summary: 'Set parameters of the tenant’s model; null resets one to its default',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'parameter.set', when: 'denied' },
    input: {
      body: z.strictObject({
        values: z.record(fieldName, value.nullable()),
        /** The version that the author edited: CONFLICT where it is no longer the active one. */
        basedOn: basisNumber.optional(),
      }),
    },
    output: tenantParameters.extend({ /** False: the values were the same already. */ changed: z.boolean() }),
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
} as const;
