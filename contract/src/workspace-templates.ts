import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { localizedText } from './values/text.ts';
import { basisNumber, versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';
import { WORKSPACE_COLORS, WORKSPACE_ICONS } from './values/workspace-words.ts';
import { workspace } from './workspaces.ts';

const line = z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(80, 'Use at most 80 characters.');
const words = z.string().trim().min(1, 'Enter a description.').max(500, 'Use at most 500 characters.');

/** Ids of the tenants that may add the template; null: all. */
const audience = z.array(z.uuid()).min(1, 'Choose at least one tenant.').max(1000).nullable();

/** What a template is called and for whom it is: readers of both languages see it. */
export const templatePublication = z.strictObject({
  name: z.strictObject({ en: line, tr: line }),
  description: z.strictObject({ en: words, tr: words }),
  tenants: audience,
  /** What is new; shown to the tenants. */
  note: z.string().trim().max(500, 'Use at most 500 characters.'),
  /** The version that was seen; 0: none yet. */
  basedOn: basisNumber,
});
export type TemplatePublication = z.infer<typeof templatePublication>;

export const namedTenant = z.object({ id: z.uuid(), name: z.string() });
export type NamedTenant = z.infer<typeof namedTenant>;

const publishedVersion = z.object({
  number: versionNumber,
  note: z.string(),
  publishedAt: z.iso.datetime(),
});

const shown = {
  id: z.uuid(),
  name: localizedText,
  description: localizedText,
  icon: z.enum(WORKSPACE_ICONS),
  color: z.enum(WORKSPACE_COLORS),
};

/** A template as those see it who publish. */
export const publishedTemplate = z.object({
  ...shown,
  version: versionNumber,
  tenants: audience,
  withdrawnAt: z.iso.datetime().nullable(),
  /** The tenant that it is published from; null where that is gone. */
  source: namedTenant.nullable(),
  /** The latest first. */
  versions: z.array(publishedVersion.extend({ author: z.string().nullable(), reports: z.int() })),
  /** Tenants that have added it, with the version that each has. */
  users: z.array(z.object({ tenant: z.string(), version: versionNumber })),
});
export type PublishedTemplate = z.infer<typeof publishedTemplate>;

/** What publishing a workspace would come to. */
export const publicationPreview = z.object({
  /** Null: it is not published yet. */
  template: publishedTemplate.nullable(),
  reports: z.array(
    z.object({
      title: localizedText,
      change: z.enum(['added', 'changed', 'same']),
      /** Why it cannot be published; empty: it can. */
      problems: z.array(z.string()),
    }),
  ),
  /** Titles of the reports that the last version has, and the next one has not. */
  removed: z.array(localizedText),
  /** Tenants to choose from. */
  tenants: z.array(namedTenant),
});
export type PublicationPreview = z.infer<typeof publicationPreview>;

const titles = z.array(localizedText);

/** A template as a tenant sees it. */
export const offeredTemplate = z.object({
  ...shown,
  version: versionNumber,
  /** The latest first; empty where it is not offered any more. */
  history: z.array(publishedVersion),
  reports: z.array(
    z.object({
      title: localizedText,
      purpose: localizedText,
      /** Names of what the tenant's model lacks for it, or has otherwise; empty: it can be shown. */
      lacks: z.array(z.string()),
    }),
  ),
  /** Whether it can be added or updated: it was not withdrawn, and is for this tenant. */
  isOffered: z.boolean(),
  /** Null: the tenant has not added it. */
  use: z
    .object({
      workspace: z.uuid(),
      isArchived: z.boolean(),
      version: versionNumber,
      /** What an update changes for the tenant's readers; null: there is none. */
      update: z
        .object({
          added: titles,
          changed: titles,
          /** They are archived and become the tenant's own. */
          removed: titles,
          /** The new version does not fit the model: they stay as they are. */
          staying: titles,
        })
        .nullable(),
    })
    .nullable(),
});
export type OfferedTemplate = z.infer<typeof offeredTemplate>;

const byId = z.strictObject({ id: z.uuid() });
const seen = z.strictObject({ /** The template’s, as read. */ version: versionNumber });
/** In the tenant that the caller has entered. */
const publishes = { permission: 'global.administer', tenant: 'tenant' } as const;
const manages = { permission: 'global.administer', tenant: 'global' } as const;
const uses = { permission: 'tenant.administer', tenant: 'tenant' } as const;

export const workspaceTemplateRoutes = {
  'GET /api/v1/workspaces/:id/template': defineRoute({
    ...publishes,
    summary: 'Read what publishing a workspace as a template would come to, and what it is published as',
    audit: { action: 'workspace-template.preview', when: 'denied' },
    input: { params: byId },
    output: publicationPreview,
    errors: [],
  }),
  'POST /api/v1/workspaces/:id/template': defineRoute({
    ...publishes,
    summary: 'Publish the published reports of a workspace as the next version of its template',
    audit: { action: 'workspace-template.publish', when: 'always' },
    input: { params: byId, body: templatePublication },
    output: publishedTemplate,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/workspaces/:id/fork': defineRoute({
    ...uses,
    summary:
      'Copy the reports of a workspace that follows a template into a new workspace of the tenant; later changes can be merged',
    audit: { action: 'workspace.fork', when: 'always' },
    input: { params: byId, body: z.strictObject({ name: line }) },
    output: workspace,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/global/workspace-templates': defineRoute({
    ...manages,
    summary: 'List the published templates with their versions and the tenants that use them',
    audit: { action: 'workspace-template.administer', when: 'denied' },
    input: {},
    output: z.object({ templates: z.array(publishedTemplate), tenants: z.array(namedTenant) }),
    errors: [],
  }),
  'PATCH /api/v1/global/workspace-templates/:id': defineRoute({
    ...manages,
    summary: 'Choose which tenants may add a template; those that use it keep what they have',
    audit: { action: 'workspace-template.audience', when: 'always' },
    input: { params: byId, body: z.strictObject({ tenants: audience }) },
    output: publishedTemplate,
    errors: [],
  }),
  'POST /api/v1/global/workspace-templates/:id/withdraw': defineRoute({
    ...manages,
    summary: 'Withdraw a template: nobody can add it any more, and tenants that use it keep what they have',
    audit: { action: 'workspace-template.withdraw', when: 'always' },
    input: { params: byId },
    output: publishedTemplate,
    errors: [],
  }),
  'POST /api/v1/global/workspace-templates/:id/offer': defineRoute({
    ...manages,
    summary: 'Offer a withdrawn template again',
    audit: { action: 'workspace-template.offer', when: 'always' },
    input: { params: byId },
    output: publishedTemplate,
    errors: [],
  }),
  'GET /api/v1/workspace-templates': defineRoute({
    ...uses,
    summary: 'List the templates that the tenant may add, and those that it uses, with what its own model lacks',
    audit: { action: 'workspace-template.list', when: 'denied' },
    input: {},
    output: z.object({ templates: z.array(offeredTemplate) }),
    errors: [],
  }),
  'POST /api/v1/workspace-templates/:id/add': defineRoute({
    ...uses,
    summary: 'Add a workspace that follows a template, with the reports that the tenant’s model can show',
    audit: { action: 'workspace-template.add', when: 'always' },
    input: { params: byId, body: seen },
    output: workspace,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/workspace-templates/:id/update': defineRoute({
    ...uses,
    summary: 'Take over the latest version of a template into the workspace that follows it',
    audit: { action: 'workspace-template.update', when: 'always' },
    input: { params: byId, body: seen },
    output: workspace,
    errors: ['CONFLICT'],
  }),
} as const;
