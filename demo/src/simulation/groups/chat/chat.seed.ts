import { ACQUAINTANCES } from '../../generate/acquaintances.ts';
import { CAST } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import { chartPicture } from '../../generate/picture.ts';
import type { Random } from '../../generate/random.ts';
import { scene } from '../../generate/scene.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import about from './data/about.json';
import attachments from './data/attachments.json';
import conversations from './data/conversations.json';
import statuses from './data/statuses.json';

type Chat = StateOf<'chat'>['chats'][number];

interface Conversation {
  readonly person: string;
  /** Minutes since its last message. */
  readonly minutesAgo: number;
  readonly unread?: number;
  readonly muted?: boolean;
  readonly lines: readonly {
    readonly from: 'me' | 'person';
    readonly text: LocalizedText;
    /** Fixed where it matters; a few random ones otherwise. */
    readonly minutesAfterPrevious?: number;
  }[];
}

function chatOf(conversation: Conversation, now: Date, random: Random): Chat {
  const contactId = CAST.find(({ name }) => name === conversation.person)!.id;
  const gaps = conversation.lines.map(({ minutesAfterPrevious }) => minutesAfterPrevious ?? random.int(1, 3));
  const messages = conversation.lines.map(({ from, text }, index) => {
    const minutesLater = gaps.slice(index + 1).reduce((sum, minutes) => sum + minutes, 0);
    return {
      id: random.uuid(),
      contactId: from === 'me' ? 'me' : contactId,
      value: text,
      createdAt: minutesBefore(now, conversation.minutesAgo + minutesLater),
    };
  });
  const { unread = 0, muted = false } = conversation;
  return { id: random.uuid(), contactId, unreadCount: unread, muted, messages };
}

/** People with no chat yet: what they say of themselves is one of the usual lines. */
const acquaintances = () =>
  ACQUAINTANCES.map(({ id, name, avatar }, index) => {
    const attachments = { media: [], docs: [], links: [] };
    return { id, name, avatar, background: null, about: statuses[index % statuses.length]!, attachments };
  });

export function seedChat({ random, now }: Seeding): StateOf<'chat'> {
  const cast = CAST.map(({ id, name, avatar }) => {
    const media = Array.from({ length: random.int(0, 6) }, (_, index) =>
      (index % 3 === 2 ? chartPicture : scene)(`${name} ${index}`),
    );
    return {
      id,
      name,
      avatar,
      background: null,
      about: about[name as keyof typeof about],
      attachments: {
        media,
        docs: random.sample(attachments.docs, random.int(0, 2)),
        links: random.sample(attachments.links, random.int(0, 2)),
      },
    };
  });
  return {
    people: [...cast, ...acquaintances()],
    chats: (conversations as Conversation[]).map((conversation) => chatOf(conversation, now, random)),
  };
}
