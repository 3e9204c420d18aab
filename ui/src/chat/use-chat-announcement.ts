import { useState } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { fill } from '../texts/ui-texts.ts';
import type { ChatLine, ChatPerson } from './chat-model.ts';

interface Announced {
  unread: ReadonlyMap<string, number>;
  person: string | undefined;
  last: string | undefined;
  /** Text for screen readers; `turn` counts, so that the same text is announced again. */
  words: string;
  turn: number;
}

/** Announcement of new messages: the text in the open conversation, else who wrote. */
export function useChatAnnouncement(
  people: readonly ChatPerson[],
  open: ChatPerson | undefined,
  lines: readonly ChatLine[],
) {
  const panelTexts = usePanelTexts();
  const last = lines.at(-1);
  const [announced, setAnnounced] = useState<Announced>();
  const unread = new Map(people.map((person) => [person.id, person.unread]));
  const changed =
    announced === undefined ||
    announced.person !== open?.id ||
    announced.last !== last?.id ||
    announced.unread.size !== unread.size ||
    [...unread].some(([id, count]) => announced.unread.get(id) !== count);
  if (changed) {
    const here =
      announced?.person === open?.id &&
      announced?.last !== undefined &&
      last?.mine === false &&
      last.id !== announced.last;
    const writer = people.find(
      ({ id, unread: count, muted }) => !muted && id !== open?.id && count > (announced?.unread.get(id) ?? count),
    );
    const words = here
      ? fill(panelTexts.chatSays, { name: open!.name, text: last!.value })
      : writer && fill(panelTexts.chatNews, { name: writer.name });
    setAnnounced({
      unread,
      person: open?.id,
      last: last?.id,
      words: words ?? announced?.words ?? '',
      turn: (announced?.turn ?? 0) + (words === undefined ? 0 : 1),
    });
  }
  return { words: announced?.words ?? '', turn: announced?.turn ?? 0 };
}
