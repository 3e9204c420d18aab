import { formatInteger, ListSkeleton, Page, PageHeader, useUiContext } from '@rise/ui';
import { useParams } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { useRedirect, useRecord, useRecordAddress } from '../../components/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '@rise/shell/routing';
import { type Card, CardDetail, DueDay, Labels, type PlacedCard } from './card-detail.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './scrumboard.module.css';

const BOARDS = '/apps/scrumboard';

/** A board's lists side by side, and the open card in a dialog. */
export default function BoardPage() {
  const t = useScrumboardTexts();
  const { locale } = useUiContext();
  const { boardId } = useParams({ strict: false }) as { boardId: string };
  const board = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/board', { query: { id: boardId } });
  const boardAddress = `${BOARDS}/${boardId}`;
  const address = useRecordAddress(boardAddress, 'cardId', `${boardAddress}/card`);
  const cards = board.data?.lists.flatMap((list) =>
    list.cards.map((card): PlacedCard => ({ ...card, list: list.title })),
  );
  const open = useRecord(cards, address);
  useRedirect(board.data === null ? BOARDS : null);
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
        <QueryContent query={board} fallback={<ListSkeleton rows={6} />}>
          {(result) =>
            result && (
              <div
                className={classes['lists']}
                role="region"
                aria-label={t('lists', { title: result.title })}
                tabIndex={0}
              >
                {result.lists.map((list) => (
                  <section key={list.id} className={classes['list']} aria-labelledby={list.id}>
                    <h2 id={list.id} className={classes['list-title']}>
                      {list.title}
                      <span className={classes['count']}>
                        <span aria-hidden>{formatInteger(list.cards.length, locale)}</span>
                        <span className={classes['visuallyHidden']}>{t('cards', { count: list.cards.length })}</span>
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
        </QueryContent>
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
