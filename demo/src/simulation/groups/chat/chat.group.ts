import { DEMO_USER } from '../../generate/cast.ts';
import { type Circumstances, type DemoState, type Group, refusal, Reply, type StateOf } from '../../group.ts';
import { byIdIn, byTitle, dangling, duplicates, take } from '../../records.ts';
import { merge, type Text } from '../../text.ts';
import { seedChat } from './chat.seed.ts';

type State = StateOf<'chat'>;
type Asking = Circumstances<'contacts' | 'user'>;
type Chat = State['chats'][number];
type Message = Chat['messages'][number];
type Contact = DemoState['contacts']['contacts'][number];

/** How the user's own messages are marked where they are stored. */
const ME = 'me';
const ABOUT = {
  en: 'Figures that one can read without a glossary.',
  tr: 'Sözlüksüz okunabilen rakamlar.',
};

const NOTHING = { media: [], docs: [], links: [] };

/** Everybody among the contacts; whoever was deleted there is known by name where there is a chat with them. */
function personOf(state: State, id: string, { others }: Asking) {
  const contact = byIdIn<Contact>(others.contacts.contacts, id);
  const known = byIdIn(state.people, id);
  const person = contact ?? known;
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
    about: known?.about ?? ('' as Text),
    details: { emails, phoneNumbers, title, company, birthday, address },
    attachments: known?.attachments ?? NOTHING,
  };
}

function joined(state: State, chat: Chat, asked: Asking) {
  const last = chat.messages.at(-1);
  return {
    ...chat,
    contact: personOf(state, chat.contactId, asked)!,
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

interface Sent {
  readonly id?: string | undefined;
  readonly contactId: string;
  readonly value: string;
  readonly createdAt?: string | undefined;
}

/** The chat's messages as a client sends them back: those known by their id as they were, new ones of now. */
function messagesOf(chat: Chat, sent: readonly Sent[], asked: Asking): Message[] {
  const used = new Set<string>();
  return sent
    .map(({ id, contactId, value, createdAt }) => {
      const known = id === undefined || used.has(id) ? null : byIdIn(chat.messages, id);
      if (known) {
        used.add(known.id);
        return merge(known, { value }, asked.language);
      }
      const writer = contactId === DEMO_USER.id ? ME : contactId;
      return { id: asked.id(), contactId: writer, value, createdAt: createdAt ?? asked.now.toISOString() };
    })
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** Who wrote in a chat can only be the user or the other one. */
function strangers(chat: Chat, sent: readonly Sent[]) {
  return sent.flatMap(({ contactId }, place) =>
    [ME, DEMO_USER.id, chat.contactId].includes(contactId)
      ? []
      : [{ field: `chat.messages.${place}.contactId`, message: 'Only you and the contact write in this chat' }],
  );
}

export const chat: Group<'chat', 'contacts' | 'user'> = {
  name: 'chat',
  reads: ['contacts', 'user'],
  seed: seedChat,
  problems: ({ people, chats }) => [
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
      ...dangling(`chat ${id}`, [contactId], people),
      ...dangling(
        `a message of chat ${id}`,
        messages.map((message) => message.contactId),
        [{ id: ME }, { id: contactId }],
      ),
      ...messages.flatMap(({ createdAt }, place) =>
        createdAt < (messages[place - 1]?.createdAt ?? '') ? [`chat ${id} is not in order`] : [],
      ),
    ]),
  ],
  handlers: {
    'GET /api/apps/chat/chats': {
      takesNothing: true,
      read: (state, asked) => state.chats.toSorted(latestFirst).map((chat) => joined(state, chat, asked)),
    },
    'GET /api/apps/chat/chat': {
      read: (state, asked) => {
        const { id } = asked.query;
        const found = byIdIn(state.chats, id);
        return found
          ? joined(state, found, asked)
          : new Reply(404, { error: `Could not found chat with id of ${id}!` });
      },
    },
    'POST /api/apps/chat/chat': {
      write: (state, asked) => {
        const { contactId } = asked.body;
        const there = state.chats.find((chat) => chat.contactId === contactId);
        if (there) return joined(state, there, asked);
        const person = personOf(state, contactId, asked);
        if (!person) return null;
        const { details: _, ...known } = person;
        if (!byIdIn(state.people, contactId)) state.people.push(structuredClone(known));
        const made: Chat = { id: asked.id(), contactId, unreadCount: 0, muted: false, messages: [] };
        state.chats.unshift(made);
        return joined(state, made, asked);
      },
    },
    'PATCH /api/apps/chat/chat': {
      write: (state, asked) => {
        const { id, chat: change } = asked.body;
        const found = byIdIn(state.chats, id);
        if (!found) return null;
        const faults = strangers(found, change.messages ?? []);
        if (faults.length > 0) return refusal(asked.id(), faults);
        const messages = change.messages && messagesOf(found, change.messages, asked);
        return joined(state, merge(found, { ...change, messages }, asked.language), asked);
      },
    },
    'DELETE /api/apps/chat/chat': { write: ({ chats }, { query }) => (take(chats, query.id) ? true : null) },
    'GET /api/apps/chat/contacts': {
      takesNothing: true,
      read: (state, asked) =>
        byTitle(asked.others.contacts.contacts, ({ name }) => asked.tell(name), asked.language).map(
          ({ id, avatar, background, name }) => {
            const about: Text = byIdIn(state.people, id)?.about ?? '';
            return { id, avatar, background, name, about };
          },
        ),
    },
    'GET /api/apps/chat/contact': { read: (state, asked) => personOf(state, asked.query.id, asked) },
    'GET /api/apps/chat/profile': {
      takesNothing: true,
      read: (_, { others }) => {
        const { id, name, email, avatar } = others.user.user;
        return { id, name, email, avatar, about: ABOUT };
      },
    },
  },
};
