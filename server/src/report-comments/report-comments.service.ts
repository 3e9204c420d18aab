import type { CommentThread, Mentionable, NewComment, NewCommentThread } from '@rise/contract';
import { notify } from '../inbox/inbox.service.ts';
import { withoutMuting } from '../notification-choices/notification-choices.service.ts';
import { accountOf, SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { listReaders, requireReport, type OpenReport } from '../reports/report-documents.service.ts';
import { listColleagues, type Colleague } from '../workspaces/workspaces.service.ts';
import { afterDeleting, mentioned, noticeOf, toThread, type Reader } from './comments.rules.ts';
import type { CommentMail, CommentMailService } from './comment-mail.service.ts';
import * as sql from './report-comments.sql.ts';

/** On one report. */
const MAX_COMMENTS = 2000;
const MAX_REPLIES = 200;

interface InThread {
  readonly id: string;
  readonly thread: string;
}
interface OneComment extends InThread {
  readonly comment: string;
}

/** A report whose comments are changed by a person who may open it. */
interface Writing {
  readonly tx: TenantTx;
  readonly reader: Reader;
  readonly open: OpenReport;
  /** Those of the tenant's people who may open the report, and all of them. */
  readonly readers: readonly Colleague[];
  readonly colleagues: readonly Colleague[];
  /** The writer's. */
  readonly name: string;
  /** What is mailed once all is stored. */
  readonly mails: CommentMail[];
}

/** Comments on reports. Those on a report that a person may not open are NOT_FOUND for them. */
export class ReportCommentService {
  readonly #database: Database;
  readonly #mails: CommentMailService;

  constructor({ database, mails }: { database: Database; mails: CommentMailService }) {
    this.#database = database;
    this.#mails = mails;
  }

  list(actor: TenantActor, report: string): Promise<CommentThread[]> {
    const accountId = accountOf(actor);
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const reader = toReader(accountId, await requireReport(tx, actor, report));
        const [threads, comments] = await Promise.all([
          sql.listThreads(tx, report, null),
          sql.listComments(tx, report, null),
        ]);
        const byThread = new Map(threads.map(({ id }) => [id, [] as sql.CommentRow[]]));
        for (const comment of comments) byThread.get(comment.threadId)?.push(comment);
        return threads.map((thread) => toThread(thread, byThread.get(thread.id)!, reader));
      },
      'reads',
    );
  }

  /** The people of the tenant who may open the report. */
  async people(actor: TenantActor, report: string): Promise<Mentionable[]> {
    await this.#database.withTenant(actor, (tx) => requireReport(tx, actor, report), 'reads');
    const colleagues = await listColleagues(this.#database, actor.tenantId);
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const readers = await listReaders(tx, report, colleagues);
        return readers.map(({ account, name, email }) => ({ account, name, email }));
      },
      'reads',
    );
  }

  /** CONFLICT where there are too many comments; VALIDATION_FAILED for a mention of a person who may not open the report. */
  start(actor: TenantActor, report: string, { text, mentions, ...about }: NewCommentThread): Promise<CommentThread> {
    return this.#write(actor, report, async (writing) => {
      const { tx } = writing;
      const id = await sql.insertThread(tx, report, about);
      await addComment(writing, { id: report, thread: id }, { text, mentions });
      return requireThread(writing, { id: report, thread: id });
    });
  }

  /** CONFLICT as `start`, and in a resolved thread. */
  reply(actor: TenantActor, at: InThread, comment: NewComment): Promise<CommentThread> {
    return this.#write(actor, at.id, async (writing) => {
      const { comments, resolvedAt } = await requireThread(writing, at);
      if (resolvedAt !== null)
        throw new UserError('CONFLICT', 'This thread is resolved. Reopen it, or start another one.');
      if (comments.length >= MAX_REPLIES)
        throw new UserError('CONFLICT', `A thread can have ${MAX_REPLIES} comments at most. Start another one.`);
      await addComment(writing, at, comment);
      return requireThread(writing, at);
    });
  }

  edit(actor: TenantActor, at: OneComment, { text, mentions }: NewComment): Promise<CommentThread> {
    return this.#write(actor, at.id, async (writing) => {
      const thread = await requireThread(writing, at);
      const before = thread.comments.find(({ id }) => id === at.comment);
      if (!before?.can.edit) throw notFound();
      const people = mentioned({ mentions }, writing);
      await sql.updateComment(writing.tx, at.id, at.comment, { text, mentions: people });
      const former = new Set(before.mentions.map(({ account }) => account));
      await notifyOf(writing, at, text, { mention: people.filter(({ account }) => !former.has(account)) });
      return requireThread(writing, at);
    });
  }

  /** Null where the thread is deleted with its last comment. */
  delete(actor: TenantActor, at: OneComment): Promise<CommentThread | null> {
    return this.#write(actor, at.id, async (writing) => {
      const { tx } = writing;
      const thread = await requireThread(writing, at);
      if (!thread.comments.find(({ id }) => id === at.comment)?.can.delete) throw notFound();
      const { empty, remove } = afterDeleting(await sql.listComments(tx, at.id, at.thread), at.comment);
      if (remove.length === thread.comments.length) {
        await sql.deleteThread(tx, at.id, at.thread);
        return null;
      }
      if (empty !== null) await sql.emptyComment(tx, at.id, empty);
      await sql.deleteComments(tx, at.id, remove);
      return requireThread(writing, at);
    });
  }

  /** Resolves or reopens a thread; one that is so already stays as it is. */
  setResolved(actor: TenantActor, at: InThread, resolved: boolean): Promise<CommentThread> {
    return this.#write(actor, at.id, async (writing) => {
      const { can, ...thread } = await requireThread(writing, at);
      if (!can.resolve && !can.reopen) throw notFound();
      if ((thread.resolvedAt !== null) === resolved) return { ...thread, can };
      await sql.setResolved(writing.tx, at.id, at.thread, resolved ? writing.name : null);
      return requireThread(writing, at);
    });
  }

  /** Changes the comments on a report, one person at a time; open pages fetch them again. */
  async #write<T>(actor: TenantActor, report: string, work: (writing: Writing) => Promise<T>): Promise<T> {
    const accountId = accountOf(actor);
    const [name, colleagues] = await Promise.all([
      this.#database.withGlobal(SYSTEM, (tx) => sql.nameOfAccount(tx, accountId), 'reads'),
      listColleagues(this.#database, actor.tenantId),
    ]);
    const mails: CommentMail[] = [];
    const stored = await this.#database.withTenant(actor, async (tx) => {
      // It may run again from the start.
      mails.length = 0;
      const open = await requireReport(tx, actor, report);
      await sql.lockComments(tx, report);
      const readers = await listReaders(tx, report, colleagues);
      const result = await work({ tx, open, readers, colleagues, name, mails, reader: toReader(accountId, open) });
      await publish(tx, { kind: 'comments', to: { tenants: [tx.tenantId] }, data: { id: report } });
      return result;
    });
    await this.#mails.send(mails);
    return stored;
  }
}

