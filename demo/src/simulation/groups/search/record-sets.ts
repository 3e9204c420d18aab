import type { DemoState } from '../../group.ts';
import type { Text } from '../../text.ts';
import { CATEGORIES, COURSES } from '../academy/catalog.ts';
import { FOLDERS } from '../mailbox/folders.ts';
import type { Candidate } from './record-search.ts';

/** Groups whose records are searched. */
export const SEARCHED = ['mailbox', 'chat', 'contacts', 'notes', 'scrumboard', 'inventory', 'fileManager'] as const;
export type Searched = Pick<DemoState, (typeof SEARCHED)[number]>;

export interface RecordSet {
  readonly id: 'mails' | 'chats' | 'notes' | 'boards' | 'cards' | 'courses' | 'products' | 'files';
  readonly label: { en: string; tr: string };
  readonly records: readonly object[];
  readonly asCandidate: (record: never) => Candidate;
}

const setOf = <T extends object>(
  id: RecordSet['id'],
  label: readonly [en: string, tr: string],
  records: readonly T[],
  asCandidate: (record: T) => Candidate,
): RecordSet => ({ id, label: { en: label[0], tr: label[1] }, records, asCandidate });

const nameOf = (contact: string) => contact.replace(/\s*<.*>$/, '');
const orUntitled = (title: Text): Text => (title === '' ? { en: 'Untitled', tr: 'Adsız' } : title);

/** Mails on a page of a folder, as specified. */
const MAILS_PER_PAGE = 10;

/** The address of a mail on its page of its folder, newest first. */
function mailHref(mails: Searched['mailbox']['mails'], mail: Searched['mailbox']['mails'][number]): string {
  const slug = FOLDERS.find(({ id }) => id === mail.folder)?.slug ?? 'inbox';
  const newer = mails.filter(({ folder, date }) => folder === mail.folder && date > mail.date).length;
  return `/apps/mailbox/${slug}/${Math.floor(newer / MAILS_PER_PAGE) + 1}/${mail.id}`;
}

/** The records of all apps that the specified search does not find, as sets. */
export function recordSets({
  mailbox,
  chat,
  contacts,
  notes,
  scrumboard,
  inventory,
  fileManager,
}: Searched): RecordSet[] {
  const people = new Map(contacts.contacts.map((contact) => [contact.id, contact]));
  const boards = new Map(scrumboard.boards.map((board) => [board.id, board]));
  const folders = new Map(fileManager.items.map((item) => [item.id, item]));
  return [
    setOf('mails', ['Mails', 'E-postalar'], mailbox.mails, (mail) => ({
      id: mail.id,
      title: mail.subject,
      texts: [mail.from.contact, mail.to, mail.content],
      detail: nameOf(mail.from.contact),
      link: () => mailHref(mailbox.mails, mail),
      icon: 'mail',
    })),
    setOf('chats', ['Conversations', 'Sohbetler'], chat.chats, (one) => ({
      id: one.id,
      title: people.get(one.contactId)?.name ?? orUntitled(''),
      texts: one.messages.map(({ value }) => value),
      detail: one.messages.at(-1)?.value ?? null,
      link: `/apps/chat/${one.id}`,
      icon: 'chat',
      avatar: people.get(one.contactId)?.avatar ?? null,
    })),
    setOf('notes', ['Notes', 'Notlar'], notes.notes, (note) => ({
      id: note.id,
      title: orUntitled(note.title),
      texts: [note.content, ...(note.tasks ?? []).map(({ content }) => content)],
      detail: note.content || null,
      link: `/apps/notes/${note.id}${note.archived ? '?show=archive' : ''}`,
      icon: 'note',
    })),
    setOf('boards', ['Boards', 'Panolar'], scrumboard.boards, (board) => ({
      id: board.id,
      title: orUntitled(board.title),
      texts: [board.description ?? ''],
      detail: board.description || null,
      link: `/apps/scrumboard/${board.id}`,
      icon: 'report',
    })),
    setOf('cards', ['Cards', 'Kartlar'], scrumboard.cards, (card) => ({
      id: card.id,
      title: card.title,
      texts: card.description === null ? [] : [card.description],
      detail: boards.get(card.boardId)?.title ?? null,
      link: `/apps/scrumboard/${card.boardId}/card/${card.id}`,
      icon: 'task',
    })),
    setOf('courses', ['Courses', 'Eğitimler'], COURSES, (course) => ({
      id: course.id,
      title: course.title,
      texts: [course.description],
      detail: CATEGORIES.find(({ slug }) => slug === course.category)?.title ?? null,
      link: `/apps/academy/${course.id}`,
      icon: 'bookmark',
    })),
    setOf('products', ['Products', 'Ürünler'], inventory.products, (product) => ({
      id: product.id,
      title: orUntitled(product.name),
      texts: [product.sku ?? '', product.barcode ?? '', product.description ?? ''],
      detail: product.sku,
      link: `/apps/ecommerce/inventory/${product.id}`,
      icon: 'table',
    })),
    setOf('files', ['Files', 'Dosyalar'], fileManager.items, (item) => ({
      id: item.id,
      title: item.name,
      texts: item.description === null ? [] : [item.description],
      detail: item.folderId === null ? null : (folders.get(item.folderId)?.name ?? null),
      link:
        item.type === 'folder'
          ? `/apps/file-manager/folders/${item.id}`
          : `/apps/file-manager${item.folderId === null ? '' : `/folders/${item.folderId}`}/details/${item.id}`,
      icon: item.type === 'folder' ? 'folder' : 'document',
    })),
  ];
}
