import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import type { CallResult } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { icons } from '@rise/shell/navigation/icons';
import { QueryContent } from '../../components/query-content.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { AppLink } from '../../routing/link.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './scrumboard.module.css';

type Board = CallResult<'GET /api/apps/scrumboard/boards'>[number];

/** Maximum number of avatars on a board's card. */
const AVATARS = 5;

export default function BoardsPage() {
  const t = useScrumboardTexts();
  const boards = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/boards');
  return (
    <Page>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <QueryContent query={boards} fallback={<ListSkeleton rows={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState art="list" title={t('none')} text={t('noneText')} />
          ) : (
            <ul className={classes['boards']} aria-label={t('list')}>
              {all.map((board) => (
                <BoardCard key={board.id} board={board} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Page>
  );
}

function BoardCard({ board: { id, title, description, icon, members, lastActivity } }: { board: Board }) {
  const t = useScrumboardTexts();
  const Picture = icons[icon];
  return (
    <li className={classes['board']}>
      <span className={classes['sign']} aria-hidden>
        <Picture size={22} stroke={1.7} />
      </span>
      <h2 className={classes['board-title']}>
        <AppLink href={`/apps/scrumboard/${id}`} className={classes['link']}>
          {title}
        </AppLink>
      </h2>
      {description && <p className={classes['description']}>{description}</p>}
      {members.length > 0 && (
        <p className={classes['members']}>
          <span className={classes['visuallyHidden']}>
            {t('members', { names: members.map(({ name }) => name).join(', ') })}
          </span>
          {members.slice(0, AVATARS).map(({ id, name, avatar }) => (
            <Avatar key={id} name={name} picture={avatar} size={28} />
          ))}
          {members.length > AVATARS && (
            <span className={classes['others']} aria-hidden>
              +{members.length - AVATARS}
            </span>
          )}
        </p>
      )}
      {lastActivity && (
        <p className={classes['changed']}>
          {t('changed')} <RelativeTime iso={lastActivity} />
        </p>
      )}
    </li>
  );
}
