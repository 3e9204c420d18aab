import { z } from 'zod';
import { mappingChanges } from './mappings.ts';
import { defineRoute } from './protocol/define-route.ts';
import { fieldName } from './values/field-name.ts';
import { basisNumber, versionNumber } from './values/version-number.ts';

/** Which types change only with the approval of another administrator. */
const approvalRule = z.strictObject({
  all: z.boolean(),
  /** In addition to `all`; types of no model are ignored. */
  types: z.array(fieldName).max(500),
});
export type ApprovalRule = z.infer<typeof approvalRule>;

/** A change of a mapping that another person decides on. Figures stay as they are until then. */
export const mappingProposal = z.object({
  type: fieldName,
  /** Counts the proposals of the type, from 1. */
  number: z.int().positive(),
  basedOn: z.int().nonnegative(),
  set: mappingChanges.set,
  remove: mappingChanges.remove,
  categories: mappingChanges.categories,
  rules: mappingChanges.rules,
  /** Why the author wants it. */
  message: z.string(),
  author: z.string(),
  /** Whether the caller proposed it, and thus cannot approve it. */
  own: z.boolean(),
  createdAt: z.iso.datetime(),
  state: z.enum(['open', 'approved', 'refused', 'withdrawn']),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** The version that it became. */
  version: z.int().positive().nullable(),
});
export type MappingProposal = z.infer<typeof mappingProposal>;

const manage = { permission: 'configuration.manage', tenant: 'tenant' } as const;
const why = z.string().trim().min(1, 'Say why.').max(1000);
const PROPOSAL_BYTES = 4 * 1024 * 1024;

export const mappingApprovalRoutes = {
  'GET /api/v1/configuration/approval': defineRoute({
    summary: 'Which types change only with approval, and how many others may approve',
    ...manage,
    audit: { action: 'mapping-approval.read', when: 'denied' },
    input: {},
    output: approvalRule.extend({ approvers: z.int().nonnegative() }),
    errors: [],
  }),
  'PUT /api/v1/configuration/approval': defineRoute({
    summary: 'Set which types change only with the approval of another administrator',
    permission: 'tenant.administer',
    tenant: 'tenant',
    audit: { action: 'mapping-approval.put', when: 'always' },
    input: { body: approvalRule },
    output: approvalRule.extend({ approvers: z.int().nonnegative() }),
    errors: [],
  }),
  'GET /api/v1/configuration/proposals': defineRoute({
    summary: 'List proposed changes of one type, or open ones of all types, newest first',
    ...manage,
    audit: { action: 'mapping-proposal.list', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName.optional() }) },
    output: z.object({ proposals: z.array(mappingProposal) }),
    errors: [],
  }),
  'POST /api/v1/configuration/proposals': defineRoute({
    summary: 'Propose a change of a mapping, or an earlier version of it; others who may approve are notified',
    ...manage,
    audit: { action: 'mapping-proposal.create', when: 'always' },
    bodyBytes: PROPOSAL_BYTES,
    input: {
      body: z.strictObject({
        type: fieldName,
        /** The version that the author edited. */
        basedOn: basisNumber,
        ...mappingChanges,
        /** Instead of changes: what makes the version that was edited into this one; 0 is the empty one. */
        restore: basisNumber.optional(),
        message: why,
      }),
    },
    output: mappingProposal,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/configuration/proposals/decide': defineRoute({
    summary: 'Approve or refuse another person’s proposal, or withdraw an own one; its author is notified',
    ...manage,
    audit: { action: 'mapping-proposal.decide', when: 'always' },
    input: {
      body: z
        .strictObject({
          type: fieldName,
          number: versionNumber,
          decision: z.enum(['approve', 'refuse', 'withdraw']),
          reason: z.string().trim().max(1000).default(''),
        })
        .refine(({ decision, reason }) => decision !== 'refuse' || reason !== '', {
          path: ['reason'],
          message: 'Say why you refuse it: its author sees the reason.',
        }),
    },
    output: mappingProposal,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
} as const;
