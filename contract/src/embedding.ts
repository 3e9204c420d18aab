import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { queryResult } from './query/result.ts';
import { partId } from './report-tiles.ts';
import { report, reportEvent, reportState } from './report.ts';
import { fieldName } from './values/field-name.ts';
import { visibleLine } from './values/visible-text.ts';

/** How long a signed token may be valid, in hours from the moment it is used. */
export const MAX_TOKEN_HOURS = 24;
/** How long a public link may be valid, in days. */
export const MAX_LINK_DAYS = 365;
const MAX_ORIGINS = 20;
const MAX_FIELDS = 20;

/** Values of dimensions that the rows of every tile have. A field without values is refused: it is not "all". */
export const signedFilters = z
  .record(
    fieldName,
    z
      .array(z.union([z.string().min(1).max(200), z.number(), z.boolean()]))
      .min(1, 'List at least one value. Leave the field out to show all rows.')
      .max(200, 'List at most 200 values.'),
  )
  .refine((filters) => Object.keys(filters).length <= MAX_FIELDS, `Filter by at most ${MAX_FIELDS} fields.`);
export type SignedFilters = z.infer<typeof signedFilters>;

/**
 * What the site that embeds a report signs as a JSON Web Token (HS256), under the id of its key as `kid`. Nothing else
 * may be in it: a misspelled claim would show more than was meant.
 */
export const embedClaims = z.strictObject({
  report: z.uuid(),
  filters: signedFilters.default({}),
  /** What the row rules of the tenant's model know the reader by. */
  attributes: z.record(fieldName, z.array(z.string().max(200)).max(200)).default({}),
  /** The only page of the report that is shown; all without it. */
  page: partId.optional(),
  locale: z.enum(['en', 'tr']).optional(),
  scheme: z.enum(['light', 'dark', 'auto']).optional(),
  /** In seconds since 1970. */
  exp: z.number(),
  iat: z.number().optional(),
  nbf: z.number().optional(),
  jti: z.string().max(200).optional(),
});
export type EmbedClaims = z.infer<typeof embedClaims>;

const name = z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(120, 'Use at most 120 characters.');

/** A site's origin: scheme, host and port. http only on this machine. */
export const embedOrigin = z
  .string()
  .max(200)
  .refine(isOrigin, 'Enter an origin such as https://intranet.example.com.');

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return (
    origin === text && /^[a-z\d.:[\]-]+$/.test(hostname) && (protocol === 'https:' || (protocol === 'http:' && isLocal))
  );
}

const origins = z
  .array(embedOrigin)
  .min(1, 'Enter the origin of at least one site.')
  .max(MAX_ORIGINS, `Enter at most ${MAX_ORIGINS} origins.`);

export const embedKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Sites whose pages may show what is signed with the key. */
  origins: z.array(z.string()),
  /** Email address at the time. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type EmbedKey = z.infer<typeof embedKey>;

export const embeddingSettings = z.object({
  /** Whether signed tokens are accepted. */
  embedding: z.boolean(),
  /** Whether public links are. */
  publicLinks: z.boolean(),
  /** Whether readers may create links that download their prepared exports. */
  exportLinks: z.boolean(),
  /** Those that are not revoked. */
  keys: z.array(embedKey),
});
export type EmbeddingSettings = z.infer<typeof embeddingSettings>;

export const reportLink = z.object({
  id: z.uuid(),
  name: z.string(),
  filters: signedFilters,
  expiresAt: z.iso.datetime(),
  /** Email address at the time. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ReportLink = z.infer<typeof reportLink>;

export const reportSharing = z.object({
  embedding: z.boolean(),
  publicLinks: z.boolean(),
  /** Active ones: neither expired nor revoked. */
  links: z.array(reportLink),
  /** The keys a site can sign with; none for those who may not administer them. */
  keys: z.array(embedKey.pick({ id: true, name: true, origins: true })),
  /** Dimensions that rows can be limited by: those that all datasets of the report have. */
  fields: z.array(z.string()),
  can: z.object({
    /** Create and revoke public links. */
    link: z.boolean(),
    /** Change what the tenant allows, and its keys. */
    administer: z.boolean(),
  }),
});
export type ReportSharing = z.infer<typeof reportSharing>;

/** A report as its frame or public page shows it: nothing about people, workspaces or other reports. */
export const embeddedReport = z.object({
  ...report.pick({
    id: true,
    title: true,
    purpose: true,
    dataset: true,
    document: true,
    fields: true,
    defaultSubject: true,
    currency: true,
    dataVersion: true,
    asOf: true,
    loadedAt: true,
    basis: true,
  }).shape,
  /** When the token or the link expires. */
  expiresAt: z.iso.datetime(),
});
export type EmbeddedReport = z.infer<typeof embeddedReport>;

