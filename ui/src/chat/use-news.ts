import { useState } from 'react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { fill } from '../theme/texts.ts';
import type { ChatLine, ChatPerson } from './chat-model.ts';

interface Heard {
  unread: ReadonlyMap<string, number>;
  person: string | undefined;
  last: string | undefined;
  /** What a screen reader is to say, and how many there were: the same words said again are news too. */
  words: string;
  turn: number;
}

/** What arrived since it was last drawn, in words: a line of the open conversation, or who wrote elsewhere. */
export function useNews(people: readonly ChatPerson[], open: ChatPerson | undefined, lines: readonly ChatLine[]) {
  const shell = useShellTexts();
  const last = lines.at(-1);
  const [heard, setHeard] = useState<Heard>();
  const unread = new Map(people.map((person) => [person.id, person.unread]));
  const changed =
    heard === undefined ||
    heard.person !== open?.id ||
    heard.last !== last?.id ||
    heard.unread.size !== unread.size ||
    [...unread].some(([id, count]) => heard.unread.get(id) !== count);
  if (changed) {
    const here =
      heard?.person === open?.id && heard?.last !== undefined && last?.mine === false && last.id !== heard.last;
    const writer = people.find(
      ({ id, unread: count, muted }) => !muted && id !== open?.id && count > (heard?.unread.get(id) ?? count),
    );
    const words = here
      ? fill(shell.chatSays, { name: open!.name, text: last!.value })
      : writer && fill(shell.chatNews, { name: writer.name });
    setHeard({
      unread,
      person: open?.id,
      last: last?.id,
      words: words ?? heard?.words ?? '',
      turn: (heard?.turn ?? 0) + (words === undefined ? 0 : 1),
    });
  }
  return { words: heard?.words ?? '', turn: heard?.turn ?? 0 };
}