async function requireThread({ tx, reader }: Writing, { id, thread }: InThread): Promise<CommentThread> {
  const [[row], comments] = await Promise.all([sql.listThreads(tx, id, thread), sql.listComments(tx, id, thread)]);
  if (!row) throw notFound();
  return toThread(row, comments, reader);
}

async function addComment(writing: Writing, at: InThread, { text, mentions }: NewComment): Promise<void> {
  const { tx, reader, name } = writing;
  if ((await sql.countComments(tx, at.id)) >= MAX_COMMENTS)
    throw new UserError('CONFLICT', `A report can have ${MAX_COMMENTS} comments at most. Delete some first.`);
  const people = mentioned({ mentions }, writing);
  const others = await sql.listComments(tx, at.id, at.thread);
  const { accountId } = reader;
  const comment = await sql.insertComment(tx, at.id, at.thread, { accountId, author: name, text, mentions: people });
  const reply = others.flatMap((comment) => (comment.deletedAt === null ? (comment.accountId ?? []) : []));
  await notifyOf(writing, { ...at, comment }, text, { mention: people, reply });
}

/** Notifies people who may open the report, each once, and never the writer. */
async function notifyOf(
  { tx, reader, name, open, readers, mails }: Writing,
  { id, thread, comment }: OneComment,
  text: string,
  { mention, reply = [] }: { mention: readonly { account: string }[]; reply?: readonly string[] },
): Promise<void> {
  const able = new Set(readers.map(({ account }) => account));
  able.delete(reader.accountId);
  const mentions = mention.map(({ account }) => account).filter((account) => able.has(account));
  const replies = reply.filter((account) => able.has(account) && !mentions.includes(account));
  const about = { tenantId: tx.tenantId, author: name, text, report: open.title };
  const link = `/reports/${id}?comment=${thread}`;
  if (mentions.length > 0)
    await notify(tx, mentions, { kind: 'mentions', icon: 'chat', ...noticeOf('mention', about), link });
  if (replies.length > 0)
    await notify(tx, replies, { kind: 'replies', icon: 'chat', ...noticeOf('reply', about), link });
  const mailed = {
    mention: await withoutMuting(tx, mentions, 'mentions', 'mail'),
    reply: await withoutMuting(tx, replies, 'replies', 'mail'),
  };
  mails.push(
    { ...about, kind: 'mention', reportId: id, thread, comment, accounts: mailed.mention },
    { ...about, kind: 'reply', reportId: id, thread, comment, accounts: mailed.reply },
  );
}

const toReader = (accountId: string, { canShare, canManage }: OpenReport): Reader => ({
  accountId,
  canEdit: canShare,
  canManage,
});
