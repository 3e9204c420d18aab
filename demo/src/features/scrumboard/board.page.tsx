import { formatInteger, ListSkeleton, Page, PageHeader, useUi } from '@rise/ui';
import { useParams } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { Answered } from '../../reading/answered.tsx';
import { ListWithDetail } from '../../reading/list-with-detail.tsx';
import { useLeave, useRecord, useRecordAddress } from '../../reading/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '../../routing/page-title.ts';
import { type Card, CardDetail, DueDay, Labels, type PlacedCard } from './card-detail.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './scrumboard.module.css';

const BOARDS = '/apps/scrumboard';

/** The lists of a board side by side, and one card over them. */
export default function BoardPage() {
  const t = useScrumboardTexts();
  const { locale } = useUi();
  const { boardId } = useParams({ strict: false }) as { boardId: string };
  const board = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/board', { query: { id: boardId } });
  const here = `${BOARDS}/${boardId}`;
  const address = useRecordAddress(here, 'cardId', `${here}/card`);
  const cards = board.data?.lists.flatMap((list) =>
    list.cards.map((card): PlacedCard => ({ ...card, list: list.title })),
  );
  const open = useRecord(cards, address);
  useLeave(board.data === null ? BOARDS : null);
  usePageTitle(open?.title ?? board.data?.title);
  return (
    <Page>
      <PageHeader
        title={board.data?.title ?? t('title')}
        {...(board.data?.description && { purpose: board.data.description })}
        back={{ href: BOARDS, label: t('title') }}
      />
      <ListWithDetail
        place="over"
        record={open}
        titleOf={({ title }) => title}
        listHref={address.listHref}
        Detail={CardDetail}
      >
        <Answered query={board} meanwhile={<ListSkeleton rows={6} />}>
          {(found) =>
            found && (
              <div
                className={classes['lists']}
                role="region"
                aria-label={t('lists', { title: found.title })}
                tabIndex={0}
              >
                {found.lists.map((list) => (
                  <section key={list.id} className={classes['list']} aria-labelledby={list.id}>
                    <h2 id={list.id} className={classes['list-title']}>
                      {list.title}
                      <span className={classes['count']}>
                        <span aria-hidden>{formatInteger(list.cards.length, locale)}</span>
                        <span className={classes['said']}>{t('cards', { count: list.cards.length })}</span>
                      </span>
                    </h2>
                    {list.cards.length === 0 ? (
                      <p className={classes['no-cards']}>{t('noCards')}</p>
                    ) : (
                      <ul className={classes['cards']}>
                        {list.cards.map((card) => (
                          <CardTile key={card.id} card={card} href={address.hrefOf(card.id)} />
                        ))}
                      </ul>
                    )}
                  </section>
                ))}
              </div>
            )
          }
        </Answered>
      </ListWithDetail>
    </Page>
  );
}

function CardTile({ card, href }: { card: Card; href: string }) {
  return (
    <li className={classes['card']}>
      <h3 className={classes['card-title']}>
        <AppLink still href={href} data-record={card.id} className={classes['link']}>
          {card.title}
        </AppLink>
      </h3>
      <Labels labels={card.labels} />
      {card.dueDate && <DueDay iso={card.dueDate} />}
    </li>
  );
}
