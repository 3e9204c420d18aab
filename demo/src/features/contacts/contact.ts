import { call, type CallArguments, type CallResult } from '../../client/client.ts';
import { doAll, type Undo } from '../../components/do-all.ts';
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

const restored = (id: string) => async (): Promise<Undo> => {
  await restore(id);
  return () => call('DELETE /api/apps/contacts/contact', { query: { id } });
};

const changed = (id: string, change: ContactChange, former: ContactChange) => async (): Promise<Undo> => {
  requireRestored(id, await saveContact(id, change));
  return () => saveContact(id, former);
};

/** Changes a contact to what it is with others, and deletes those; what is returned parts them again. Each does all or none. */
export async function mergeContacts(merged: Contact, [first, ...others]: readonly [Contact, ...Contact[]]) {
  const { id, ...change } = merged;
  const { id: _id, ...former } = first;
  const deleteOthers = async (): Promise<Undo> => {
    const ids = await call('DELETE /api/apps/contacts/contacts', { body: { ids: others.map((other) => other.id) } });
    return () => doAll(ids.map(restored));
  };
  await doAll([changed(id, change, former), deleteOthers]);
  return () => doAll([...others.map((other) => restored(other.id)), changed(id, former, change)]);
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
