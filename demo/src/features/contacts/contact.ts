import { call, type CallArguments, type CallResult } from '../../client/client.ts';
import { requireRestored } from '../../components/undo.ts';

export type Contact = CallResult<'GET /api/apps/contacts/all'>[number];
export type Country = CallResult<'GET /api/apps/contacts/countries'>[number];
export type ContactChange = CallArguments<'PATCH /api/apps/contacts/contact'>['body']['contact'];
export type Email = Contact['emails'][number];
export type Phone = Contact['phoneNumbers'][number];

export const CONTACTS = '/apps/contacts';

export const saveContact = (id: string, contact: ContactChange): Promise<Contact | null> =>
  call('PATCH /api/apps/contacts/contact', { body: { id, contact } });

/** Brings a deleted contact back as it was. */
export async function restore(id: string): Promise<void> {
  requireRestored(id, await call('POST /api/apps/contacts/restore', { body: { id } }));
}

/** The text of notes, which are HTML; paragraphs and list items are lines. */
export function textOf(html: string | null): string {
  if (html === null) return '';
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<\/(p|li|div|h\d)>|<br\s*\/?>/gi, '$&\n'),
    'text/html',
  );
  return (body.textContent ?? '').replaceAll(/\n{3,}/g, '\n\n').trim();
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text as HTML: a paragraph for each line. Null for a blank one. */
export function htmlOf(text: string): string | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const escaped = lines.map((line) => `<p>${line.replaceAll(/[&<>]/g, (letter) => ENTITIES[letter]!)}</p>`);
  return escaped.join('') || null;
}
