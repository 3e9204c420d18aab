import { isRoutable, localize, NOT_ROUTABLE, type IconName, type InboxChange, type Language } from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ItemRow, StoredText } from './inbox.sql.ts';

/** Items of each kind that are stored per person. */
export const MAX_ITEMS = 500;

/** An item as its reader receives it. */
export function toItem(row: ItemRow, language: Language) {
  return {
    ...row,
    icon: row.icon as IconName | null,
    title: textIn(row.title, language),
    description: textIn(row.description, language),
    time: row.time.toISOString(),
  };
}

function textIn(text: StoredText, language: Language): string {
  return typeof text === 'string' ? text : localize(text, language);
}

/**
 * The item after a person's change. A client may send an entire item back, with our texts in one language: a text that
 * is unchanged in that language keeps all its languages.
 */
export function applyChange(row: ItemRow, change: InboxChange, language: Language): ItemRow {
  const { id: _, time, title, description, ...rest } = change;
  const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const text = (before: StoredText, after: string | undefined) =>
    after === undefined || after === textIn(before, language) ? before : after;
  const item: ItemRow = {
    ...row,
    ...changes,
    title: text(row.title, title),
    description: text(row.description, description),
    time: time === undefined ? row.time : new Date(time),
  };
  if (!isRoutable(item))
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: NOT_ROUTABLE.path.join('.'), message: NOT_ROUTABLE.message },
    ]);
  return item;
}
