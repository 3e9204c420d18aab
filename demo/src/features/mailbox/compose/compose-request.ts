import type { ReplyKind } from '../reply.rules.ts';

/** What `?compose=` in the address opens: a new mail, a draft by its id, or an answer to a mail. */
export type ComposeRequest =
  | { readonly kind: 'new' }
  | { readonly kind: 'draft'; readonly id: string }
  | { readonly kind: ReplyKind; readonly id: string };

export const NEW = 'new';
const REPLY = /^(reply|reply-all|forward)\.(.+)$/;

export const composeReply = (kind: ReplyKind, id: string): string => `${kind}.${id}`;

export function readComposeRequest(text: string): ComposeRequest {
  if (text === NEW) return { kind: 'new' };
  const [, kind, id] = REPLY.exec(text) ?? [];
  return kind === undefined ? { kind: 'draft', id: text } : { kind: kind as ReplyKind, id: id! };
}
