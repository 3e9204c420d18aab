import { CAST } from '../../generate/cast.ts';
import { dayFrom, minutesBefore } from '../../generate/days.ts';
import type { Seeding } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import boards from './data/boards.json';
import { type Boards, POSITION_STEP } from './scrumboard.rules.ts';

interface BoardEntry {
  readonly icon: Boards['boards'][number]['icon'];
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly hoursSinceActivity: number;
  readonly members: readonly string[];
  readonly labels: readonly LocalizedText[];
  readonly lists: readonly { readonly title: LocalizedText; readonly cards: readonly CardEntry[] }[];
}
interface CardEntry {
  readonly title: LocalizedText;
  /** Indexes of the board's labels. */
  readonly labels: readonly number[];
  readonly dueInDays: number | null;
  readonly description?: LocalizedText;
}

export function seedScrumboard({ random, now }: Seeding): Boards {
  const state: Boards = { boards: [], lists: [], cards: [], labels: [] };
  for (const entry of boards as BoardEntry[]) {
    const boardId = random.uuid();
    state.boards.push({
      id: boardId,
      title: entry.title,
      description: entry.description,
      icon: entry.icon,
      lastActivity: minutesBefore(now, entry.hoursSinceActivity * 60),
      members: entry.members.map((name) => CAST.find((person) => person.name === name)!.id),
    });
    const labels = entry.labels.map((title) => ({ id: random.uuid(), boardId, title }));
    state.labels.push(...labels);
    for (const [index, { title, cards }] of entry.lists.entries()) {
      const listId = random.uuid();
      state.lists.push({ id: listId, boardId, position: (index + 1) * POSITION_STEP, title });
      for (const [row, card] of cards.entries())
        state.cards.push({
          id: random.uuid(),
          boardId,
          listId,
          position: (row + 1) * POSITION_STEP,
          title: card.title,
          description: card.description ?? null,
          labels: card.labels.map((index) => labels[index]!.id),
          dueDate: card.dueInDays === null ? null : dayFrom(now, card.dueInDays, 12),
        });
    }
  }
  return state;
}
