import { useAddress } from '@rise/shell/routing';
import { useLanguage } from '@rise/shell/language';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { stringifySearch } from '@rise/ui/search-params';
import { call } from '../../client/client.ts';
import { demoQuery } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndo, offerUndoOf, withdrawUndo } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';
import { type Contact, CONTACTS, mergeContacts, restore } from './contact.ts';
import { narrowed, readFilter } from './contact-filter.rules.ts';
import { merged } from './duplicates.rules.ts';
import { useContactAddress } from './use-contact-address.ts';
import { useContactsTexts } from './contacts.texts.ts';

export interface ContactActs {
  /** Creates a contact and opens it to be filled in. */
  add(): void;
  /** Deletes a contact; the next one in the list is shown in its place. */
  remove(contact: Contact): void;
  /** Makes the first of several contacts theirs, and deletes the others. */
  merge(contacts: readonly [Contact, ...Contact[]]): void;
  /** Whether the open contact is edited, which the address has. */
  readonly isEditing: boolean;
  edit(isEditing: boolean): void;
}

export function useContactActs(): ContactActs {
  const t = useContactsTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const fail = useFailureDialog();
  const { search, setSearch } = useAddress();
  const { id: open, listHref, hrefOf } = useContactAddress();
  const all = demoQuery('contacts', 'GET /api/apps/contacts/all', useLanguage());
  const { data: contacts = [] } = useQuery(all);
  const go = (href: string) => router.navigate({ href, resetScroll: false });
  const add = async () => {
    const { id } = await call('POST /api/apps/contacts/contact', { body: {} });
    // The list has to know it: an address of an unknown one leads back to the list.
    await cache.refetchQueries({ queryKey: all.queryKey });
    await go(`${CONTACTS}/${id}${stringifySearch({ edit: 'yes' })}`);
  };
  const remove = async (contact: Contact) => {
    withdrawUndo();
    const listed = narrowed(contacts, readFilter(search));
    const at = listed.findIndex(({ id }) => id === contact.id);
    const next = listed[at + 1] ?? listed[at - 1];
    if (open === contact.id) await go(next ? hrefOf(next.id) : listHref);
    await saveEntered(contact.id);
    await call('DELETE /api/apps/contacts/contact', { query: { id: contact.id } });
    offerUndo(t('deleted', { name: contact.name }), () => restore(contact.id));
  };
  const merge = (group: readonly [Contact, ...Contact[]]) =>
    offerUndoOf(t('merged', { name: group[0].name }), mergeContacts(merged(group), group));
  return {
    isEditing: search['edit'] === 'yes',
    edit: (isEditing) => setSearch({ edit: isEditing ? 'yes' : null }, isEditing ? 'push' : 'replace'),
    add: () => void add().catch(fail),
    remove: (contact) => void remove(contact).catch(fail),
    merge: (group) => void merge(group).catch(fail),
  };
}
