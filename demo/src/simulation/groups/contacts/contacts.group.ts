import { invalidRequest, type CallContext, type Group, type StateOf } from '../../group.ts';
import { findMatches } from '../../match.ts';
import { byIdIn, byTitle, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { addTag, removeTag, renameTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { COUNTRIES, isCountry } from './countries.ts';
import { seedContacts } from './contacts.seed.ts';

type Contact = StateOf<'contacts'>['contacts'][number];

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
        const contact: Contact = {
          id: id(),
          avatar: null,
          background: null,
          name: { en: 'New contact', tr: 'Yeni kişi' },
          emails: [],
          phoneNumbers: [],
          title: null,
          company: null,
          birthday: null,
          address: null,
          notes: null,
          tags: [],
        };
        contacts.unshift(contact);
        return contact;
      },
    },
    'PATCH /api/apps/contacts/contact': {
      write: ({ contacts, tags }, { body, language, id }) => {
        const contact = byIdIn(contacts, body.id);
        if (!contact) return null;
        const issues = [
          ...unknownIds('contact.tags', body.contact.tags, tags),
          ...(body.contact.phoneNumbers ?? []).flatMap(({ country }, index) =>
            isCountry(country)
              ? []
              : [{ field: `contact.phoneNumbers.${index}.country`, message: `No country is called ${country}` }],
          ),
        ];
        return issues.length > 0 ? invalidRequest(id(), issues) : merge(contact, body.contact, language);
      },
    },
    'DELETE /api/apps/contacts/contact': {
      write: ({ contacts }, { query }) => (removeById(contacts, query.id) ? true : null),
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
