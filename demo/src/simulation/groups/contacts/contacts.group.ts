import { refusal, type Circumstances, type Group, type StateOf } from '../../group.ts';
import { matches } from '../../match.ts';
import { byIdIn, byTitle, dangling, duplicates, take, unknownIds } from '../../records.ts';
import { addTag, removeTag, renameTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { COUNTRIES, isCountry } from './countries.ts';
import { seedContacts } from './contacts.seed.ts';

type Contact = StateOf<'contacts'>['contacts'][number];

const sorted = (contacts: readonly Contact[], asked: Circumstances) =>
  byTitle(contacts, ({ name }) => asked.tell(name), asked.language);

export const contacts: Group<'contacts'> = {
  name: 'contacts',
  seed: seedContacts,
  problems: ({ contacts, tags }) => [
    ...duplicates('contact', contacts),
    ...duplicates('contact tag', tags),
    ...contacts.flatMap((contact) => dangling(`contact ${contact.id}`, contact.tags, tags)),
    ...contacts.flatMap(({ id, phoneNumbers }) =>
      phoneNumbers.flatMap(({ country }) => (isCountry(country) ? [] : [`contact ${id} has a phone in ${country}`])),
    ),
  ],
  handlers: {
    'GET /api/apps/contacts/all': { takesNothing: true, read: ({ contacts }, asked) => sorted(contacts, asked) },
    'GET /api/apps/contacts/search': {
      read: ({ contacts }, asked) => {
        const { query } = asked.query;
        const found = contacts.filter(({ name }) => query.trim() === '' || matches(asked.tell(name), query).length > 0);
        return sorted(found, asked);
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
        const faults = [
          ...unknownIds('contact.tags', body.contact.tags, tags),
          ...(body.contact.phoneNumbers ?? []).flatMap(({ country }, place) =>
            isCountry(country)
              ? []
              : [{ field: `contact.phoneNumbers.${place}.country`, message: `No country is called ${country}` }],
          ),
        ];
        return faults.length > 0 ? refusal(id(), faults) : merge(contact, body.contact, language);
      },
    },
    'DELETE /api/apps/contacts/contact': {
      write: ({ contacts }, { query }) => (take(contacts, query.id) ? true : null),
    },
    'GET /api/apps/contacts/countries': {
      takesNothing: true,
      read: (_, asked) => byTitle(COUNTRIES, ({ name }) => asked.tell(name), asked.language),
    },
    'GET /api/apps/contacts/tags': { takesNothing: true, read: ({ tags }) => tags },
    'POST /api/apps/contacts/tag': { write: ({ tags }, asked) => addTag(tags, asked) },
    'PATCH /api/apps/contacts/tag': { write: ({ tags }, asked) => renameTag(tags, asked) },
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
