import type { DropPlace } from '@rise/ui/lists';
import { groupBy } from '../../components/group-by.ts';
import { type Board, type Card, cardsOf, type List } from './board.ts';

/** Gap between the positions of neighbors that were never moved. */
export const STEP = 65_536;
const LAST = STEP * 500;

interface Placed {
  readonly id: string;
  readonly position: number;
}
export interface CardMove extends Placed {
  readonly listId: string;
}

const byPosition = (one: Placed, other: Placed) => one.position - other.position;

/** In the middle of its neighbors, half of the first at the top, a step after the last at the end. */
function positionBetween(before: number | undefined, after: number | undefined): number {
  if (after === undefined) return (before ?? 0) + STEP;
  return before === undefined ? after / 2 : (before + after) / 2;
}

/** Positions that change where a record is placed before another, or at the end: its own, or all where there is no gap. */
function placeBefore(records: readonly Placed[], id: string, before: string | null): Placed[] {
  const others = records.filter((record) => record.id !== id);
  const found = before === null ? -1 : others.findIndex((record) => record.id === before);
  const at = found < 0 ? others.length : found;
  const current = records.findIndex((record) => record.id === id);
  if (current === at) return [];
  const position = positionBetween(others[at - 1]?.position, others[at]?.position);
  if (Number.isInteger(position) && position > 0 && position <= LAST) return [{ id, position }];
  return [...others.slice(0, at).map((record) => record.id), id, ...others.slice(at).map((record) => record.id)]
    .map((each, index) => ({ id: each, position: (index + 1) * STEP }))
    .filter(
      (moved) => moved.id === id || records.find((record) => record.id === moved.id)?.position !== moved.position,
    );
}

/** What changes where a card is moved; nothing where it is there already. */
export function moveCard({ lists }: Board, id: string, { list: listId, before }: DropPlace): CardMove[] {
  const list = lists.find((each) => each.id === listId);
  if (!list) return [];
  return placeBefore(list.cards, id, before).map((placed) => ({ ...placed, listId }));
}

/** What changes where a list is moved before another. */
export const moveList = ({ lists }: Board, id: string, before: string | null): Placed[] =>
  placeBefore(lists, id, before);

/** A board with cards changed. Lists without such a card stay the same objects. */
export function withCards(board: Board, changes: readonly ({ id: string } & Partial<CardMove>)[]): Board {
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const changed = cardsOf(board)
    .filter(({ id }) => changeOf.has(id))
    .map((card): Card => ({ ...card, ...changeOf.get(card.id) }));
  const additions = new Map(groupBy(changed, ({ listId }) => listId));
  return {
    ...board,
    lists: board.lists.map((list): List => {
      const added = additions.get(list.id) ?? [];
      const rest = list.cards.filter(({ id }) => !changeOf.has(id));
      if (added.length === 0 && rest.length === list.cards.length) return list;
      return { ...list, cards: [...rest, ...added].toSorted(byPosition) };
    }),
  };
}

/** A board with lists renamed or moved. */
export function withLists(board: Board, changes: readonly ({ id: string } & Partial<List>)[]): Board {
  const lists = board.lists.map((list) => ({ ...list, ...changes.find(({ id }) => id === list.id) }));
  return { ...board, lists: lists.toSorted(byPosition) };
}

export const findList = ({ lists }: Board, id: string): List | null => lists.find((list) => list.id === id) ?? null;

/** Where a card is: its list and its place in it, from 0; null where it is not on the board. */
export function findCard({ lists }: Board, id: string): { list: List; card: Card; place: number } | null {
  for (const list of lists) {
    const place = list.cards.findIndex((card) => card.id === id);
    if (place >= 0) return { list, card: list.cards[place]!, place };
  }
  return null;
}

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
export const isDirection = (key: string): key is Direction => /^Arrow(Up|Down|Left|Right)$/.test(key);

/** The place of a card that an arrow key moves; null where there is none. */
export function stepOf(board: Board, id: string, direction: Direction): DropPlace | null {
  const from = findCard(board, id);
  if (!from) return null;
  const { list, place } = from;
  if (direction === 'ArrowUp') return place === 0 ? null : { list: list.id, before: list.cards[place - 1]!.id };
  if (direction === 'ArrowDown') {
    if (place === list.cards.length - 1) return null;
    return { list: list.id, before: list.cards[place + 2]?.id ?? null };
  }
  const next = board.lists[board.lists.indexOf(list) + (direction === 'ArrowLeft' ? -1 : 1)];
  return next ? { list: next.id, before: next.cards[place]?.id ?? null } : null;
}

/** The card that an arrow key leads to: up and down in a list, left and right in the next one that has cards. */
export function neighborOf(board: Board, id: string, direction: Direction): string | null {
  const from = findCard(board, id);
  if (!from) return null;
  const { list, place } = from;
  if (direction === 'ArrowUp') return list.cards[place - 1]?.id ?? null;
  if (direction === 'ArrowDown') return list.cards[place + 1]?.id ?? null;
  const at = board.lists.indexOf(list);
  const onTheWay = direction === 'ArrowLeft' ? board.lists.slice(0, at).toReversed() : board.lists.slice(at + 1);
  const next = onTheWay.find(({ cards }) => cards.length > 0);
  return next ? next.cards[Math.min(place, next.cards.length - 1)]!.id : null;
}
