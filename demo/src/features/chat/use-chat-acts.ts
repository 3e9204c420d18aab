import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { makeChange, once, quoted } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { offerUndoOf, requireRestored } from '../../components/undo.ts';
import { type Chat, storable, useChangeChat } from '../../conversations/chat.queries.ts';
import { useChatPhrase } from '../../conversations/use-chat-phrase.ts';
import { useChatAddress } from './use-chat-address.ts';
import { useChatTexts } from './chat.texts.ts';

type Filing = 'muted' | 'starred' | 'archived';

type Messages = Chat['messages'];

/** Messages of a chat that are deleted, as notices name them before and after. */
interface Removal {
  readonly id: string;
  readonly what: string;
  readonly message: string;
  readonly ids: ReadonlySet<string>;
}

/** Changes the messages that a chat has at this moment: an answer may just have come. Returns those before. */
async function changeMessages(id: string, change: (messages: Messages) => Messages): Promise<Messages> {
  const { messages } = await call('GET /api/apps/chat/chat', { query: { id } });
  await call('PATCH /api/apps/chat/chat', { body: { id, chat: { messages: storable(change(messages)) } } });
  return messages;
}

/** Deletes messages; what is returned brings them back among those that there are by then. */
async function deleteMessages(id: string, isGone: (message: Messages[number]) => boolean) {
  const before = await changeMessages(id, (messages) => messages.filter((message) => !isGone(message)));
  return () => changeMessages(id, (messages) => [...messages, ...before.filter(isGone)]);
}

/** Deletes a chat; what is returned brings it back. */
async function deleteChat({ id }: Chat) {
  await call('DELETE /api/apps/chat/chat', { query: { id } });
  return async () => requireRestored(id, await call('POST /api/apps/chat/restore', { body: { id } }));
}

/** A chat as it is stored by now; undefined for one that is gone. */
async function readChat(id: string): Promise<Chat | undefined> {
  return (await call('GET /api/apps/chat/chats')).find((chat) => chat.id === id);
}

/** What a reader does to a chat as a whole. */
export function useChatActs() {
  const t = useChatTexts();
  const phraseOf = useChatPhrase();
  const router = useRouter();
  const cache = useQueryClient();
  const change = useChangeChat();
  const { listHref, hrefOf } = useChatAddress();
  const go = (href: string) => router.navigate({ href, resetScroll: false });
  const open = async (chat: Chat | null) => {
    // The list has to know it: an address of an unknown one leads back to the list.
    await cache.refetchQueries({ queryKey: ['chat', 'GET /api/apps/chat/chats'] });
    if (chat) await go(hrefOf(chat.id));
  };
  const removeAll = ({ id, what, message, ids }: Removal) =>
    makeChange({
      kind: 'delete',
      what,
      target: `${id} ${[...ids].join(' ')} deleted`,
      isPending: async () => (await readChat(id))?.messages.some((each) => ids.has(each.id)) ?? false,
      make: () =>
        offerUndoOf(
          message,
          deleteMessages(id, (each) => ids.has(each.id)),
        ),
    });
  return {
    toggle: (chat: Chat, field: Filing) => {
      const { id, contact } = chat;
      const isOn = chat[field] ?? false;
      const set = (value: boolean) => change.mutateAsync({ body: { id, chat: { [field]: value } } });
      const message = t(isOn ? 'restoredChat' : 'archivedChat', { name: contact.name });
      void makeChange({
        kind: field === 'archived' ? 'move' : 'change',
        what: phraseOf(chat),
        target: `${id} ${field}`,
        isPending: async () => {
          const current = await readChat(id);
          return current !== undefined && (current[field] ?? false) === isOn;
        },
        make: () => {
          const setting = set(!isOn);
          return field === 'archived'
            ? offerUndoOf(
                message,
                setting.then(() => () => set(isOn)),
              )
            : setting;
        },
      });
      if (field === 'archived') void go(listHref);
    },
    markUnread: ({ id, contact }: Chat) => {
      void makeChange({
        kind: 'change',
        what: phraseOf({ contact }),
        target: `${id} unread`,
        isPending: async () => (await readChat(id))?.unreadCount === 0,
        make: () => change.mutateAsync({ body: { id, chat: { unreadCount: 1 } } }),
      });
      void go(listHref);
    },
    clear: ({ id, contact, messages }: Chat) =>
      removeAll({
        id,
        what: t('messagesWith', { name: contact.name }),
        message: t('cleared', { name: contact.name }),
        ids: new Set(messages.map((message) => message.id)),
      }),
    removeMessages: ({ id }: Chat, ids: ReadonlySet<string>) =>
      removeAll({
        id,
        what: t('messageCount', { count: ids.size }),
        message: t('messagesDeleted', { count: ids.size }),
        ids,
      }),
    remove: (chat: Chat) => {
      const { name } = chat.contact;
      void makeChange({
        kind: 'delete',
        what: phraseOf(chat),
        target: `${chat.id} deleted`,
        isPending: async () => (await readChat(chat.id)) !== undefined,
        make: () => offerUndoOf(t('deleted', { name }), deleteChat(chat)),
      });
      void go(listHref);
    },
    start: (contactId: string) =>
      makeChange({
        kind: 'create',
        what: t('aNewChat'),
        // A second time, it returns the chat that there is.
        make: async () => open(await call('POST /api/apps/chat/chat', { body: { contactId } })),
      }),
    startGroup: (title: string, contactIds: readonly string[]) => {
      const create = once(() => call('POST /api/apps/chat/group', { body: { title, contactIds: [...contactIds] } }));
      return makeChange({ kind: 'create', what: quoted(title), make: async () => open(await create()) });
    },
  };
}
