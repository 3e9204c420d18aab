import type { Named } from './comments.rules.ts';

/** A comment that is being written. */
export interface CommentDraft {
  text: string;
  /** People who were chosen for it. */
  people: Named[];
}

const EMPTY: CommentDraft = { text: '', people: [] };
const storageKey = (key: string) => `rise.comment-draft.${key}`;

/** What was being written when the panel was last closed. */
export function readDraft(key: string): CommentDraft {
  try {
    const value = JSON.parse(localStorage.getItem(storageKey(key)) ?? 'null') as CommentDraft | null;
    return typeof value?.text === 'string' && Array.isArray(value.people) ? value : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function writeDraft(key: string, draft: CommentDraft): void {
  try {
    if (draft.text.trim() === '') localStorage.removeItem(storageKey(key));
    else localStorage.setItem(storageKey(key), JSON.stringify(draft));
  } catch {
    // Without storage, a comment is lost only if the panel is closed before it is sent.
  }
}
