import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import type { Answer } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { icons } from '../../navigation/icons.ts';
import { Answered } from '../../reading/answered.tsx';
import { Face } from '../../reading/face.tsx';
import { AppLink } from '../../routing/link.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './scrumboard.module.css';

type Board = Answer<'GET /api/apps/scrumboard/boards'>[number];

/** So many members show their face on a card. */
const FACES = 5;

export default function BoardsPage() {
  const t = useScrumboardTexts();
  const boards = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/boards');
  return (
    <Page>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Answered query={boards} meanwhile={<ListSkeleton rows={4} />}>
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
      </Answered>
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
          <span className={classes['said']}>{t('members', { names: members.map(({ name }) => name).join(', ') })}</span>
          {members.slice(0, FACES).map(({ id, name, avatar }) => (
            <Face key={id} name={name} picture={avatar} size={28} />
          ))}
          {members.length > FACES && (
            <span className={classes['others']} aria-hidden>
              +{members.length - FACES}
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
