import type { DropPlace } from '@rise/ui/lists';
import { useLanguage } from '@rise/shell/language';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../client/client.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndoOf } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { type Board, BOARDS, type Card, type List, restore } from './board.ts';
import { findCard, moveCard, moveList, withCards, withLists } from './board.rules.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';

export interface BoardActs {
  /** Moves a card; false where it is there already. */
  move(id: string, place: DropPlace): boolean;
  moveList(id: string, before: string | null): void;
  renameList(id: string, title: string): void;
  /** Rejects where it is not added. */
  addCard(listId: string, title: string): Promise<unknown>;
  addList(title: string): Promise<unknown>;
  removeCard(card: Card): void;
  removeList(list: List): void;
  /** Tries a change again that was refused and is undone on the screen; null where there is none. */
  readonly retry: (() => void) | null;
}

/** What a reader does on a board; it shows a change at once, and takes it back where it fails. */
export function useBoardActs(boardId: string): BoardActs {
  const t = useScrumboardTexts();
  const cache = useQueryClient();
  const router = useRouter();
  const fail = useFailureDialog();
  const { id: openCard, listHref } = useRecordAddress(`${BOARDS}/${boardId}`, 'cardId');
  const query = demoQuery('scrumboard', 'GET /api/apps/scrumboard/board', useLanguage(), { query: { id: boardId } });
  const read = () => cache.getQueryData<Board>(query.queryKey) ?? null;
  const cards = useOptimisticCall('PATCH /api/apps/scrumboard/board/cards', query, (before: Board, { body }) =>
    withCards(before, body.cards as Parameters<typeof withCards>[1]),
  );
  const lists = useOptimisticCall('PATCH /api/apps/scrumboard/board/lists', query, (before: Board, { body }) =>
    withLists(before, body.lists as Parameters<typeof withLists>[1]),
  );
  const saveMove = async (id: string, place: DropPlace) => {
    const board = read();
    const moves = board ? moveCard(board, id, place) : [];
    if (moves.length > 0) await cards.mutateAsync({ body: { cards: moves } });
  };
  const saveListMove = async (id: string, before: string | null) => {
    const board = read();
    const moves = board ? moveList(board, id, before) : [];
    if (moves.length > 0) await lists.mutateAsync({ body: { lists: moves } });
  };
  const ignore = () => undefined;
  const remove = (deletion: Promise<unknown>, id: string, title: string) =>
    void offerUndoOf(
      t('deleted', { title }),
      deletion.then(() => () => restore(id)),
    ).catch(fail);

  return {
    retry: cards.isError
      ? () => cards.mutate(cards.variables)
      : lists.isError
        ? () => lists.mutate(lists.variables)
        : null,
    move: (id, place) => {
      const board = read();
      const from = board && findCard(board, id);
      const moves = board ? moveCard(board, id, place) : [];
      if (!board || !from || moves.length === 0) return false;
      const former = { list: from.list.id, before: from.list.cards[from.place + 1]?.id ?? null };
      const { list, place: at } = findCard(withCards(board, moves), id)!;
      const where = { title: from.card.title, list: list.title, place: at + 1, total: list.cards.length };
      lists.reset();
      const moving = saveMove(id, place).then(() => () => saveMove(id, former));
      offerUndoOf(t('moved', where), moving).catch(ignore);
      return true;
    },
    moveList: (id, before) => {
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
      cards.reset();
      const moving = saveListMove(id, before).then(() => () => saveListMove(id, former));
      offerUndoOf(t('listMoved', where), moving).catch(ignore);
    },
    renameList: (id, title) => {
      cards.reset();
      lists.mutate({ body: { lists: [{ id, title }] } });
    },
    addCard: (listId, title) => call('PUT /api/apps/scrumboard/board/card', { body: { card: { listId, title } } }),
    addList: (title) => call('POST /api/apps/scrumboard/board/list', { body: { list: { boardId, title } } }),
    removeCard: ({ id, title }) => {
      if (openCard === id) void router.navigate({ href: listHref, resetScroll: false });
      const deletion = saveEntered(id).then(() => call('DELETE /api/apps/scrumboard/board/card', { query: { id } }));
      remove(deletion, id, title);
    },
    removeList: ({ id, title }) => remove(call('DELETE /api/apps/scrumboard/board/list', { query: { id } }), id, title),
  };
}
