import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { AUDIT_GROUPS, AUDIT_OUTCOMES, AUDIT_PAGE, AUDIT_VIA } from './values/audit-words.ts';

export { AUDIT_PAGE, beginningsOf } from './values/audit-words.ts';

const actor = z.object({
  id: z.uuid(),
  /** Null for an account that does not exist any more. */
  name: z.string().nullable(),
  email: z.string().nullable(),
});

const listedRecord = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null for the system, and for those who were not recognized. */
  actor: actor.nullable(),
  via: z.enum(AUDIT_VIA),
  /** The account with whose rights the actor looked at data; null: their own. */
  viewedAs: actor.nullable(),
  action: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** An id or a name, as the action says. */
  target: z.string().nullable(),
  /** What the target is called now, or was called then where it is gone; null where that is not known. */
  targetName: z.string().nullable(),
  address: z.string().nullable(),
});
export type ListedAuditRecord = z.infer<typeof listedRecord>;

const auditRecord = listedRecord.extend({
  requestId: z.string().nullable(),
  /** What changed is under `before` and `after`. */
  details: z.record(z.string(), z.json()),
  /** The text of the query is left out: the reader may not run SQL. */
  isTextHidden: z.boolean(),
  /** Details and names are left out: the reader is above the tenants and has not entered this one. */
  isVisitNeeded: z.boolean(),
  /** The number of the link that seals it; null: not yet. */
  link: z.int().nullable(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

const ownRecord = listedRecord.pick({
  id: true,
  at: true,
  via: true,
  action: true,
  outcome: true,
  targetName: true,
  address: true,
});
export type OwnActivityRecord = z.infer<typeof ownRecord>;

/** Records of own activity in one response, at most. */
export const ACTIVITY_PAGE = 20;

const chain = z.object({
  links: z.int(),
  /** In hex; null before the first link. */
  hash: z.string().nullable(),
  sealedAt: z.iso.datetime().nullable(),
  /** Records that are not sealed yet, and the time of the oldest. */
  waiting: z.int(),
  waitingSince: z.iso.datetime().nullable(),
  /** Days after which records are deleted. */
  retentionDays: z.int(),
  /** What the last check found; null before the first. */
  verified: z
    .object({
      at: z.iso.datetime(),
      links: z.int(),
      records: z.int(),
      /** The first broken link; null where the chain is whole. */
      brokenLink: z.int().nullable(),
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type AuditChain = z.infer<typeof chain>;

const MAX_TEXT = 200;

/** Whose records: a tenant's, or `global` for those above the tenants. Left out: of the tenant that the caller is in. */
const of = z.union([z.uuid(), z.literal('global')]).optional();

const filter = {
  of,
  from: z.iso.datetime().optional(),
  /** Exclusive. */
  to: z.iso.datetime().optional(),
  /** In the name or the address of the person who acted. */
  person: z.string().trim().max(MAX_TEXT).optional(),
  group: z.enum(AUDIT_GROUPS as [(typeof AUDIT_GROUPS)[number]]).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  /** In action, target, address, request id or details. */
  search: z.string().trim().max(MAX_TEXT).optional(),
};
const filterQuery = z.strictObject(filter);
export type AuditFilter = z.output<typeof filterQuery>;

/** In digits, since the database counts further than a number of a request may go. */
const recordNumber = z.string().regex(/^[1-9]\d{0,14}$/, 'Enter the number of a record.');

const reading = { permission: 'audit.read', tenant: 'none' } as const;

export const auditRoutes = {
  'GET /api/v1/audit': defineRoute({
    ...reading,
    summary: `List records of the audit trail, the newest first, ${AUDIT_PAGE} at most`,
    audit: { action: 'audit.read', when: 'denied' },
    input: {
      query: z.strictObject({
        ...filter,
        /** Older than this record. */
        before: recordNumber.optional(),
      }),
    },
    output: z.object({ records: z.array(listedRecord), hasMore: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
  'GET /api/v1/audit/records/:id': defineRoute({
    ...reading,
    summary: 'Read a record of the audit trail with what changed',
    audit: { action: 'audit.read', when: 'denied' },
    input: {
      params: z.strictObject({ id: recordNumber }),
      query: z.strictObject({ of }),
    },
    output: auditRecord,
    errors: ['NOT_FOUND'],
  }),
  'GET /api/v1/audit/export': defineRoute({
    ...reading,
    summary: 'Download all records that a filter finds, as CSV',
    audit: { action: 'audit.export', when: 'denied' },
    input: { query: filterQuery },
    output: z.string(),
    stream: 'rows',
    errors: ['NOT_FOUND'],
  }),
  'GET /api/v1/audit/chain': defineRoute({
    ...reading,
    summary: 'Read up to when the audit trail is sealed, and what the last check found',
    audit: { action: 'audit.read', when: 'denied' },
    input: { query: z.strictObject({ of }) },
    output: chain,
    errors: ['NOT_FOUND'],
  }),
  'POST /api/v1/audit/chain/verify': defineRoute({
    ...reading,
    summary: 'Check the chain of the audit trail now',
    audit: { action: 'audit.verify', when: 'denied' },
    input: { body: z.strictObject({ of }) },
    output: chain,
    readOnly: true,
    errors: ['NOT_FOUND'],
  }),
  'GET /api/v1/account/activity': defineRoute({
    permission: 'account.self',
    tenant: 'none',
    summary: `List what the caller did in the tenant in which they are, the newest first, ${ACTIVITY_PAGE} at most`,
    audit: { action: 'account.activity', when: 'denied' },
    input: {
      query: z.strictObject({
        /** Older than this record. */
        before: recordNumber.optional(),
      }),
    },
    output: z.object({ records: z.array(ownRecord), hasMore: z.boolean() }),
    errors: [],
  }),
} as const;
