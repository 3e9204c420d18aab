import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import {
  CONFLUENCE_FAILURES,
  CONFLUENCE_KINDS,
  KNOWLEDGE_FAILURES,
  KNOWLEDGE_RUN_STATUSES,
  KNOWLEDGE_SKIPS,
} from './values/knowledge-words.ts';
import { visibleLine } from './values/visible-text.ts';

const name = z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(100, 'Use at most 100 characters.');
const kind = z.enum(CONFLUENCE_KINDS);

/** Whether its host may be reached is judged by the server. */
const url = z
  .string()
  .trim()
  .max(500, 'Use at most 500 characters.')
  .refine(isConfluenceUrl, 'Enter an https address such as https://example.atlassian.net, without a user name.');

function isConfluenceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return protocol === 'https:' && [username, password, search, hash].every((part) => part === '');
}

/** The account of an API token; null for a personal access token. */
const email = z.email('Enter the email address of the token’s account.').max(254).nullable();
const token = z.string().trim().min(1, 'Enter the token.').max(2000, 'Use at most 2000 characters.');
const space = z.strictObject({ key: z.string().min(1).max(255), name: z.string().overwrite(visibleLine).max(255) });
const spaces = z.array(space).min(1, 'Choose at least one space.').max(200, 'Choose at most 200 spaces.');
const commonGroups = z.array(z.string().trim().toLowerCase().min(1).max(255)).max(20);

export const confluenceFailure = z.enum(CONFLUENCE_FAILURES);
export type ConfluenceFailure = z.infer<typeof confluenceFailure>;
const knowledgeFailure = z.enum(KNOWLEDGE_FAILURES);
export type KnowledgeFailure = z.infer<typeof knowledgeFailure>;

const skip = z.object({ title: z.string(), reason: z.enum(KNOWLEDGE_SKIPS) });
export type KnowledgeSkip = z.infer<typeof skip>;

const run = z.object({
  id: z.uuid(),
  status: z.enum(KNOWLEDGE_RUN_STATUSES),
  /** It reads all ids and restrictions, not only what changed. */
  complete: z.boolean(),
  /** Email address; null for the schedule. */
  startedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Pages or files that are done, of those that are known so far. */
  progress: z.object({ done: z.int(), of: z.int() }),
  /** Documents: pages, attachments and files. */
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  skipped: z.int(),
  /** The first 50 of those that were skipped. */
  skips: z.array(skip),
  failure: knowledgeFailure.nullable(),
});
export type KnowledgeRun = z.infer<typeof run>;

/** A Confluence whose spaces the assistant answers from. Its token is never shown. */
const source = z.object({
  id: z.uuid(),
  name: z.string(),
  kind,
  url: z.string(),
  email: z.string().nullable(),
  spaces: z.array(z.object({ key: z.string(), name: z.string() })),
  commonGroups: z.array(z.string()),
  /** Documents with passages. */
  documents: z.int(),
  nextRunAt: z.iso.datetime(),
  /** Null before the first. */
  lastRun: run.nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type KnowledgeSource = z.infer<typeof source>;

/** A folder of Markdown files on the server, which its operator has named. Where it is there is not shown. */
const folder = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Documents with passages. */
  documents: z.int(),
  nextRunAt: z.iso.datetime(),
  /** Null before the first. */
  lastRun: run.nullable(),
});
export type KnowledgeFolder = z.infer<typeof folder>;

const sources = z.object({ /** By name. */ sources: z.array(source), /** By name. */ folders: z.array(folder) });
export type KnowledgeSources = z.infer<typeof sources>;

const draft = z.strictObject({ name, kind, url, email, token, spaces, commonGroups });
export type KnowledgeSourceDraft = z.output<typeof draft>;
/** The stored token is used on where it is left out, which needs the same address, kind and account. */
const change = draft.partial();
export type KnowledgeSourceChange = z.output<typeof change>;

const connection = z.strictObject({
  /** Whose stored token is used where none is given. */
  source: z.uuid().nullable(),
  kind,
  url,
  email,
  token: token.nullable(),
});
export type ConfluenceConnection = z.output<typeof connection>;

const connectionTest = z.object({
  failure: confluenceFailure.nullable(),
  /** Those that the account of the token may read, by name. */
  spaces: z.array(z.object({ key: z.string(), name: z.string() })),
});
export type ConnectionTest = z.infer<typeof connectionTest>;

const runs = z.object({ /** The newest first, 50 at most. */ runs: z.array(run) });
export type KnowledgeRuns = z.infer<typeof runs>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const knowledgeSourceRoutes = {
  'GET /api/v1/knowledge-sources': defineRoute({
    ...administration,
    summary: 'List the Confluence sites and the folders that the assistant answers from',
    audit: { action: 'knowledge-source.list', when: 'denied' },
    input: {},
    output: sources,
    errors: [],
  }),
  'POST /api/v1/knowledge-sources': defineRoute({
    ...administration,
    summary: 'Add spaces of a Confluence site; they are read in the background',
    audit: { action: 'knowledge-source.create', when: 'always' },
    input: { body: draft },
    output: source,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/knowledge-sources/test': defineRoute({
    ...administration,
    summary: 'Sign in to a Confluence site and list the spaces that can be read there',
    audit: { action: 'knowledge-source.test', when: 'always' },
    input: { body: connection },
    output: connectionTest,
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/knowledge-sources/:id': defineRoute({
    ...administration,
    summary: 'Change a Confluence site; passages of spaces that are no longer chosen are removed at once',
    audit: { action: 'knowledge-source.change', when: 'always' },
    input: { params: byId, body: change },
    output: source,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/knowledge-sources/:id': defineRoute({
    ...administration,
    summary: 'Disconnect a Confluence site and remove all of its passages',
    audit: { action: 'knowledge-source.delete', when: 'always' },
    input: { params: byId },
    output: z.object({ deleted: z.literal(true) }),
    errors: [],
  }),
  'GET /api/v1/knowledge-sources/:id/runs': defineRoute({
    ...administration,
    summary: 'List the last runs that read a Confluence site or a folder',
    audit: { action: 'knowledge-source.runs', when: 'denied' },
    input: { params: byId },
    output: runs,
    errors: [],
  }),
  'POST /api/v1/knowledge-sources/:id/runs': defineRoute({
    ...administration,
    summary: 'Read all of a Confluence site’s spaces, or of a folder, now',
    audit: { action: 'knowledge-source.run', when: 'always' },
    input: { params: byId },
    output: z.union([source, folder]),
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/knowledge-sources/:id/cancel': defineRoute({
    ...administration,
    summary: 'Cancel the run that reads a Confluence site or a folder',
    audit: { action: 'knowledge-source.cancel', when: 'always' },
    input: { params: byId },
    output: z.union([source, folder]),
    errors: ['CONFLICT'],
  }),
} as const;
