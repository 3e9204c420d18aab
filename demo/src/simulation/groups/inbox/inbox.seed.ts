import type { IconName } from '@rise/contract';
import { CAST } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import messages from './data/messages.json';
import notifications from './data/notifications.json';

interface InboxEntry {
  readonly minutesAgo: number;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  /** Address of its link, or null. */
  readonly link: string | null;
  readonly read: boolean;
}
type MessageEntry = InboxEntry & { readonly person: string };
type NotificationEntry = InboxEntry & { readonly icon: IconName };

export function seedInbox({ random, now }: Seeding): StateOf<'inbox'> {
  const shared = ({ minutesAgo, title, description, link, read }: InboxEntry) => ({
    title,
    description,
    time: minutesBefore(now, minutesAgo),
    read,
    link,
    useRouter: link !== null,
  });
  return {
    messages: (messages as MessageEntry[]).map((entry) => ({
      id: random.uuid(),
      icon: null,
      image: CAST.find(({ name }) => name === entry.person)!.avatar,
      ...shared(entry),
    })),
    notifications: (notifications as NotificationEntry[]).map((entry) => ({
      id: random.uuid(),
      icon: entry.icon,
      image: null,
      ...shared(entry),
      seen: entry.read,
    })),
  };
}
