import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';
import conversations from './data/conversations.json';

const chats = (api: Api) => api.call('GET /api/apps/chat/chats');
const one = (api: Api, id: string) => api.call('GET /api/apps/chat/chat', { query: { id } });
const profile = (api: Api) => api.call('GET /api/apps/chat/profile');
const people = (api: Api) => api.call('GET /api/apps/chat/contacts');
type Change = Parameters<typeof change>[2];
const change = (
  api: Api,
  id: string,
  chat: {
    messages?: {
      id?: string;
      contactId?: string;
      value: string;
      createdAt?: string;
      files?: { name: string; url: string }[];
    }[];
    unreadCount?: number;
    muted?: boolean;
    starred?: boolean;
    archived?: boolean;
  },
) => api.call('PATCH /api/apps/chat/chat', { body: { id, chat } });

export const chatCases: Cases<'chat'> = {
  'GET /api/apps/chat/chats': {
    'each with contact and messages, and whose messages are mine': async (api) => {
      const [all, me] = [await chats(api), await profile(api)];
      expect(all.map(({ contact }) => contact.name)).toEqual(conversations.map(({ person }) => person));
      for (const { id, contactId, contact, messages, lastMessage, lastMessageAt } of all) {
        expect(contact.id).toBe(contactId);
        expect(new Set(messages.map((message) => message.isMine))).toEqual(new Set([true, false]));
        for (const message of messages) {
          expect(message.contactId).toBe(message.isMine ? me.id : contactId);
          expect(message.chatId).toBe(id);
        }
        const times = messages.map(({ createdAt }) => createdAt);
        expect(times).toEqual(times.toSorted());
        expect([lastMessage, lastMessageAt]).toEqual([messages.at(-1)!.value, messages.at(-1)!.createdAt]);
      }
    },
    'people are those among the contacts, and follow what is changed there': async (api) => {
      const { contact } = (await chats(api))[0]!;
      const body = { id: contact.id, contact: { name: 'Priya R.', company: 'Elsewhere' } };
      await api.call('PATCH /api/apps/contacts/contact', { body });
      expect((await chats(api))[0]!.contact).toEqual({
        ...contact,
        name: 'Priya R.',
        details: { ...contact.details, company: 'Elsewhere' },
      });
    },
    'a chat outlives the contact’s record': async (api) => {
      const { contact } = (await chats(api))[0]!;
      await api.call('DELETE /api/apps/contacts/contact', { query: { id: contact.id } });
      expect((await chats(api))[0]!.contact).toMatchObject({ name: contact.name, details: { emails: [] } });
      expect((await people(api)).map(({ id }) => id)).not.toContain(contact.id);
    },
  },
  'GET /api/apps/chat/chat': {
    'returns the chat': async (api) => {
      const [, second] = await chats(api);
      expect(await one(api, second!.id)).toEqual(second);
    },
    'an unknown id is an error that names it': async (api) => {
      expect(await api.request('GET /api/apps/chat/chat', { query: { id: 'c-17' } })).toEqual({
        status: 404,
        body: { error: 'Could not found chat with id of c-17!' },
      });
    },
  },
  'POST /api/apps/chat/chat': {
    'begins an empty chat with a contact, once': async (api) => {
      const [before, everybody] = [await chats(api), await people(api)];
      const { id: contactId } = everybody.find(({ id }) => !before.some((chat) => chat.contactId === id))!;
      const created = await api.call('POST /api/apps/chat/chat', { body: { contactId } });
      expect(created).toMatchObject({ contactId, messages: [], unreadCount: 0, lastMessage: null });
      expect(await api.call('POST /api/apps/chat/chat', { body: { contactId } })).toEqual(created);
      expect(await chats(api)).toHaveLength(before.length + 1);
    },
    'also with a contact added today': async (api) => {
      const { id: contactId } = await api.call('POST /api/apps/contacts/contact', { body: {} });
      expect(await api.call('POST /api/apps/chat/chat', { body: { contactId } })).toMatchObject({
        contact: { name: 'New contact', about: '' },
      });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('POST /api/apps/chat/chat', { body: { contactId: 'nobody' } })).toBeNull();
    },
  },
  'PATCH /api/apps/chat/chat': {
    'returns the merged one, and the others stay': async (api) => {
      const [first, ...others] = await chats(api);
      const after = await change(api, first!.id, { muted: true, unreadCount: 0 });
      expect(after).toEqual({ ...first, muted: true, unreadCount: 0 });
      expect(await chats(api)).toEqual([after, ...others]);
    },
    'a message is sent by adding it, and the chat comes first': async (api) => {
      const last = (await chats(api)).at(-1)!;
      const after = await change(api, last.id, {
        messages: [...last.messages, { contactId: 'me', value: ' On my way. ' }],
      });
      expect(after!.messages.slice(0, -1)).toEqual(last.messages);
      expect(after!.messages.at(-1)).toMatchObject({
        value: 'On my way.',
        isMine: true,
        chatId: last.id,
        contactId: (await profile(api)).id,
        createdAt: api.now.toISOString(),
      });
      expect(after).toMatchObject({ lastMessage: 'On my way.', lastMessageAt: api.now.toISOString() });
      expect((await chats(api))[0]).toEqual(after);
    },
    'files come with a message, and a chat is starred and archived': async (api) => {
      const { id, messages } = (await chats(api))[0]!;
      const files = [{ name: 'a.txt', url: 'data:text/plain,a' }];
      const after = await change(api, id, {
        messages: [...messages, { value: 'a.txt', files }],
        starred: true,
        archived: true,
      });
      expect(after).toMatchObject({ starred: true, archived: true });
      expect(after!.messages.at(-1)!.files).toEqual(files);
    },
    'earlier messages stay in both languages': async (api) => {
      const { id, messages } = (await chats(api))[2]!;
      const turkish = () => api.call('GET /api/apps/chat/chat', { query: { id }, language: 'tr' });
      const before = await turkish();
      await change(api, id, { messages: [...messages, { value: 'New' }] });
      expect((await turkish()).messages.slice(0, -1)).toEqual(before.messages);
      expect(before.messages[0]!.value).not.toBe(messages[0]!.value);
    },
    'a message with an earlier time is sorted in': async (api) => {
      const { id, messages } = (await chats(api))[0]!;
      const createdAt = new Date(Date.parse(messages[1]!.createdAt) + 1).toISOString();
      const after = await change(api, id, { messages: [...messages, { value: 'Late', createdAt }] });
      expect(after!.messages.map(({ value }) => value)[2]).toBe('Late');
      expect(after!.lastMessage).toBe(messages.at(-1)!.value);
    },
    'messages left out are gone': async (api) => {
      const { id, messages } = (await chats(api))[0]!;
      expect((await change(api, id, { messages: messages.slice(0, 2) }))!.messages).toEqual(messages.slice(0, 2));
      expect(await change(api, id, { messages: [] })).toMatchObject({ messages: [], lastMessage: null });
    },
    'messages left out return by their ids as they were, in both languages': async (api) => {
      const { id, messages } = (await chats(api))[0]!;
      const turkish = () => api.call('GET /api/apps/chat/chat', { query: { id }, language: 'tr' });
      const before = [await one(api, id), await turkish()];
      const sent = messages.map(({ id: known, contactId, value, createdAt }) => ({
        id: known,
        contactId,
        value,
        createdAt,
      }));
      await change(api, id, { messages: sent.slice(1, 2) });
      await change(api, id, { messages: sent });
      expect([await one(api, id), await turkish()]).toEqual(before);
    },
    'messages of others are rejected': async (api) => {
      const [first, second] = await chats(api);
      const chat: Change = { messages: [{ contactId: second!.contactId, value: 'Boo' }] };
      expect(await api.request('PATCH /api/apps/chat/chat', { body: { id: first!.id, chat } })).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'chat.messages.0.contactId' }] } },
      });
      expect(await one(api, first!.id)).toEqual(first);
    },
    'an unknown id returns null': async (api) => expect(await change(api, 'none', { muted: true })).toBeNull(),
  },
  'POST /api/apps/chat/group': {
    'begins an empty chat with several contacts, as one of its title': async (api) => {
      const [one, other] = await people(api);
      const contactIds = [one!.id, other!.id];
      const created = await api.call('POST /api/apps/chat/group', { body: { title: ' Audit ', contactIds } });
      expect(created).toMatchObject({
        messages: [],
        contact: { name: 'Audit', about: `${one!.name}, ${other!.name}`, members: contactIds },
      });
      expect((await chats(api)).find(({ id }) => id === created.id)).toEqual(created);
    },
    'without a title or with unknown people it is rejected': async (api) => {
      const [one] = await people(api);
      for (const [body, field] of [
        [{ title: ' ', contactIds: [one!.id] }, 'title'],
        [{ title: 'A', contactIds: ['none'] }, 'contactIds.0'],
      ] as const)
        expect(await api.request('POST /api/apps/chat/group', { body })).toMatchObject({
          status: 400,
          body: { error: { details: [{ field }] } },
        });
    },
  },
  'POST /api/apps/chat/answer': {
    'a message of the contact comes, and is unread': async (api) => {
      const [first] = await chats(api);
      const answered = await api.call('POST /api/apps/chat/answer', { body: { id: first!.id } });
      expect(answered!.messages.slice(0, -1)).toEqual(first!.messages);
      expect(answered!.messages.at(-1)).toMatchObject({ isMine: false, contactId: first!.contactId });
      expect(answered!.unreadCount).toBe(first!.unreadCount + 1);
    },
    'in a group, its members answer in turn': async (api) => {
      const contactIds = (await people(api)).slice(0, 2).map(({ id }) => id);
      const { id } = await api.call('POST /api/apps/chat/group', { body: { title: 'Audit', contactIds } });
      const authors: string[] = [];
      for (const value of ['One', 'Two', 'Three']) {
        const { messages } = (await chats(api)).find((one) => one.id === id)!;
        await change(api, id, { messages: [...messages, { contactId: 'me', value }] });
        const answered = await api.call('POST /api/apps/chat/answer', { body: { id } });
        authors.push(answered!.messages.at(-1)!.contactId);
      }
      expect(authors.toSorted()).toEqual([...contactIds, authors[0]!].toSorted());
      expect(authors[0]).toBe(authors[2]);
    },
    'an unknown id returns null': async (api) =>
      expect(await api.call('POST /api/apps/chat/answer', { body: { id: 'none' } })).toBeNull(),
  },
  'POST /api/apps/chat/restore': {
    'a deleted chat returns as it was, with its id, in both languages': async (api) => {
      const [before, turkish] = [await chats(api), await api.call('GET /api/apps/chat/chats', { language: 'tr' })];
      const { id } = before[3]!;
      await api.call('DELETE /api/apps/chat/chat', { query: { id } });
      expect(await api.call('POST /api/apps/chat/restore', { body: { id } })).toEqual(before[3]);
      expect(await chats(api)).toEqual(before);
      expect(await api.call('GET /api/apps/chat/chats', { language: 'tr' })).toEqual(turkish);
    },
    'not where there is another one with the contact by now': async (api) => {
      const { id, contactId } = (await chats(api))[0]!;
      await api.call('DELETE /api/apps/chat/chat', { query: { id } });
      const next = await api.call('POST /api/apps/chat/chat', { body: { contactId } });
      expect(await api.call('POST /api/apps/chat/restore', { body: { id } })).toBeNull();
      expect((await chats(api)).filter((chat) => chat.contactId === contactId)).toEqual([next]);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('POST /api/apps/chat/restore', { body: { id: 'none' } })).toBeNull();
    },
  },
  'DELETE /api/apps/chat/chat': {
    'returns true, and it is gone': async (api) => {
      const [first, ...others] = await chats(api);
      expect(await api.call('DELETE /api/apps/chat/chat', { query: { id: first!.id } })).toBe(true);
      expect(await chats(api)).toEqual(others);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/apps/chat/chat', { query: { id: 'none' } })).toBeNull();
    },
  },
  'GET /api/apps/chat/contacts': {
    'sorted by name, without details and attachments': async (api) => {
      const everybody = await people(api);
      const names = everybody.map(({ name }) => name);
      expect(names).toEqual((await api.call('GET /api/apps/contacts/all')).map(({ name }) => name));
      for (const person of everybody) {
        expect(Object.keys(person).toSorted()).toEqual(['about', 'avatar', 'background', 'id', 'name']);
        expect(person.about).not.toBe('');
      }
    },
  },
  'GET /api/apps/chat/contact': {
    'returns details and attachments': async (api) => {
      const { id, contact } = (await chats(api))[0]!;
      expect(id).not.toBe(contact.id);
      const answer = await api.call('GET /api/apps/chat/contact', { query: { id: contact.id } });
      expect(answer).toEqual(contact);
      const { emails, title } = (await api.call('GET /api/apps/contacts/contact', { query: { id: contact.id } }))!;
      expect(answer!.details).toMatchObject({ emails, title });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('GET /api/apps/chat/contact', { query: { id: 'nobody' } })).toBeNull();
    },
  },
  'GET /api/apps/chat/profile': {
    'returns the profile': async (api) => {
      const user = await api.call('GET /api/common/user');
      expect(await profile(api)).toMatchObject({ id: user.id, name: user.name, email: user.email });
    },
  },
  'PATCH /api/apps/chat/profile': {
    'returns the profile with what was written': async (api) => {
      const before = await profile(api);
      const change = { profile: { about: ' At lunch ' } };
      expect(await api.call('PATCH /api/apps/chat/profile', { body: change })).toEqual({
        ...before,
        about: 'At lunch',
      });
      expect((await profile(api)).about).toBe('At lunch');
    },
  },
};
