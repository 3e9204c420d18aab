import { byIdIn, removeById } from '../../records.ts';
import type { Boards, Deletion } from './scrumboard.rules.ts';

/** How many of the last deletions can be undone. */
const REMEMBERED = 20;

const NOTHING = { boards: [], lists: [], cards: [], labels: [], place: 0, comment: null };

function take<T>(records: T[], isDeleted: (record: T) => boolean): T[] {
  const taken = records.filter(isDeleted);
  records.splice(0, records.length, ...records.filter((record) => !isDeleted(record)));
  return taken;
}

function remember(state: Boards, deletion: Partial<Deletion> & { id: string }): void {
  removeById(state.deletions, deletion.id);
  state.deletions.push({ ...NOTHING, ...deletion });
  state.deletions.splice(0, state.deletions.length - REMEMBERED);
}

/** Deletes a board with its lists, cards and labels; false if there is none. */
export function deleteBoard(state: Boards, id: string): boolean {
  const place = state.boards.findIndex((board) => board.id === id);
  const board = removeById(state.boards, id);
  if (!board) return false;
  const isOn = ({ boardId }: { boardId: string }) => boardId === id;
  const [lists, cards, labels] = [take(state.lists, isOn), take(state.cards, isOn), take(state.labels, isOn)];
  remember(state, { id, boards: [board], place, lists, cards, labels });
  return true;
}

/** Deletes a list with its cards and returns it. */
export function deleteList(state: Boards, id: string): Boards['lists'][number] | null {
  const list = removeById(state.lists, id);
  if (list) remember(state, { id, lists: [list], cards: take(state.cards, ({ listId }) => listId === id) });
  return list;
}

/** Deletes a card and returns it. */
export function deleteCard(state: Boards, id: string): Boards['cards'][number] | null {
  const card = removeById(state.cards, id);
  if (card) remember(state, { id, cards: [card] });
  return card;
}

/** Deletes a comment and returns its card. */
export function deleteComment(state: Boards, id: string): Boards['cards'][number] | null {
  const card = state.cards.find(({ comments }) => byIdIn(comments, id));
  if (!card) return null;
  remember(state, { id, comment: { ...removeById(card.comments, id)!, cardId: card.id } });
  return card;
}

/** Undoes a deletion; returns the id of the board, or null where that cannot be. */
export function restore(state: Boards, id: string): string | null {
  const deletion = byIdIn(state.deletions, id);
  if (!deletion) return null;
  const { boards, lists, cards, labels, place, comment } = deletion;
  const boardOf = comment
    ? byIdIn(state.cards, comment.cardId)?.boardId
    : (boards[0]?.id ?? lists[0]?.boardId ?? cards[0]?.boardId);
  const isThere = boards.length > 0 || state.boards.some((board) => board.id === boardOf);
  const hasLists = cards.every(({ listId }) => byIdIn(lists, listId) ?? byIdIn(state.lists, listId));
  if (boardOf === undefined || !isThere || !hasLists) return null;
  removeById(state.deletions, id);
  state.boards.splice(place, 0, ...boards);
  state.lists.push(...lists);
  state.labels.push(...labels);
  // A label may have been deleted since.
  state.cards.push(
    ...cards.map((card) => ({ ...card, labels: card.labels.filter((label) => byIdIn(state.labels, label)) })),
  );
  if (comment) {
    const { cardId, ...content } = comment;
    const { comments } = byIdIn(state.cards, cardId)!;
    comments.push(content);
    comments.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  }
  return boardOf;
}
