import { CAST, DEMO_USER } from '../../generate/cast.ts';
import type { StateOf } from '../../group.ts';
import { byIdIn, danglingReferences, duplicates, unknownIds } from '../../records.ts';

export type Boards = StateOf<'scrumboard'>;
export type Board = Boards['boards'][number];
export type List = Boards['lists'][number];
export type Card = Boards['cards'][number];

export type Deletion = Boards['deletions'][number];

/** Everyone who can be on a board: the demo user and all fictional people. */
export const MEMBERS = [DEMO_USER, ...CAST].map(({ id, name, avatar }) => ({ id, name, avatar }));

/** Gap between positions of lists and cards, so that others can be inserted between them. */
export const POSITION_STEP = 65_536;

const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position;

/** A position after all given records. */
export function lastPosition(records: readonly { position: number }[]): number {
  return Math.max(0, ...records.map(({ position }) => position)) + POSITION_STEP;
}

/** A board as returned: members as people instead of ids. */
export function presentBoard(board: Board) {
  return { ...board, members: board.members.flatMap((member) => byIdIn(MEMBERS, member) ?? []) };
}

/** A card as returned: labels as objects instead of ids. */
export function presentCard({ labels }: Boards, card: Card) {
  return { ...card, labels: card.labels.flatMap((id) => byIdIn(labels, id) ?? []) };
}

/** A board with its lists, cards and labels, by position. */
export function presentBoardContents(state: Boards, board: Board) {
  const lists = state.lists.filter(({ boardId }) => boardId === board.id).toSorted(byPosition);
  const labels = state.labels.filter(({ boardId }) => boardId === board.id);
  return {
    ...presentBoard(board),
    labels,
    lists: lists.map((list) => ({
      ...list,
      cards: state.cards
        .filter(({ listId }) => listId === list.id)
        .toSorted(byPosition)
        .map((card) => presentCard(state, card)),
    })),
  };
}

interface CardInput {
  readonly listId?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly members?: readonly string[] | undefined;
}

/** Issues of a card's list and labels that are not on this board, and of members that do not exist. */
export function validateCard(
  { lists, labels }: Boards,
  boardId: string,
  field: string,
  { listId, labels: named, members }: CardInput,
) {
  const onBoard = (record: { boardId: string } | null) => record?.boardId === boardId;
  return [
    ...(listId === undefined || onBoard(byIdIn(lists, listId))
      ? []
      : [{ field: `${field}.listId`, message: 'Use the id of a list of this board' }]),
    ...(named ?? []).flatMap((id, index) =>
      onBoard(byIdIn(labels, id))
        ? []
        : [{ field: `${field}.labels.${index}`, message: 'Use the id of a label of this board' }],
    ),
    ...unknownIds(`${field}.members`, members, MEMBERS),
  ];
}

export function findIssues({ boards, lists, cards, labels, deletions }: Boards): string[] {
  return [
    ...duplicates('board', boards),
    ...duplicates('list', lists),
    ...duplicates('card', cards),
    ...duplicates('label of a board', labels),
    ...duplicates('deletion', deletions),
    ...boards.flatMap(({ id, members }) => danglingReferences(`board ${id}`, members, MEMBERS)),
    ...lists.flatMap(({ id, boardId }) => danglingReferences(`list ${id}`, [boardId], boards)),
    ...labels.flatMap(({ id, boardId }) => danglingReferences(`label ${id}`, [boardId], boards)),
    ...cards.flatMap((card) => cardIssues(card, lists, labels)),
  ];
}

function cardIssues(card: Card, lists: Boards['lists'], labels: Boards['labels']): string[] {
  const onBoard = ({ boardId }: { boardId: string }) => boardId === card.boardId;
  const authors = card.comments.map(({ author }) => author);
  return [
    ...danglingReferences(`card ${card.id}`, [card.listId], lists.filter(onBoard)),
    ...danglingReferences(`card ${card.id}`, card.labels, labels.filter(onBoard)),
    ...danglingReferences(`card ${card.id}`, [...card.members, ...authors], MEMBERS),
    ...duplicates(
      'label of a card',
      card.labels.map((id) => ({ id })),
    ),
    ...duplicates('comment of a card', card.comments),
  ];
}
