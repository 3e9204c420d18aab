import type { DropPlace } from '@rise/ui/lists';
import { useLanguage } from '@rise/shell/language';
import { useQueryClient } from '@tanstack/react-query';
import { GoneError, makeChange, quoted } from '../../client/changes.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { offerUndoOf } from '../../components/undo.ts';
import { type Board, readBoard } from './board.ts';
import { findCard, findList, moveCard, moveList, withCards, withLists } from './board.rules.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';

/** Moves cards and lists and renames lists; the board shows it at once, and is as it was where that fails. */
export function useBoardMoves(boardId: string) {
  const t = useScrumboardTexts();
  const cache = useQueryClient();
  const query = demoQuery('scrumboard', 'GET /api/apps/scrumboard/board', useLanguage(), { query: { id: boardId } });
  /** As it is shown. */
  const read = () => cache.getQueryData<Board>(query.queryKey) ?? null;
  const cards = useOptimisticCall('PATCH /api/apps/scrumboard/board/cards', query, (before: Board, { body }) =>
    withCards(before, body.cards as Parameters<typeof withCards>[1]),
  );
  const lists = useOptimisticCall('PATCH /api/apps/scrumboard/board/lists', query, (before: Board, { body }) =>
    withLists(before, body.lists as Parameters<typeof withLists>[1]),
  );
  const saveCardMove = async (board: Board | null, id: string, place: DropPlace) => {
    if (!board || !findCard(board, id)) throw new GoneError(`The card ${id} is gone.`);
    const moves = moveCard(board, id, place);
    if (moves.length > 0) await cards.mutateAsync({ body: { cards: moves } });
  };
  const saveListMove = async (board: Board | null, id: string, before: string | null) => {
    if (!board || !findList(board, id)) throw new GoneError(`The list ${id} is gone.`);
    const moves = moveList(board, id, before);
    if (moves.length > 0) await lists.mutateAsync({ body: { lists: moves } });
  };
  return {
    move: (id: string, place: DropPlace): boolean => {
      const board = read();
      const from = board && findCard(board, id);
      const moves = board ? moveCard(board, id, place) : [];
      if (!board || !from || moves.length === 0) return false;
      const former = { list: from.list.id, before: from.list.cards[from.place + 1]?.id ?? null };
      const { list, place: at } = findCard(withCards(board, moves), id)!;
      const where = { title: from.card.title, list: list.title, place: at + 1, total: list.cards.length };
      const moveOn = (current: Board | null) =>
        offerUndoOf(
          t('moved', where),
          saveCardMove(current, id, place).then(() => () => saveCardMove(read(), id, former)),
        );
      void makeChange({
        kind: 'move',
        what: quoted(from.card.title),
        target: `${id} place`,
        isPending: async () => {
          const current = await readBoard(boardId);
          return current !== null && findCard(current, id) !== null && moveCard(current, id, place).length > 0;
        },
        make: () => moveOn(board),
        repeat: async () => moveOn(await readBoard(boardId)),
      });
      return true;
    },
    moveList: (id: string, before: string | null) => {
      const board = read();
      const moves = board ? moveList(board, id, before) : [];
      if (!board || moves.length === 0) return;
      const at = board.lists.findIndex((list) => list.id === id);
      const after = withLists(board, moves).lists;
      const where = {
        title: board.lists[at]!.title,
        place: after.findIndex((list) => list.id === id) + 1,
        total: after.length,
      };
      const former = board.lists[at + 1]?.id ?? null;
      const moveOn = (current: Board | null) =>
        offerUndoOf(
          t('listMoved', where),
          saveListMove(current, id, before).then(() => () => saveListMove(read(), id, former)),
        );
      void makeChange({
        kind: 'move',
        what: quoted(where.title),
        target: `${id} place`,
        isPending: async () => {
          const current = await readBoard(boardId);
          return current !== null && findList(current, id) !== null && moveList(current, id, before).length > 0;
        },
        make: () => moveOn(board),
        repeat: async () => moveOn(await readBoard(boardId)),
      });
    },
    renameList: (id: string, title: string) => {
      const titleIn = (board: Board | null) => (board === null ? undefined : findList(board, id)?.title);
      void makeChange({
        kind: 'change',
        what: quoted(titleIn(read()) ?? title),
        target: `${id} title`,
        isPending: async () => ![undefined, title].includes(titleIn(await readBoard(boardId))),
        make: () => lists.mutateAsync({ body: { lists: [{ id, title }] } }),
      });
    },
  };
}
