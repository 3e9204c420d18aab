import { useAddress } from '@rise/shell/routing';
import { useLanguage } from '@rise/shell/language';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { stringifySearch } from '@rise/ui/search-params';
import { GoneError, makeChange, once, quoted } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { demoQuery } from '../../client/queries.ts';
import { offerUndo, offerUndoOf, withdrawUndo } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';
import { type Contact, CONTACTS, mergeContacts, restore } from './contact.ts';
import { narrowed, readFilter } from './contact-filter.rules.ts';
import { merged } from './duplicates.rules.ts';
import { useContactAddress } from './use-contact-address.ts';
import { useContactsTexts } from './contacts.texts.ts';

type Group = readonly [Contact, ...Contact[]];

export interface ContactActs {
  /** Creates a contact and opens it to be filled in. */
  add(): void;
  /** Deletes a contact; the next one in the list is shown in its place. */
  remove(contact: Contact): void;
  /** Makes the first of several contacts theirs, and deletes the others. */
  merge(contacts: Group): void;
  /** Whether the open contact is edited, which the address has. */
  readonly isEditing: boolean;
  edit(isEditing: boolean): void;
}

/** Contacts as they are stored by now, without those that are gone. */
async function stored(contacts: readonly Contact[]): Promise<Contact[]> {
  const all = new Map((await call('GET /api/apps/contacts/all')).map((contact) => [contact.id, contact]));
  return contacts.flatMap(({ id }) => all.get(id) ?? []);
}

export function useContactActs(): ContactActs {
  const t = useContactsTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const { search, setSearch } = useAddress();
  const { id: open, listHref, hrefOf } = useContactAddress();
  const all = demoQuery('contacts', 'GET /api/apps/contacts/all', useLanguage());
  const { data: contacts = [] } = useQuery(all);
  const go = (href: string) => router.navigate({ href, resetScroll: false });
  const add = () => {
    const create = once(() => call('POST /api/apps/contacts/contact', { body: {} }));
    void makeChange({
      kind: 'create',
      what: t('aNewContact'),
      make: async () => {
        const { id } = await create();
        // The list has to know it: an address of an unknown one leads back to the list.
        await cache.refetchQueries({ queryKey: all.queryKey });
        await go(`${CONTACTS}/${id}${stringifySearch({ edit: 'yes' })}`);
      },
    });
  };
  const remove = async (contact: Contact) => {
    withdrawUndo();
    const listed = narrowed(contacts, readFilter(search));
    const at = listed.findIndex(({ id }) => id === contact.id);
    const next = listed[at + 1] ?? listed[at - 1];
    if (open === contact.id) await go(next ? hrefOf(next.id) : listHref);
    await makeChange({
      kind: 'delete',
      what: quoted(contact.name),
      target: `${contact.id} deleted`,
      isPending: async () => (await stored([contact])).length > 0,
      make: async () => {
        await saveEntered(contact.id);
        await call('DELETE /api/apps/contacts/contact', { query: { id: contact.id } });
        offerUndo(t('deleted', { name: contact.name }), () => restore(contact.id));
      },
    });
  };
  const merge = (group: Group) => {
    const join = (current: Group) =>
      offerUndoOf(t('merged', { name: current[0].name }), mergeContacts(merged(current), current));
    void makeChange({
      kind: 'merge',
      what: t('duplicatesOf', { name: group[0].name }),
      target: `${group.map(({ id }) => id).join(' ')} merged`,
      isPending: async () => (await stored(group)).length > 1,
      make: () => join(group),
      repeat: async () => {
        const [first, ...others] = await stored(group);
        if (first === undefined || others.length === 0) throw new GoneError('There is nothing left to merge.');
        await join([first, ...others]);
      },
    });
  };
  return {
    isEditing: search['edit'] === 'yes',
    edit: (isEditing) => setSearch({ edit: isEditing ? 'yes' : null }, isEditing ? 'push' : 'replace'),
    add,
    remove: (contact) => void remove(contact),
    merge,
  };
}
