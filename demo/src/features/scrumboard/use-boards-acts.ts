import { useConfirm } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { makeChange, once, quoted } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { offerUndo, withdrawUndo } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';
import { BOARDS, type BoardSummary, readBoard, restore } from './board.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';

export interface BoardsActs {
  /** Creates a board with three lists and opens it with its settings. */
  add(): void;
  /** Opens the settings of a board, which the address has; null closes them. */
  edit(id: string | null): void;
  /** Deletes a board after a question, since much goes with it. */
  remove(board: Pick<BoardSummary, 'id' | 'title'>): void;
}

export function useBoardsActs(): BoardsActs {
  const t = useScrumboardTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const confirm = useConfirm();
  const { setSearch } = useAddress();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const add = () => {
    const board = { title: t('newBoard'), members: user ? [user.id] : [] };
    const create = once(() => call('PUT /api/apps/scrumboard/board', { body: { board } }));
    const addLists = [t('firstList'), t('secondList'), t('thirdList')].map((title) =>
      once(async () => {
        const { id: boardId } = await create();
        return call('POST /api/apps/scrumboard/board/list', { body: { list: { boardId, title } } });
      }),
    );
    void makeChange({
      kind: 'create',
      what: t('aNewBoard'),
      make: async () => {
        for (const addList of addLists) await addList();
        const { id } = await create();
        await cache.refetchQueries({ queryKey: ['scrumboard', 'GET /api/apps/scrumboard/boards'] });
        await router.navigate({ href: `${BOARDS}/${id}?edit=${id}` });
      },
    });
  };
  const remove = async ({ id, title }: Pick<BoardSummary, 'id' | 'title'>) => {
    const answer = await confirm({
      title: t('deleteBoardQuestion', { title }),
      message: t('deleteBoardText'),
      actions: { confirm: { label: t('deleteBoard'), color: 'warn' } },
    });
    if (answer !== 'confirmed') return;
    withdrawUndo();
    if (path.startsWith(`${BOARDS}/${id}`)) await router.navigate({ href: BOARDS });
    else setSearch({ edit: null });
    await makeChange({
      kind: 'delete',
      what: quoted(title),
      target: `${id} deleted`,
      isPending: async () => (await readBoard(id)) !== null,
      make: async () => {
        await saveEntered(id);
        await call('DELETE /api/apps/scrumboard/board', { query: { id } });
        offerUndo(t('deleted', { title }), () => restore(id));
      },
    });
  };
  return {
    add,
    edit: (id) => setSearch({ edit: id }, id === null ? 'replace' : 'push'),
    remove: (board) => void remove(board),
  };
}
