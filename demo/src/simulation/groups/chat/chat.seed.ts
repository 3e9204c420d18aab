import { CAST } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import { chartPicture } from '../../generate/picture.ts';
import type { Random } from '../../generate/random.ts';
import { scene } from '../../generate/scene.ts';
import type { Seeding, StateOf } from '../../group.ts';
import { type Conversation, CONVERSATIONS } from './conversations.ts';
import { ABOUT } from './people.ts';

type Chat = StateOf<'chat'>['chats'][number];

const DOCUMENTS = [
  'Minutes of the last meeting.pdf',
  'Figures by branch.xlsx',
  'Floor plan.pdf',
  'Letter to members.docx',
];
const LINKS = [
  'https://rates.example/today',
  'https://library.example/credit-unions',
  'https://maps.example/elm-street',
];

function chatOf(conversation: Conversation, now: Date, random: Random): Chat {
  const contactId = CAST.find(({ name }) => name === conversation.with)!.id;
  const gaps = conversation.lines.map(([, , , minutes]) => minutes ?? random.int(1, 3));
  const messages = conversation.lines.map(([who, en, tr], place) => {
    const minutesLater = gaps.slice(place + 1).reduce((sum, minutes) => sum + minutes, 0);
    return {
      id: random.uuid(),
      contactId: who === 'me' ? 'me' : contactId,
      value: { en, tr },
      createdAt: minutesBefore(now, conversation.ago + minutesLater),
    };
  });
  const { unread = 0, muted = false } = conversation;
  return { id: random.uuid(), contactId, unreadCount: unread, muted, messages };
}

export function seedChat({ random, now }: Seeding): StateOf<'chat'> {
  return {
    people: CAST.map(({ id, name, avatar }) => {
      const [en, tr] = ABOUT[name]!;
      const media = Array.from({ length: random.int(0, 6) }, (_, place) =>
        (place % 3 === 2 ? chartPicture : scene)(`${name} ${place}`),
      );
      return {
        id,
        name,
        avatar,
        background: null,
        about: { en, tr },
        attachments: {
          media,
          docs: random.some(DOCUMENTS, random.int(0, 2)),
          links: random.some(LINKS, random.int(0, 2)),
        },
      };
    }),
    chats: CONVERSATIONS.map((conversation) => chatOf(conversation, now, random)),
  };
}
