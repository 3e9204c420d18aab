import { CAST } from '../../generate/cast.ts';
import type { StateOf } from '../../group.ts';
import { byIdIn, dangling, duplicates } from '../../records.ts';

export type Boards = StateOf<'scrumboard'>;
export type Board = Boards['boards'][number];
export type List = Boards['lists'][number];
export type Card = Boards['cards'][number];

/** How far apart lists and cards are put, so that others fit between them for long. */
export const POSITION_STEP = 65_536;

const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position;

/** The position behind all of these. */
export function lastPosition(records: readonly { position: number }[]): number {
  return Math.max(0, ...records.map(({ position }) => position)) + POSITION_STEP;
}

/** A board as it is told: members as people. */
export function told(board: Board) {
  const members = board.members.flatMap((member) => byIdIn(CAST, member) ?? []);
  return { ...board, members: members.map(({ id, name, avatar }) => ({ id, name, avatar })) };
}

/** A card as it is told: labels as objects. */
export function toldCard({ labels }: Boards, card: Card) {
  return { ...card, labels: card.labels.flatMap((id) => byIdIn(labels, id) ?? []) };
}

/** A board with all that stands on it, in its order. */
export function whole(state: Boards, board: Board) {
  const lists = state.lists.filter(({ boardId }) => boardId === board.id).toSorted(byPosition);
  return {
    ...told(board),
    labels: state.labels.filter(({ boardId }) => boardId === board.id),
    lists: lists.map((list) => ({
      ...list,
      cards: state.cards
        .filter(({ listId }) => listId === list.id)
        .toSorted(byPosition)
        .map((card) => toldCard(state, card)),
    })),
  };
}

interface Given {
  readonly listId?: string | undefined;
  readonly labels?: readonly string[] | undefined;
}

/** What a request says of a card of this board that can't be: a list or labels that are not on it. */
export function misfits({ lists, labels }: Boards, boardId: string, field: string, { listId, labels: named }: Given) {
  const onBoard = (record: { boardId: string } | null) => record?.boardId === boardId;
  return [
    ...(listId === undefined || onBoard(byIdIn(lists, listId))
      ? []
      : [{ field: `${field}.listId`, message: 'Use the id of a list of this board' }]),
    ...(named ?? []).flatMap((id, place) =>
      onBoard(byIdIn(labels, id))
        ? []
        : [{ field: `${field}.labels.${place}`, message: 'Use the id of a label of this board' }],
    ),
  ];
}

export function problemsOf({ boards, lists, cards, labels }: Boards): string[] {
  return [
    ...duplicates('board', boards),
    ...duplicates('list', lists),
    ...duplicates('card', cards),
    ...duplicates('label of a board', labels),
    ...boards.flatMap(({ id, members }) => dangling(`board ${id}`, members, CAST)),
    ...lists.flatMap(({ id, boardId }) => dangling(`list ${id}`, [boardId], boards)),
    ...labels.flatMap(({ id, boardId }) => dangling(`label ${id}`, [boardId], boards)),
    ...cards.flatMap((card) => {
      const onBoard = ({ boardId }: { boardId: string }) => boardId === card.boardId;
      return [
        ...dangling(`card ${card.id}`, [card.listId], lists.filter(onBoard)),
        ...dangling(`card ${card.id}`, card.labels, labels.filter(onBoard)),
        ...duplicates(
          'label of a card',
          card.labels.map((id) => ({ id })),
        ),
      ];
    }),
  ];
}
