import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../client/client.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndo, offerUndoOf, requireRestored } from '../../components/undo.ts';
import { type Chat, storable, useChangeChat } from '../../conversations/chat.queries.ts';
import { useChatAddress } from './use-chat-address.ts';
import { useChatTexts } from './chat.texts.ts';

type Filing = 'muted' | 'starred' | 'archived';

type Messages = Chat['messages'];

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

/** What a reader does to a chat as a whole. */
export function useChatActs() {
  const t = useChatTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const fail = useFailureDialog();
  const change = useChangeChat();
  const { listHref, hrefOf } = useChatAddress();
  const go = (href: string) => router.navigate({ href, resetScroll: false });
  const open = async (chat: Chat | null) => {
    // The list has to know it: an address of an unknown one leads back to the list.
    await cache.refetchQueries({ queryKey: ['chat', 'GET /api/apps/chat/chats'] });
    if (chat) await go(hrefOf(chat.id));
  };
  return {
    toggle: (chat: Chat, field: Filing) => {
      const next = !(chat[field] ?? false);
      change.mutate({ body: { id: chat.id, chat: { [field]: next } } }, { onError: fail });
      if (field !== 'archived') return;
      const message = t(next ? 'archivedChat' : 'restoredChat', { name: chat.contact.name });
      offerUndo(message, () => change.mutateAsync({ body: { id: chat.id, chat: { archived: !next } } }));
      void go(listHref);
    },
    markUnread: ({ id }: Chat) => {
      change.mutate({ body: { id, chat: { unreadCount: 1 } } }, { onError: fail });
      void go(listHref);
    },
    clear: ({ id, contact }: Chat) =>
      offerUndoOf(
        t('cleared', { name: contact.name }),
        deleteMessages(id, () => true),
      ).catch(fail),
    removeMessages: ({ id }: Chat, ids: ReadonlySet<string>) =>
      offerUndoOf(
        t('messagesDeleted', { count: ids.size }),
        deleteMessages(id, (message) => ids.has(message.id)),
      ).catch(fail),
    remove: (chat: Chat) => {
      offerUndoOf(t('deleted', { name: chat.contact.name }), deleteChat(chat)).catch(fail);
      void go(listHref);
    },
    start: (contactId: string) => call('POST /api/apps/chat/chat', { body: { contactId } }).then(open).catch(fail),
    startGroup: (title: string, contactIds: readonly string[]) =>
      call('POST /api/apps/chat/group', { body: { title, contactIds: [...contactIds] } })
        .then(open)
        .catch(fail),
  };
}
