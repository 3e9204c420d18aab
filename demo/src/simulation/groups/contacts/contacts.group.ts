import { invalidRequest, type CallContext, type Group, type StateOf } from '../../group.ts';
import { findMatches } from '../../match.ts';
import { byIdIn, byTitle, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { addTag, removeTag, renameTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { COUNTRIES, isCountry } from './countries.ts';
import { emptyContact, NEW_CONTACT_NAME } from './empty-contact.ts';
import { seedContacts } from './contacts.seed.ts';

type Contacts = StateOf<'contacts'>;
type Contact = Contacts['contacts'][number];

/** How many of the contacts deleted last can be brought back. */
const REMEMBERED = 5000;

interface Input {
  readonly tags?: readonly string[] | undefined;
  readonly phoneNumbers?: readonly { country: string }[] | undefined;
}

/** Issues of tags and countries that do not exist. */
const issuesOf = (field: string, { tags: named, phoneNumbers = [] }: Input, tags: Contacts['tags']) => [
  ...unknownIds(`${field}.tags`, named, tags),
  ...phoneNumbers.flatMap(({ country }, index) =>
    isCountry(country)
      ? []
      : [{ field: `${field}.phoneNumbers.${index}.country`, message: `No country is called ${country}` }],
  ),
];

function remove({ contacts, deletions }: Contacts, id: string): boolean {
  const contact = removeById(contacts, id);
  if (!contact) return false;
  removeById(deletions, id);
  deletions.push(contact);
  deletions.splice(0, deletions.length - REMEMBERED);
  return true;
}

const sorted = (contacts: readonly Contact[], context: CallContext) =>
  byTitle(contacts, ({ name }) => context.localize(name), context.language);

export const contacts: Group<'contacts'> = {
  name: 'contacts',
  seed: seedContacts,
  findIssues: ({ contacts, tags }) => [
    ...duplicates('contact', contacts),
    ...duplicates('contact tag', tags),
    ...contacts.flatMap((contact) => danglingReferences(`contact ${contact.id}`, contact.tags, tags)),
    ...contacts.flatMap(({ id, phoneNumbers }) =>
      phoneNumbers.flatMap(({ country }) => (isCountry(country) ? [] : [`contact ${id} has a phone in ${country}`])),
    ),
  ],
  handlers: {
    'GET /api/apps/contacts/all': { withoutInput: true, read: ({ contacts }, request) => sorted(contacts, request) },
    'GET /api/apps/contacts/search': {
      read: ({ contacts }, request) => {
        const { query } = request.query;
        const results = contacts.filter(
          ({ name }) => query.trim() === '' || findMatches(request.localize(name), query).length > 0,
        );
        return sorted(results, request);
      },
    },
    'GET /api/apps/contacts/contact': { read: ({ contacts }, { query }) => byIdIn(contacts, query.id) },
    'POST /api/apps/contacts/contact': {
      write: ({ contacts }, { id }) => {
        const contact: Contact = { ...emptyContact(), id: id(), name: NEW_CONTACT_NAME };
        contacts.unshift(contact);
        return contact;
      },
    },
    'PATCH /api/apps/contacts/contact': {
      write: ({ contacts, tags }, { body, language, id }) => {
        const contact = byIdIn(contacts, body.id);
        if (!contact) return null;
        const issues = issuesOf('contact', body.contact, tags);
        return issues.length > 0 ? invalidRequest(id(), issues) : merge(contact, body.contact, language);
      },
    },
    'DELETE /api/apps/contacts/contact': {
      write: (state, { query }) => remove(state, query.id) || null,
    },
    'POST /api/apps/contacts/contacts': {
      write: ({ contacts, tags }, { body, language, id }) => {
        const issues = body.contacts.flatMap((contact, index) => issuesOf(`contacts.${index}`, contact, tags));
        if (issues.length > 0) return invalidRequest(id(), issues);
        const created = body.contacts.map((contact) =>
          merge<Contact>({ ...emptyContact(), id: id(), name: '' }, contact, language),
        );
        contacts.push(...created);
        return created;
      },
    },
    'DELETE /api/apps/contacts/contacts': {
      write: (state, { body }) => [...new Set(body.ids)].filter((id) => remove(state, id)),
    },
    'POST /api/apps/contacts/restore': {
      write: ({ contacts, tags, deletions }, { body }) => {
        const contact = removeById(deletions, body.id);
        if (!contact) return null;
        // A tag may have been deleted since.
        contact.tags = contact.tags.filter((tag) => byIdIn(tags, tag));
        contacts.push(contact);
        return contact;
      },
    },
    'GET /api/apps/contacts/countries': {
      withoutInput: true,
      read: (_, request) => byTitle(COUNTRIES, ({ name }) => request.localize(name), request.language),
    },
    'GET /api/apps/contacts/tags': { withoutInput: true, read: ({ tags }) => tags },
    'POST /api/apps/contacts/tag': { write: ({ tags }, request) => addTag(tags, request) },
    'PATCH /api/apps/contacts/tag': { write: ({ tags }, request) => renameTag(tags, request) },
    'DELETE /api/apps/contacts/tag': { write: ({ tags, contacts }, { query }) => removeTag(tags, query.id, contacts) },
    'POST /api/apps/contacts/avatar': {
      write: ({ contacts }, { body }) => {
        const contact = byIdIn(contacts, body.id);
        if (contact) contact.avatar = body.avatar;
        return contact;
      },
    },
  },
};
