import { isRoutable, localize, NOT_ROUTABLE, type IconName, type InboxChange, type Language } from '@rise/contract';
import { Failure } from '../kernel/failure.ts';
import type { ItemRow, StoredText } from './inbox.sql.ts';

/** Items of each kind that a person keeps. */
export const MOST_ITEMS = 500;

/** An item as its reader sees it. */
export function told(row: ItemRow, language: Language) {
  return {
    ...row,
    icon: row.icon as IconName | null,
    title: inWords(row.title, language),
    description: inWords(row.description, language),
    time: row.time.toISOString(),
  };
}

function inWords(text: StoredText, language: Language): string {
  return typeof text === 'string' ? text : localize(text, language);
}

/**
 * The item with a person's changes. One that comes back whole comes with the portal's texts in one language: a text
 * that reads as it was told stays in all languages.
 */
export function changed(row: ItemRow, change: InboxChange, language: Language): ItemRow {
  const { id: _, time, title, description, ...rest } = change;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const text = (before: StoredText, after: string | undefined) =>
    after === undefined || after === inWords(before, language) ? before : after;
  const item: ItemRow = {
    ...row,
    ...given,
    title: text(row.title, title),
    description: text(row.description, description),
    time: time === undefined ? row.time : new Date(time),
  };
  if (!isRoutable(item))
    throw new Failure('VALIDATION_FAILED', undefined, [
      { field: NOT_ROUTABLE.path.join('.'), message: NOT_ROUTABLE.message },
    ]);
  return item;
}
