import { useConfirm } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { call } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndo, withdrawUndo } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';
import { BOARDS, type BoardSummary, restore } from './board.ts';
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
  const fail = useFailureDialog();
  const { setSearch } = useAddress();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const create = async () => {
    const members = user ? [user.id] : [];
    const board = { title: t('newBoard'), members };
    const { id } = await call('PUT /api/apps/scrumboard/board', { body: { board } });
    for (const title of [t('firstList'), t('secondList'), t('thirdList')])
      await call('POST /api/apps/scrumboard/board/list', { body: { list: { boardId: id, title } } });
    await cache.refetchQueries({ queryKey: ['scrumboard', 'GET /api/apps/scrumboard/boards'] });
    await router.navigate({ href: `${BOARDS}/${id}?edit=${id}` });
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
    await saveEntered(id);
    await call('DELETE /api/apps/scrumboard/board', { query: { id } });
    offerUndo(t('deleted', { title }), () => restore(id));
  };
  return {
    add: () => void create().catch(fail),
    edit: (id) => setSearch({ edit: id }, id === null ? 'replace' : 'push'),
    remove: (board) => void remove(board).catch(fail),
  };
}
