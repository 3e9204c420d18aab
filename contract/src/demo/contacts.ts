import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const tag = z.object({ id: z.uuid(), title: z.string() });
/** Two lower-case letters of ISO 3166. */
const iso = z.string().regex(/^[a-z]{2}$/, 'Use a country code such as us');

const contact = z.object({
  id: z.uuid(),
  avatar: z.string().nullable(),
  background: z.string().nullable(),
  name: z.string(),
  emails: z.array(z.object({ email: z.string(), label: z.string() })),
  phoneNumbers: z.array(z.object({ country: iso, phoneNumber: z.string(), label: z.string() })),
  title: z.string().nullable(),
  company: z.string().nullable(),
  birthday: moment.nullable(),
  address: z.string().nullable(),
  /** HTML, to be sanitized before it is shown. */
  notes: z.string().nullable(),
  tags: z.array(z.uuid()),
});

const change = contact
  .omit({ id: true })
  .extend({
    name: z.string().trim().min(1, 'Write a name').max(200),
    avatar: picture.nullable(),
    background: picture.nullable(),
    tags: z.array(anyId),
  })
  .partial();

const tagTitle = z.object({ title: z.string().trim().min(1, 'Write a title').max(30) });

export const contactCalls = {
  'GET /api/apps/contacts/all': { summary: 'All contacts, by name', output: z.array(contact) },
  'GET /api/apps/contacts/search': {
    summary: 'Contacts whose name contains the query; all for a blank query',
    query: z.object({ query: z.string().default('') }),
    output: z.array(contact),
  },
  'GET /api/apps/contacts/contact': { summary: 'One contact', query: byId, output: contact.nullable() },
  'POST /api/apps/contacts/contact': { summary: 'Create an empty contact', body: z.object({}), output: contact },
  'PATCH /api/apps/contacts/contact': {
    summary: 'Change a contact; returns the merged contact',
    body: z.object({ id: anyId, contact: change }),
    output: contact.nullable(),
  },
  'POST /api/apps/contacts/contacts': {
    summary: 'Create contacts, such as those of a file; returns them',
    body: z.object({ contacts: z.array(change.required({ name: true })).max(5000) }),
    output: z.array(contact),
  },
  'DELETE /api/apps/contacts/contacts': {
    summary: 'Delete several contacts; returns the ids of those that were there',
    body: z.object({ ids: z.array(anyId) }),
    output: z.array(z.string()),
  },
  'POST /api/apps/contacts/restore': {
    summary: 'Bring back one of the contacts deleted last',
    body: byId,
    output: contact.nullable(),
  },
  'DELETE /api/apps/contacts/contact': { summary: 'Delete a contact', query: byId, output: deleted },
  'GET /api/apps/contacts/countries': {
    summary: 'Countries, by name, with dialing codes',
    output: z.array(z.object({ id: z.string(), iso, name: z.string(), code: z.string(), flag: z.string() })),
  },
  'GET /api/apps/contacts/tags': { summary: 'The tags of contacts', output: z.array(tag) },
  'POST /api/apps/contacts/tag': { summary: 'Add a tag', body: z.object({ tag: tagTitle }), output: tag },
  'PATCH /api/apps/contacts/tag': {
    summary: 'Rename a tag',
    body: z.object({ id: anyId, tag: tagTitle }),
    output: tag.nullable(),
  },
  'DELETE /api/apps/contacts/tag': {
    summary: 'Delete a tag and remove it from contacts',
    query: byId,
    output: deleted,
  },
  'POST /api/apps/contacts/avatar': {
    summary: 'Set a contact’s picture: a JPEG or PNG, as a form file or as a data URL',
    body: z.object({
      id: anyId,
      avatar: z
        .string()
        .regex(/^data:image\/(jpeg|png);base64,/, 'Use a JPEG or PNG picture')
        .max(2_000_000),
    }),
    output: contact.nullable(),
  },
} as const satisfies DemoCallTable;

export const contactState = z.object({
  contacts: z.array(contact),
  tags: z.array(tag),
  /** The contacts deleted last, so that they can be brought back as they were. */
  deletions: z.array(contact),
});
