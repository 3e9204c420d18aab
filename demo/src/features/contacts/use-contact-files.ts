import { useLanguage } from '@rise/shell/language';
import { download } from '@rise/shell/files';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/client.ts';
import { demoQuery, useDemoQuery } from '../../client/queries.ts';
import { fold } from '@rise/contract/fold';
import { type Contact, htmlOf, textOf } from './contact.ts';
import type { ContactDraft, FileContext } from './files/contact-draft.ts';
import { useContactsTexts } from './contacts.texts.ts';

export type FileFormat = 'vcf' | 'csv';

export interface ContactFiles {
  /** Downloads contacts as a file. */
  save(contacts: readonly Contact[], format: FileFormat): Promise<void>;
  /** The contacts of a file; null where it has none that can be read. */
  read(file: File): Promise<ContactDraft[] | null>;
  /** Creates contacts and the tags that they need; returns their ids. */
  create(drafts: readonly ContactDraft[]): Promise<string[]>;
}

const MOST_PICTURE = 2_000_000;
const cut = (text: string, most: number) => [...text].slice(0, most).join('');

/** Reading and writing files of contacts. The code for a format is loaded when it is needed. */
export function useContactFiles(): ContactFiles {
  const t = useContactsTexts();
  const language = useLanguage();
  const cache = useQueryClient();
  useDemoQuery('contacts', 'GET /api/apps/contacts/tags');
  useDemoQuery('contacts', 'GET /api/apps/contacts/countries');
  // A file that is written or read before they have loaded would lack them.
  const loadTags = () => cache.ensureQueryData(demoQuery('contacts', 'GET /api/apps/contacts/tags', language));
  const loadContext = async (): Promise<FileContext> => ({
    countries: await cache.ensureQueryData(demoQuery('contacts', 'GET /api/apps/contacts/countries', language)),
    country: language === 'tr' ? 'tr' : 'us',
    labels: { work: t('work'), home: t('home'), mobile: t('mobile') },
  });
  return {
    save: async (contacts, format) => {
      const [tags, context] = await Promise.all([loadTags(), loadContext()]);
      const drafts = contacts.map(({ id: _id, background: _background, ...contact }): ContactDraft => ({
        ...contact,
        notes: textOf(contact.notes) || null,
        tags: contact.tags.flatMap((id) => tags.find((tag) => tag.id === id)?.title ?? []),
      }));
      const only =
        contacts.length === 1 ? fold(contacts[0]!.name).replaceAll(/[^a-z0-9]+/g, '-') : t('title').toLowerCase();
      const heads = {
        name: t('name'),
        title: t('role'),
        company: t('company'),
        email: t('emails'),
        phone: t('phones'),
        address: t('address'),
        birthday: t('birthday'),
        notes: t('notes'),
        tags: t('tags'),
      };
      const text =
        format === 'vcf'
          ? (await import('./files/vcard.ts')).writeVCards(drafts, context)
          : (await import('./files/contacts-csv.ts')).writeCsv(drafts, heads, context);
      const type = format === 'vcf' ? 'text/vcard;charset=utf-8' : 'text/csv;charset=utf-8';
      download(new Blob([text], { type }), `${only}.${format}`);
    },
    read: async (file) => {
      const [text, context] = await Promise.all([file.text(), loadContext()]);
      const drafts = /^\s*BEGIN:VCARD/im.test(text)
        ? (await import('./files/vcard.ts')).readVCards(text, context)
        : (await import('./files/contacts-csv.ts')).readCsv(text, context);
      return drafts && drafts.length > 0 ? drafts : null;
    },
    create: async (drafts) => {
      const ids = new Map((await loadTags()).map(({ id, title }) => [fold(title), id]));
      for (const title of new Set(drafts.flatMap((draft) => draft.tags.map((tag) => cut(tag, 30))))) {
        if (ids.has(fold(title))) continue;
        ids.set(fold(title), (await call('POST /api/apps/contacts/tag', { body: { tag: { title } } })).id);
      }
      const contacts = drafts.map((draft) => ({
        ...draft,
        name: cut(draft.name, 200),
        avatar: draft.avatar !== null && draft.avatar.length > MOST_PICTURE ? null : draft.avatar,
        notes: htmlOf(draft.notes ?? ''),
        tags: [...new Set(draft.tags.flatMap((tag) => ids.get(fold(cut(tag, 30))) ?? []))],
      }));
      return (await call('POST /api/apps/contacts/contacts', { body: { contacts } })).map(({ id }) => id);
    },
  };
}
