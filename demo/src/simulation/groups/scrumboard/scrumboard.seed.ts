import { CAST } from '../../generate/cast.ts';
import { dayFrom, minutesBefore } from '../../generate/days.ts';
import { scene } from '../../generate/scene.ts';
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
  /** A color by number, or a landscape. */
  readonly cover?: number | 'scene';
  readonly description?: LocalizedText;
  /** The first `done` of them are ticked. */
  readonly checklist?: readonly LocalizedText[];
  readonly done?: number;
  readonly comments?: readonly {
    readonly author: string;
    readonly hoursAgo: number;
    readonly content: LocalizedText;
  }[];
}

function coverOf({ cover, title }: CardEntry): Boards['cards'][number]['cover'] {
  if (cover === undefined) return null;
  return cover === 'scene' ? { picture: scene(title.en) } : { color: cover };
}

const idOf = (name: string) => CAST.find((person) => person.name === name)!.id;

export function seedScrumboard({ random, now }: Seeding): Boards {
  const state: Boards = { boards: [], lists: [], cards: [], labels: [], deletions: [] };
  for (const entry of boards as BoardEntry[]) {
    const boardId = random.uuid();
    state.boards.push({
      id: boardId,
      title: entry.title,
      description: entry.description,
      icon: entry.icon,
      lastActivity: minutesBefore(now, entry.hoursSinceActivity * 60),
      members: entry.members.map(idOf),
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
          members: random.sample(entry.members, random.int(0, 2)).map(idOf),
          checklist: (card.checklist ?? []).map((title, step) => ({
            id: random.uuid(),
            title,
            completed: step < (card.done ?? 0),
          })),
          comments: (card.comments ?? []).map(({ author, hoursAgo, content }) => ({
            id: random.uuid(),
            author: idOf(author),
            content,
            createdAt: minutesBefore(now, hoursAgo * 60),
          })),
          cover: coverOf(card),
        });
    }
  }
  return state;
}
