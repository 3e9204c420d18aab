import type { CommentThread, LocalizedText, NewComment, ReportComment } from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';
import type { CommentRow, ThreadRow } from './report-comments.sql.ts';

/** A person who reads or writes comments on a report. */
export interface Reader {
  readonly accountId: string;
  /** Whether they may edit what is in the workspace. */
  readonly canEdit: boolean;
  readonly canManage: boolean;
}

interface Named {
  readonly account: string;
  readonly name: string;
}

/** A thread as a person finds it, with its comments in their order. */
export function toThread(
  { resolvedAt, ...row }: ThreadRow,
  comments: readonly CommentRow[],
  reader: Reader,
): CommentThread {
  const decides = reader.canEdit || comments.some((comment) => wrote(reader, comment));
  return {
    ...row,
    comments: comments.map((comment) => toComment(comment, reader)),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    can: { resolve: decides && resolvedAt === null, reopen: decides && resolvedAt !== null },
  };
}

function toComment(row: CommentRow, reader: Reader): ReportComment {
  const { id, accountId, author, text, mentions, createdAt, editedAt, deletedAt } = row;
  const isOwn = accountId === reader.accountId;
  const isLeft = deletedAt === null;
  return {
    id,
    author: { account: accountId, name: author },
    text,
    mentions,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    isOwn,
    can: { edit: isLeft && isOwn, delete: isLeft && (isOwn || reader.canManage) },
  };
}

const wrote = ({ accountId }: Reader, comment: CommentRow): boolean =>
  comment.deletedAt === null && comment.accountId === accountId;

/**
 * The people whom a comment mentions, each once. VALIDATION_FAILED names those of the tenant who may not open the report;
 * others are not known here.
 */
export function mentioned(
  { mentions }: Pick<NewComment, 'mentions'>,
  { colleagues, readers }: { colleagues: readonly Named[]; readers: readonly Named[] },
): Named[] {
  const ids = [...new Set(mentions)];
  const unable = ids.filter((id) => readers.every(({ account }) => account !== id));
  if (unable.length > 0) {
    const names = unable.flatMap((id) => colleagues.find(({ account }) => account === id)?.name ?? []);
    const message =
      names.length === unable.length
        ? `${names.join(', ')} can’t open this report. Give them access to its workspace, or remove the mention.`
        : 'A mentioned person does not belong to your organization. Remove the mention.';
    throw new UserError('VALIDATION_FAILED', message, [{ field: 'mentions', message }]);
  }
  return ids.map((id) => {
    const { account, name } = readers.find((reader) => reader.account === id)!;
    return { account, name };
  });
}

/** What is deleted along with a comment, or left empty, since others replied to it. */
export function afterDeleting(comments: readonly CommentRow[], id: string): { empty: string | null; remove: string[] } {
  const last = comments.findLastIndex((comment) => comment.id !== id && comment.deletedAt === null);
  const at = comments.findIndex((comment) => comment.id === id);
  // Nothing is after it but comments that are deleted already.
  if (at > last) return { empty: null, remove: comments.slice(last + 1).map((comment) => comment.id) };
  return { empty: id, remove: [] };
}

const EXCERPT = 200;
const excerptOf = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, ' ')];
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : characters.join('');
};

/** Texts of a notification about a comment. */
export function noticeOf(
  kind: 'mention' | 'reply',
  { author, text, report }: { author: string; text: string; report: LocalizedText },
): { title: LocalizedText; description: LocalizedText } {
  const excerpt = excerptOf(text);
  return {
    title:
      kind === 'mention'
        ? { en: `${author} mentioned you in a comment`, tr: `${author} bir yorumda sizden bahsetti` }
        : { en: `${author} replied to a thread of yours`, tr: `${author} katıldığınız bir yazışmayı yanıtladı` },
    description: { en: `${report.en}: ${excerpt}`, tr: `${report.tr ?? report.en}: ${excerpt}` },
  };
}
