import { ActionIcon, Button, Menu } from '@mantine/core';
import { DropdownMenu, EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { icons } from '@rise/shell/navigation/icons';
import { useAddress } from '@rise/shell/routing';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { AppLink } from '../../routing/link.tsx';
import { BOARDS, type BoardSummary } from './board.ts';
import { BoardSettings } from './board-settings.tsx';
import { People } from './people.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import { type BoardsActs, useBoardsActs } from './use-boards-acts.ts';
import classes from './boards.module.css';
import link from './whole-link.module.css';

export default function BoardsPage() {
  const t = useScrumboardTexts();
  const { search } = useAddress();
  // A board that is opened with its settings shows them itself, also while its page is loading.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === BOARDS });
  const boards = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/boards');
  const acts = useBoardsActs();
  return (
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={acts.add}>
            {t('addBoard')}
          </Button>
        }
      />
      <QueryContent query={boards} fallback={<ListSkeleton rows={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState art="list" title={t('none')} text={t('noneText')} />
          ) : (
            <ul className={classes['boards']} aria-label={t('list')}>
              {all.map((board) => (
                <BoardCard key={board.id} board={board} acts={acts} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <BoardSettings
        board={(isHere && boards.data?.find(({ id }) => id === search['edit'])) || null}
        onClose={() => acts.edit(null)}
      />
    </Page>
  );
}

function BoardCard({ board, acts }: { board: BoardSummary; acts: BoardsActs }) {
  const t = useScrumboardTexts();
  const { id, title, description, icon, members, lastActivity } = board;
  const Picture = icons[icon];
  return (
    <li className={classes['board']}>
      <span className={classes['sign']} aria-hidden>
        <Picture size={22} stroke={1.7} />
      </span>
      <h2 className={classes['board-title']}>
        <AppLink href={`${BOARDS}/${id}`} className={link['link']}>
          {title}
        </AppLink>
      </h2>
      {description && <p className={classes['about']}>{description}</p>}
      <div className={classes['board-end']}>
        {lastActivity && (
          <p className={classes['changed']}>
            {t('changed')} <RelativeTime iso={lastActivity} />
          </p>
        )}
        <People people={members} size={28} />
      </div>
      <div className={classes['board-menu']}>
        <DropdownMenu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('boardOptions', { title })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => acts.edit(id)}>
              {t('editBoard')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => acts.remove(board)}>
              {t('deleteBoard')}
            </Menu.Item>
          </Menu.Dropdown>
        </DropdownMenu>
      </div>
    </li>
  );
}
