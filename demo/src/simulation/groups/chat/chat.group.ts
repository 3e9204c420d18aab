import { DEMO_USER } from '../../generate/cast.ts';
import { type CallContext, type DemoState, type Group, invalidRequest, Reply, type StateOf } from '../../group.ts';
import { byIdIn, byTitle, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { merge, type Text } from '../../text.ts';
import answers from './data/answers.json';
import { seedChat } from './chat.seed.ts';

type State = StateOf<'chat'>;
type Context = CallContext<'contacts' | 'user'>;
type Chat = State['chats'][number];
type Message = Chat['messages'][number];
type Contact = DemoState['contacts']['contacts'][number];

/** The stored author of the user's own messages. */
const ME = 'me';
const ABOUT = {
  en: 'Figures that one can read without a glossary.',
  tr: 'Sözlüksüz okunabilen rakamlar.',
};

const NO_ATTACHMENTS = { media: [], docs: [], links: [] };

/** A contact, or the name and picture stored with the chat if the contact was deleted; null if neither exists. */
function personOf(state: State, id: string, { others }: Context) {
  const contact = byIdIn<Contact>(others.contacts.contacts, id);
  const stored = byIdIn(state.people, id);
  const person = contact ?? stored;
  if (!person) return null;
  const {
    emails = [],
    phoneNumbers = [],
    title = null,
    company = null,
    birthday = null,
    address = null,
  } = contact ?? {};
  return {
    id,
    avatar: person.avatar,
    background: person.background,
    name: person.name,
    about: stored?.about ?? ('' as Text),
    details: { emails, phoneNumbers, title, company, birthday, address },
    attachments: stored?.attachments ?? NO_ATTACHMENTS,
    ...(stored?.members && { members: stored.members }),
  };
}

function presentChat(state: State, chat: Chat, context: Context) {
  const last = chat.messages.at(-1);
  return {
    ...chat,
    contact: personOf(state, chat.contactId, context)!,
    messages: chat.messages.map((message) => {
      const isMine = message.contactId === ME;
      return { ...message, chatId: chat.id, contactId: isMine ? DEMO_USER.id : message.contactId, isMine };
    }),
    lastMessage: last?.value ?? null,
    lastMessageAt: last?.createdAt ?? null,
  };
}

const latestFirst = (one: Chat, other: Chat) =>
  (other.messages.at(-1)?.createdAt ?? '').localeCompare(one.messages.at(-1)?.createdAt ?? '');

interface MessageInput {
  readonly id?: string | undefined;
  readonly contactId: string;
  readonly value: string;
  readonly createdAt?: string | undefined;
  readonly files?: Message['files'];
}

/** How many of the chats and messages deleted last can be brought back. */
const REMEMBERED_CHATS = 20;
const REMEMBERED_MESSAGES = 2000;

/**
 * Merges the messages a client sent: those with known ids stay, also of messages deleted last; others become new
 * messages of the current time. What was left out is remembered.
 */
function messagesOf(state: State, chat: Chat, messages: readonly MessageInput[], context: Context): Message[] {
  const deleted = state.deletedMessages ?? [];
  const unused = new Map<string, Message>([
    ...deleted.filter(({ chatId }) => chatId === chat.id).map(({ chatId: _chatId, ...one }) => [one.id, one] as const),
    ...chat.messages.map((one) => [one.id, one] as const),
  ]);
  const result = messages
    .map(({ id, contactId, value, createdAt, files }) => {
      const stored = unused.get(id ?? '');
      if (stored) {
        unused.delete(stored.id);
        return merge(stored, { value }, context.language);
      }
      const writer = contactId === DEMO_USER.id ? ME : contactId;
      return { id: context.id(), contactId: writer, value, createdAt: createdAt ?? context.now.toISOString(), files };
    })
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  state.deletedMessages = [
    ...deleted.filter(({ chatId }) => chatId !== chat.id),
    ...[...unused.values()].map((one) => ({ ...one, chatId: chat.id })),
  ].slice(-REMEMBERED_MESSAGES);
  return result;
}

function removeChat(state: State, id: string): true | null {
  const chat = removeById(state.chats, id);
  if (!chat) return null;
  state.deletions = [...(state.deletions ?? []), chat].slice(-REMEMBERED_CHATS);
  return true;
}

/** Brings a deleted chat back; null where there is none, or another one with the contact by now. */
function restoreChat({ chats, deletions = [] }: State, id: string): Chat | null {
  const chat = byIdIn(deletions, id);
  if (!chat || chats.some(({ contactId }) => contactId === chat.contactId)) return null;
  removeById(deletions, id);
  chats.push(chat);
  return chat;
}

/** Issues for messages whose author is neither the user nor the contact. */
function validateAuthors({ people }: State, chat: Chat, messages: readonly MessageInput[]) {
  const authors = new Set([ME, DEMO_USER.id, chat.contactId, ...(byIdIn(people, chat.contactId)?.members ?? [])]);
  return messages.flatMap(({ contactId }, index) =>
    authors.has(contactId)
      ? []
      : [{ field: `chat.messages.${index}.contactId`, message: 'Only you and the contact write in this chat' }],
  );
}

function profileOf({ about = ABOUT }: State, { others }: Context) {
  const { id, name, email, avatar } = others.user.user;
  return { id, name, email, avatar, about };
}

export const chat: Group<'chat', 'contacts' | 'user'> = {
  name: 'chat',
  reads: ['contacts', 'user'],
  seed: seedChat,
  findIssues: ({ people, chats }) => [
    ...duplicates('person', people),
    ...duplicates('chat', chats),
    ...duplicates(
      'contact of a chat',
      chats.map(({ contactId }) => ({ id: contactId })),
    ),
    ...duplicates(
      'message',
      chats.flatMap(({ messages }) => messages),
    ),
    ...chats.flatMap(({ id, contactId, messages }) => [
      ...danglingReferences(`chat ${id}`, [contactId], people),
      ...danglingReferences(
        `a message of chat ${id}`,
        messages.map((message) => message.contactId),
        [ME, contactId, ...(byIdIn(people, contactId)?.members ?? [])].map((author) => ({ id: author })),
      ),
      ...messages.flatMap(({ createdAt }, index) =>
        createdAt < (messages[index - 1]?.createdAt ?? '') ? [`chat ${id} is not in order`] : [],
      ),
    ]),
  ],
  handlers: {
    'GET /api/apps/chat/chats': {
      withoutInput: true,
      read: (state, request) => state.chats.toSorted(latestFirst).map((chat) => presentChat(state, chat, request)),
    },
    'GET /api/apps/chat/chat': {
      read: (state, request) => {
        const { id } = request.query;
        const result = byIdIn(state.chats, id);
        return result
          ? presentChat(state, result, request)
          : new Reply(404, { error: `Could not found chat with id of ${id}!` });
      },
    },
    'POST /api/apps/chat/chat': {
      write: (state, request) => {
        const { contactId } = request.body;
        const there = state.chats.find((chat) => chat.contactId === contactId);
        if (there) return presentChat(state, there, request);
        const person = personOf(state, contactId, request);
        if (!person) return null;
        const { details: _, ...known } = person;
        if (!byIdIn(state.people, contactId)) state.people.push(structuredClone(known));
        const created: Chat = { id: request.id(), contactId, unreadCount: 0, muted: false, messages: [] };
        state.chats.unshift(created);
        return presentChat(state, created, request);
      },
    },
    'POST /api/apps/chat/group': {
      write: (state, request) => {
        const { title, contactIds } = request.body;
        const members = [...new Set(contactIds)];
        const issues = unknownIds('contactIds', members, request.others.contacts.contacts);
        if (issues.length > 0) return invalidRequest(request.id(), issues);
        const names = members.map((id) => request.localize(personOf(state, id, request)!.name));
        const contactId = request.id();
        const about = names.join(', ');
        const group = { id: contactId, name: title, avatar: null, background: null, about, members };
        state.people.push({ ...group, attachments: structuredClone(NO_ATTACHMENTS) });
        const created: Chat = { id: request.id(), contactId, unreadCount: 0, muted: false, messages: [] };
        state.chats.unshift(created);
        return presentChat(state, created, request);
      },
    },
    'POST /api/apps/chat/answer': {
      delay: 1500,
      write: (state, request) => {
        const result = byIdIn(state.chats, request.body.id);
        if (!result) return null;
        const own = result.messages.filter(({ contactId }) => contactId === ME).length;
        // In a group, one member after the other.
        const { members = [] } = byIdIn(state.people, result.contactId) ?? {};
        const author = members.length > 0 ? members[own % members.length]! : result.contactId;
        result.messages.push({
          id: request.id(),
          contactId: author,
          value: answers[own % answers.length]!,
          createdAt: request.now.toISOString(),
        });
        result.unreadCount += 1;
        return presentChat(state, result, request);
      },
    },
    'PATCH /api/apps/chat/chat': {
      write: (state, request) => {
        const { id, chat: change } = request.body;
        const result = byIdIn(state.chats, id);
        if (!result) return null;
        const issues = validateAuthors(state, result, change.messages ?? []);
        if (issues.length > 0) return invalidRequest(request.id(), issues);
        const messages = change.messages && messagesOf(state, result, change.messages, request);
        return presentChat(state, merge(result, { ...change, messages }, request.language), request);
      },
    },
    'POST /api/apps/chat/restore': {
      write: (state, request) => {
        const restored = restoreChat(state, request.body.id);
        return restored && presentChat(state, restored, request);
      },
    },
    'DELETE /api/apps/chat/chat': { write: (state, { query }) => removeChat(state, query.id) },
    'GET /api/apps/chat/contacts': {
      withoutInput: true,
      read: (state, request) =>
        byTitle(request.others.contacts.contacts, ({ name }) => request.localize(name), request.language).map(
          ({ id, avatar, background, name }) => {
            const about: Text = byIdIn(state.people, id)?.about ?? '';
            return { id, avatar, background, name, about };
          },
        ),
    },
    'GET /api/apps/chat/contact': { read: (state, request) => personOf(state, request.query.id, request) },
    'GET /api/apps/chat/profile': { withoutInput: true, read: profileOf },
    'PATCH /api/apps/chat/profile': {
      write: (state, request) => {
        state.about = request.body.profile.about;
        return profileOf(state, request);
      },
    },
  },
};
