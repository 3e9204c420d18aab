import { isRoutable, NOT_ROUTABLE } from '@rise/contract/routable';
import { type Group, refusal, type Circumstances, type StateOf } from '../../group.ts';
import { byIdIn, duplicates, take } from '../../records.ts';
import { merge } from '../../text.ts';
import { seedInbox } from './inbox.seed.ts';

type Item = StateOf<'inbox'>['messages'][number];

/** Adds an item at the top, of now unless its maker says of when. */
function add<T extends Item>(
  items: T[],
  made: Omit<T, 'id' | 'time'> & { time?: string | undefined },
  asked: Circumstances,
): T {
  const time = made.time === undefined ? asked.now : new Date(made.time);
  const item = { ...made, id: asked.id(), time: time.toISOString() } as unknown as T;
  items.unshift(item);
  return item;
}

function change<T extends Item>(
  items: T[],
  id: string,
  given: Partial<Record<keyof T, unknown>>,
  asked: Circumstances,
) {
  const item = byIdIn(items, id);
  if (!item) return null;
  const time = typeof given['time' as keyof T] === 'string' ? new Date(given['time' as keyof T] as string) : undefined;
  merge(item, { ...given, time: time?.toISOString() }, asked.language);
  const { path, message } = NOT_ROUTABLE;
  return isRoutable(item as { link: string | null; useRouter: boolean })
    ? item
    : refusal(asked.id(), [{ field: path.join('.'), message }]);
}

export const inbox: Group<'inbox'> = {
  name: 'inbox',
  seed: seedInbox,
  problems: ({ messages, notifications }) => [
    ...duplicates('message', messages),
    ...duplicates('notification', notifications),
  ],
  handlers: {
    'GET /api/common/messages': { takesNothing: true, read: ({ messages }) => messages },
    'POST /api/common/messages': { write: ({ messages }, asked) => add(messages, asked.body.message, asked) },
    'PATCH /api/common/messages': {
      write: ({ messages }, asked) => change(messages, asked.body.id, asked.body.message, asked),
    },
    'DELETE /api/common/messages': { write: ({ messages }, { query }) => take(messages, query.id) },
    'GET /api/common/messages/mark-all-as-read': {
      takesNothing: true,
      write: ({ messages }) => {
        for (const message of messages) message.read = true;
        return true;
      },
    },
    'POST /api/common/messages/toggle-read-status': {
      write: ({ messages }, asked) => {
        const { id, read } = asked.body.message;
        return change(messages, id, { read }, asked);
      },
    },
    'GET /api/common/notifications': { takesNothing: true, read: ({ notifications }) => notifications },
    'POST /api/common/notifications': {
      write: ({ notifications }, asked) => add(notifications, asked.body.notification, asked),
    },
    'PATCH /api/common/notifications': {
      write: ({ notifications }, asked) => change(notifications, asked.body.id, asked.body.notification, asked),
    },
    'DELETE /api/common/notifications': { write: ({ notifications }, { query }) => take(notifications, query.id) },
    'GET /api/common/notifications/mark-all-as-read': {
      takesNothing: true,
      write: ({ notifications }) => {
        for (const notification of notifications) Object.assign(notification, { read: true, seen: true });
        return true;
      },
    },
    'POST /api/common/notifications/toggle-read-status': {
      write: ({ notifications }, asked) => {
        const { id, read } = asked.body.notification;
        return change(notifications, id, { read }, asked);
      },
    },
  },
};
