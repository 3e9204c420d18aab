import type { DropPlace } from '@rise/ui/lists';
import { useRouter } from '@tanstack/react-router';
import { makeChange, quoted } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { createdRecord } from '../../components/created-record.ts';
import { offerUndoOf } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { type Board, BOARDS, type Card, type List, readBoard, restore } from './board.ts';
import { findCard, findList } from './board.rules.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import { useBoardMoves } from './use-board-moves.ts';

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
}

/** What a reader does on a board; it shows a change at once, and takes it back where it fails. */
export function useBoardActs(boardId: string): BoardActs {
  const t = useScrumboardTexts();
  const router = useRouter();
  const { id: openCard, listHref } = useRecordAddress(`${BOARDS}/${boardId}`, 'cardId');
  const remove = (
    { id, title }: Pick<Card, 'id' | 'title'>,
    isThere: (board: Board) => boolean,
    deletion: () => Promise<unknown>,
  ) => {
    void makeChange({
      kind: 'delete',
      what: quoted(title),
      target: `${id} deleted`,
      isPending: async () => {
        const board = await readBoard(boardId);
        return board !== null && isThere(board);
      },
      make: () =>
        offerUndoOf(
          t('deleted', { title }),
          deletion().then(() => () => restore(id)),
        ),
    });
  };

  return {
    ...useBoardMoves(boardId),
    addCard: async (listId, title) => {
      const card = await call('PUT /api/apps/scrumboard/board/card', { body: { card: { listId, title } } });
      createdRecord.set(card.id);
    },
    addList: (title) => call('POST /api/apps/scrumboard/board/list', { body: { list: { boardId, title } } }),
    removeCard: (card) => {
      const { id } = card;
      if (openCard === id) void router.navigate({ href: listHref, resetScroll: false });
      remove(
        card,
        (board) => findCard(board, id) !== null,
        () => saveEntered(id).then(() => call('DELETE /api/apps/scrumboard/board/card', { query: { id } })),
      );
    },
    removeList: (list) =>
      remove(
        list,
        (board) => findList(board, list.id) !== null,
        () => call('DELETE /api/apps/scrumboard/board/list', { query: { id: list.id } }),
      ),
  };
}
