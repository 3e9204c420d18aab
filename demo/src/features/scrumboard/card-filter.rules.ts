import { fold } from '@rise/contract/fold';
import { wordsOf } from '../../simulation/words.ts';
import { type Board, type Card, isOverdue } from './board.ts';

export const DUES = ['overdue', 'week', 'later', 'none'] as const;
export type Due = (typeof DUES)[number];

/** What the cards are narrowed to; an empty one narrows nothing. */
export interface CardFilter {
  readonly query: string;
  readonly labels: readonly string[];
  readonly members: readonly string[];
  readonly dues: readonly string[];
}

const listed = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);

/** As it is in the address. */
export const readFilter = (search: Readonly<Record<string, string | undefined>>): CardFilter => ({
  query: (search['q'] ?? '').trim(),
  labels: listed(search['label']),
  members: listed(search['member']),
  dues: listed(search['due']),
});

/** Removes it from the address. */
export const NO_FILTER = { q: null, label: null, member: null, due: null };

export const isNarrowed = ({ query, labels, members, dues }: CardFilter): boolean =>
  query !== '' || [labels, members, dues].some(({ length }) => length > 0);

const WEEK_MS = 7 * 86_400_000;

/** When a card is due. */
export function dueOf(card: Pick<Card, 'dueDate'>): Due {
  if (card.dueDate === null) return 'none';
  if (isOverdue(card)) return 'overdue';
  return new Date(card.dueDate).getTime() < Date.now() + WEEK_MS ? 'week' : 'later';
}

const meets = (allowed: readonly string[], has: readonly string[]) =>
  allowed.length === 0 || allowed.some((each) => has.includes(each));

/** The folded texts of cards. Folding is slow, and a search looks at all cards with each key. */
const folded = new WeakMap<Card, string>();

function textOf(card: Card): string {
  const known = folded.get(card);
  if (known !== undefined) return known;
  const text = fold([card.title, card.description ?? '', ...card.checklist.map(({ title }) => title)].join('\n'));
  folded.set(card, text);
  return text;
}

/** A board with the cards that a filter leaves. */
export function narrowed(board: Board, filter: CardFilter): Board {
  if (!isNarrowed(filter)) return board;
  const words = wordsOf(fold(filter.query));
  const fits = (card: Card) =>
    (filter.dues.length === 0 || filter.dues.includes(dueOf(card))) &&
    meets(filter.members, card.members) &&
    (filter.labels.length === 0 || card.labels.some(({ id }) => filter.labels.includes(id))) &&
    words.every((word) => textOf(card).includes(word));
  return { ...board, lists: board.lists.map((list) => ({ ...list, cards: list.cards.filter(fits) })) };
}
