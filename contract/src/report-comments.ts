import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { partId } from './report-tiles.ts';
import { fieldName } from './values/field-name.ts';
import { versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';

/** Of one comment, in characters. */
export const COMMENT_LENGTH = 2000;

const line = (length: number) => z.string().overwrite(visibleLine).min(1).max(length);

/** A point of a tile. */
const place = z.strictObject({
  /** As its author read it: 'Texas · Net worth ratio'. */
  text: line(300),
  /** The figure. */
  measure: fieldName.nullable(),
  /** Values of the tile's dimensions there. */
  values: z.record(z.string().max(100), z.string().max(200)).refine((values) => Object.keys(values).length <= 20, {
    message: 'Use at most 20 values.',
  }),
});

/** What the author of a thread saw there. */
const seen = z.strictObject({
  /** As shown, in the author's language. */
  value: line(100),
  /** As received, which is what a later value is compared with. */
  figure: line(100),
  /** Of the data. */
  asOf: z.iso.date().nullable(),
  dataVersion: versionNumber.nullable(),
});

const content = {
  text: z.string().trim().min(1, 'Write a comment.').max(COMMENT_LENGTH, `Use at most ${COMMENT_LENGTH} characters.`),
  /** Accounts of people whom the text names as `@name`. */
  mentions: z.array(z.uuid()).max(20, 'Mention at most 20 people.').default([]),
};

export const newCommentThread = z.strictObject({
  /** Null: the report as a whole. */
  tile: partId.nullable(),
  place: place.nullable(),
  seen: seen.nullable(),
  ...content,
});
export type NewCommentThread = z.infer<typeof newCommentThread>;

export const newComment = z.strictObject(content);
export type NewComment = z.infer<typeof newComment>;

const person = z.object({ /** Null for an account that is gone. */ account: z.uuid().nullable(), name: z.string() });

export const reportComment = z.object({
  id: z.uuid(),
  /** With the name at the time of writing. */
  author: person,
  /** Plain; empty where the comment was deleted. */
  text: z.string(),
  /** With the names that the text has. */
  mentions: z.array(z.object({ account: z.uuid(), name: z.string() })),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** Comments that others replied to stay without their text. */
  deletedAt: z.iso.datetime().nullable(),
  isOwn: z.boolean(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type ReportComment = z.infer<typeof reportComment>;

export const commentThread = z.object({
  id: z.uuid(),
  tile: partId.nullable(),
  place: place.nullable(),
  seen: seen.nullable(),
  /** The oldest first. */
  comments: z.array(reportComment).min(1),
  resolvedAt: z.iso.datetime().nullable(),
  /** Name of the person who resolved it. */
  resolvedBy: z.string().nullable(),
  can: z.object({ resolve: z.boolean(), reopen: z.boolean() }),
});
export type CommentThread = z.infer<typeof commentThread>;

/** A person who may open the report. */
export const mentionable = z.object({ account: z.uuid(), name: z.string(), email: z.string() });
export type Mentionable = z.infer<typeof mentionable>;

const byId = z.strictObject({ id: z.uuid() });
const byThread = z.strictObject({ id: z.uuid(), thread: z.uuid() });
const byComment = z.strictObject({ id: z.uuid(), thread: z.uuid(), comment: z.uuid() });
const nothing = z.strictObject({});

/** Everybody may comment on what they may open; for others the report is NOT_FOUND. */
const own = { permission: 'report.read', tenant: 'tenant' } as const;

export const reportCommentRoutes = {
  'GET /api/v1/reports/:id/comments': defineRoute({
    ...own,
    summary: 'List the threads of comments on a report, the newest first',
    audit: { action: 'report-comment.list', when: 'denied' },
    input: { params: byId },
    output: z.object({ threads: z.array(commentThread) }),
    errors: [],
  }),
  'GET /api/v1/reports/:id/comments/people': defineRoute({
    ...own,
    summary: 'List the people who may open a report, and can thus be mentioned, by name',
    audit: { action: 'report-comment.people', when: 'denied' },
    input: { params: byId },
    output: z.object({ people: z.array(mentionable) }),
    errors: [],
  }),
  'POST /api/v1/reports/:id/comments': defineRoute({
    ...own,
    summary: 'Start a thread on a report, one of its tiles, or a point of it; people who are mentioned are notified',
    audit: { action: 'report-comment.start', when: 'always' },
    input: { params: byId, body: newCommentThread },
    output: commentThread,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/comments/:thread/replies': defineRoute({
    ...own,
    summary: 'Reply in an open thread; those who wrote in it and those who are mentioned are notified',
    audit: { action: 'report-comment.reply', when: 'always' },
    input: { params: byThread, body: newComment },
    output: commentThread,
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment': defineRoute({
    ...own,
    summary: 'Change the caller’s own comment; people who are mentioned in addition are notified',
    audit: { action: 'report-comment.edit', when: 'always' },
    input: { params: byComment, body: newComment },
    output: commentThread,
    errors: [],
  }),
  'DELETE /api/v1/reports/:id/comments/:thread/replies/:comment': defineRoute({
    ...own,
    summary:
      'Delete a comment, and with the last one its thread: the caller’s own, or any for those who manage the workspace',
    audit: { action: 'report-comment.delete', when: 'always' },
    input: { params: byComment },
    output: z.object({ /** Null: it is gone. */ thread: commentThread.nullable() }),
    errors: [],
  }),
  'POST /api/v1/reports/:id/comments/:thread/resolve': defineRoute({
    ...own,
    summary: 'Resolve a thread: for those who wrote in it, and those who may edit the workspace',
    audit: { action: 'report-comment.resolve', when: 'always' },
    input: { params: byThread, body: nothing },
    output: commentThread,
    errors: [],
  }),
  'POST /api/v1/reports/:id/comments/:thread/reopen': defineRoute({
    ...own,
    summary: 'Reopen a resolved thread, for those who may resolve it',
    audit: { action: 'report-comment.reopen', when: 'always' },
    input: { params: byThread, body: nothing },
    output: commentThread,
    errors: [],
  }),
} as const;
