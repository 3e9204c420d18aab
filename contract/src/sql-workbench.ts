import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { MAX_SQL_LENGTH, sqlParameters } from './sql-query.ts';
import { fieldName } from './values/field-name.ts';
import { versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';

/** A parameter of a statement as entered: its text need not be a value of its type yet. A list has one value a line. */
export const sqlParameterEntry = z.strictObject({
  name: fieldName,
  type: z.enum(['text', 'number', 'date', 'switch', 'list', 'numbers']),
  text: z.string().max(20_000),
});
export type SqlParameterEntry = z.infer<typeof sqlParameterEntry>;

const entries = z.array(sqlParameterEntry).max(30);
const sql = z.string().max(MAX_SQL_LENGTH, `Write at most ${MAX_SQL_LENGTH} characters.`);
const revision = versionNumber;

const tabContent = {
  title: z.string().overwrite(visibleLine).max(80),
  sql,
  parameters: entries,
  /** The saved query that it was opened from. */
  savedQuery: z.uuid().nullable(),
};
export const sqlTab = z.object({ id: z.uuid(), ...tabContent, revision, updatedAt: z.iso.datetime() });
export type SqlTab = z.infer<typeof sqlTab>;

/** A statement that the caller ran. */
export const sqlHistoryEntry = z.object({
  number: z.int(),
  sql: z.string(),
  parameters: sqlParameters,
  kind: z.enum(['run', 'export']),
  outcome: z.enum(['done', 'failed', 'canceled']),
  /** What the statement's author can correct. */
  problem: z.string().nullable(),
  startedAt: z.iso.datetime(),
  elapsedMs: z.number(),
  /** Null where it did not finish. */
  rowCount: z.int().nullable(),
  truncated: z.boolean(),
  dataVersion: z.int(),
});
export type SqlHistoryEntry = z.infer<typeof sqlHistoryEntry>;

const queryContent = {
  name: z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(80),
  description: z.string().trim().max(1000).default(''),
  sql: sql.min(1, 'Enter a SELECT statement.'),
  parameters: entries.default([]),
  /** Everybody in the tenant who may run SQL finds it; each runs it with their own rights. */
  shared: z.boolean().default(false),
};
export const savedQuery = z.object({
  id: z.uuid(),
  ...queryContent,
  revision,
  /** The author's email address; null for the server itself. */
  author: z.string().nullable(),
  isOwn: z.boolean(),
  can: z.object({ change: z.boolean(), delete: z.boolean() }),
  updatedAt: z.iso.datetime(),
});
export type SavedQuery = z.infer<typeof savedQuery>;
export const newSavedQuery = z.strictObject(queryContent);
export type NewSavedQuery = z.output<typeof newSavedQuery>;

/**
 * What comes next on the way from a saved query to a report of its rows: a `table` that a copy fills, its first `load`, a
 * `dataset` of the model over it, a `workspace` for the report, or the `report` itself.
 */
const QUERY_REPORT_STEPS = ['table', 'load', 'dataset', 'workspace', 'report'] as const;

export const queryReport = z.object({
  next: z.enum(QUERY_REPORT_STEPS),
  /** The table that has its rows; null: none does. */
  table: z.string().nullable(),
  /** The copy that fills the table, for those who may manage it. */
  copy: z.uuid().nullable(),
  /** Whether the copy runs an older text of the query. */
  isOutdated: z.boolean(),
  /** The dataset of the model over the table; null without one. */
  dataset: z.string().nullable(),
  /** The permission that the caller lacks for what comes next; null where they may do it. */
  lacks: z.enum(['data.manage', 'model.manage', 'report.write']).nullable(),
  /** Names of people who may do it, at most five. */
  ask: z.array(z.string()),
});
export type QueryReport = z.infer<typeof queryReport>;

const own = { permission: 'query.sql', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });
/** The revision that the change was made to: CONFLICT where it is no longer the current one. */
const basedOn = revision;

export const sqlWorkbenchRoutes = {
  'GET /api/v1/sql/tabs': defineRoute({
    ...own,
    summary: 'List the caller’s open SQL tabs, oldest first',
    audit: { action: 'query.sql-tabs', when: 'denied' },
    input: {},
    output: z.object({ tabs: z.array(sqlTab) }),
    errors: [],
  }),
  'POST /api/v1/sql/tabs': defineRoute({
    ...own,
    summary: 'Open a SQL tab',
    audit: { action: 'query.open-tab', when: 'denied' },
    input: { body: z.strictObject(tabContent) },
    output: sqlTab,
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/sql/tabs/:id': defineRoute({
    ...own,
    summary: 'Save the content of a SQL tab',
    audit: { action: 'query.save-tab', when: 'denied' },
    input: { params: byId, body: z.strictObject({ ...tabContent, basedOn }) },
    output: sqlTab,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/sql/tabs/:id': defineRoute({
    ...own,
    summary: 'Close a SQL tab',
    audit: { action: 'query.close-tab', when: 'denied' },
    input: { params: byId },
    output: z.object({ id: z.uuid() }),
    errors: [],
  }),
  'GET /api/v1/sql/history': defineRoute({
    ...own,
    summary: 'List the statements that the caller ran, newest first',
    audit: { action: 'query.sql-history', when: 'denied' },
    input: {},
    output: z.object({ entries: z.array(sqlHistoryEntry) }),
    errors: [],
  }),
  'DELETE /api/v1/sql/history': defineRoute({
    ...own,
    summary: 'Clear the list of statements that the caller ran',
    audit: { action: 'query.clear-history', when: 'always' },
    input: {},
    output: z.object({ deleted: z.int() }),
    errors: [],
  }),
  'GET /api/v1/sql/queries': defineRoute({
    ...own,
    summary: 'List the caller’s saved queries and those shared with the tenant, by name',
    audit: { action: 'query.list-saved', when: 'denied' },
    input: {},
    output: z.object({ queries: z.array(savedQuery) }),
    errors: [],
  }),
  'POST /api/v1/sql/queries': defineRoute({
    ...own,
    summary: 'Save a query',
    audit: { action: 'query.save', when: 'always' },
    input: { body: newSavedQuery },
    output: savedQuery,
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/sql/queries/:id': defineRoute({
    ...own,
    summary: 'Change a saved query of the caller',
    audit: { action: 'query.change-saved', when: 'always' },
    input: { params: byId, body: z.strictObject({ ...queryContent, basedOn }) },
    output: savedQuery,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/sql/queries/:id/report': defineRoute({
    ...own,
    summary: 'Read what comes next on the way from a saved query to a report of its rows',
    audit: { action: 'query.report-of-saved', when: 'denied' },
    input: { params: byId },
    output: queryReport,
    errors: [],
  }),
  'DELETE /api/v1/sql/queries/:id': defineRoute({
    ...own,
    summary: 'Delete a saved query',
    audit: { action: 'query.delete-saved', when: 'always' },
    input: { params: byId },
    output: z.object({ id: z.uuid() }),
    errors: [],
  }),
} as const;