/** What the report's own controls offer; no other query. */
const embeddedChoice = z.discriminatedUnion('of', [
  /** Values of a filter that the report offers, with their counts under the other filters. */
  z.strictObject({ of: z.literal('filter'), field: fieldName, filters: reportState.shape.filters }),
  /** Members whose name contains the text or whose key starts with it, greatest first. */
  z.strictObject({ of: z.literal('subjects'), search: z.string().max(100).default('') }),
  /** The member with that key. */
  z.strictObject({ of: z.literal('subject'), key: z.string().min(1).max(100) }),
]);
export type EmbeddedChoice = z.infer<typeof embeddedChoice>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
/** No role has it: only a signed token or a public link. */
const frame = { permission: 'embed.read', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const embeddingRoutes = {
  'GET /api/v1/embedding': defineRoute({
    ...administration,
    summary: 'What the tenant allows to be shown outside, and its keys for it',
    audit: { action: 'embedding.read', when: 'denied' },
    input: {},
    output: embeddingSettings,
    errors: [],
  }),
  'PATCH /api/v1/embedding': defineRoute({
    ...administration,
    summary: 'Allow or forbid embedding, public links, and links to prepared exports',
    audit: { action: 'embedding.change', when: 'always' },
    input: {
      body: z.strictObject({
        embedding: z.boolean().optional(),
        publicLinks: z.boolean().optional(),
        exportLinks: z.boolean().optional(),
      }),
    },
    output: embeddingSettings,
    errors: [],
  }),
  'POST /api/v1/embedding/keys': defineRoute({
    ...administration,
    summary: 'Create a key that a site signs its tokens with; its secret is shown once',
    audit: { action: 'embedding.key-create', when: 'always' },
    input: { body: z.strictObject({ name, origins }) },
    output: z.object({ key: embedKey, secret: z.string() }),
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/embedding/keys/:id': defineRoute({
    ...administration,
    summary: 'Change the sites on which a key may be used',
    audit: { action: 'embedding.key-change', when: 'always' },
    input: { params: byId, body: z.strictObject({ origins }) },
    output: embeddingSettings,
    errors: [],
  }),
  'DELETE /api/v1/embedding/keys/:id': defineRoute({
    ...administration,
    summary: 'Revoke a key: nothing that was signed with it is shown any more',
    audit: { action: 'embedding.key-revoke', when: 'always' },
    input: { params: byId },
    output: embeddingSettings,
    errors: [],
  }),
  'GET /api/v1/reports/:id/sharing': defineRoute({
    summary: 'How a report can be shown outside, and its public links',
    permission: 'report.write',
    tenant: 'tenant',
    audit: { action: 'report.sharing', when: 'denied' },
    input: { params: byId },
    output: reportSharing,
    errors: [],
  }),
  'POST /api/v1/reports/:id/links': defineRoute({
    summary: 'Create a public link to a report; its address is shown once',
    permission: 'report.write',
    tenant: 'tenant',
    audit: { action: 'report.link-create', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({
        name,
        filters: signedFilters.default({}),
        days: z.int().min(1, 'Choose at least one day.').max(MAX_LINK_DAYS, `Choose at most ${MAX_LINK_DAYS} days.`),
      }),
    },
    output: z.object({ link: reportLink, /** Its path and fragment, below the portal's address. */ path: z.string() }),
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'DELETE /api/v1/reports/:id/links/:link': defineRoute({
    summary: 'Revoke a public link',
    permission: 'report.write',
    tenant: 'tenant',
    audit: { action: 'report.link-revoke', when: 'always' },
    input: { params: z.strictObject({ id: z.uuid(), link: z.uuid() }) },
    output: reportSharing,
    errors: [],
  }),
  'GET /api/v1/embed/report': defineRoute({
    ...frame,
    summary: 'Read the report of a signed token or a public link',
    audit: { action: 'embed.read', when: 'always' },
    input: {},
    output: embeddedReport,
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/embed/run': defineRoute({
    ...frame,
    summary: 'Run the report of a signed token or a public link',
    readOnly: true,
    audit: { action: 'embed.run', when: 'denied' },
    input: { body: reportState },
    output: reportEvent,
    stream: 'ndjson',
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/embed/choices': defineRoute({
    ...frame,
    summary: 'List what the controls of that report offer',
    readOnly: true,
    audit: { action: 'embed.choices', when: 'denied' },
    input: { body: embeddedChoice },
    output: queryResult,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
