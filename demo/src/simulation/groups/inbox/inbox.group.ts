import { isRoutable, NOT_ROUTABLE } from '@rise/contract/routable';
import { type Group, invalidRequest, type CallContext, type StateOf } from '../../group.ts';
import { byIdIn, duplicates, removeById } from '../../records.ts';
import { merge } from '../../text.ts';
import { seedInbox } from './inbox.seed.ts';

type Item = StateOf<'inbox'>['messages'][number];

/** Adds an item at the top, dated now unless a time is given. */
function add<T extends Item>(
  items: T[],
  created: Omit<T, 'id' | 'time'> & { time?: string | undefined },
  context: CallContext,
): T {
  const time = created.time === undefined ? context.now : new Date(created.time);
  const item = { ...created, id: context.id(), time: time.toISOString() } as unknown as T;
  items.unshift(item);
  return item;
}

function change<T extends Item>(
  items: T[],
  id: string,
  input: Partial<Record<keyof T, unknown>>,
  context: CallContext,
) {
  const item = byIdIn(items, id);
  if (!item) return null;
  const time = typeof input['time' as keyof T] === 'string' ? new Date(input['time' as keyof T] as string) : undefined;
  merge(item, { ...input, time: time?.toISOString() }, context.language);
  const { path, message } = NOT_ROUTABLE;
  return isRoutable(item as { link: string | null; useRouter: boolean })
    ? item
    : invalidRequest(context.id(), [{ field: path.join('.'), message }]);
}

export const inbox: Group<'inbox'> = {
  name: 'inbox',
  seed: seedInbox,
  findIssues: ({ messages, notifications }) => [
    ...duplicates('message', messages),
    ...duplicates('notification', notifications),
  ],
  handlers: {
    'GET /api/common/messages': { withoutInput: true, read: ({ messages }) => messages },
    'POST /api/common/messages': { write: ({ messages }, request) => add(messages, request.body.message, request) },
    'PATCH /api/common/messages': {
      write: ({ messages }, request) => change(messages, request.body.id, request.body.message, request),
    },
    'DELETE /api/common/messages': { write: ({ messages }, { query }) => removeById(messages, query.id) },
    'GET /api/common/messages/mark-all-as-read': {
      withoutInput: true,
      write: ({ messages }) => {
        for (const message of messages) message.read = true;
        return true;
      },
    },
    'POST /api/common/messages/toggle-read-status': {
      write: ({ messages }, request) => {
        const { id, read } = request.body.message;
        return change(messages, id, { read }, request);
      },
    },
    'GET /api/common/notifications': { withoutInput: true, read: ({ notifications }) => notifications },
    'POST /api/common/notifications': {
      write: ({ notifications }, request) => add(notifications, request.body.notification, request),
    },
    'PATCH /api/common/notifications': {
      write: ({ notifications }, request) => change(notifications, request.body.id, request.body.notification, request),
    },
    'DELETE /api/common/notifications': {
      write: ({ notifications }, { query }) => removeById(notifications, query.id),
    },
    'GET /api/common/notifications/mark-all-as-read': {
      withoutInput: true,
      write: ({ notifications }) => {
        for (const notification of notifications) Object.assign(notification, { read: true, seen: true });
        return true;
      },
    },
    'POST /api/common/notifications/toggle-read-status': {
      write: ({ notifications }, request) => {
        const { id, read } = request.body.notification;
        return change(notifications, id, { read }, request);
      },
    },
  },
};
