import { Button } from '@mantine/core';
import { DetailDrawer, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { IconSettings } from '@tabler/icons-react';
import { useParams, useRouter } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { HiddenNotice } from '../../components/hidden-notice.tsx';
import { KeyHelp } from '../../components/key-help.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress, useRedirect } from '../../components/use-record.ts';
import { type Board, BOARDS, type Card, cardsOf, type Member } from './board.ts';
import { findCard } from './board.rules.ts';
import { BoardFilters } from './board-filters.tsx';
import { BoardLists } from './board-lists.tsx';
import { BoardSettings } from './board-settings.tsx';
import { CardDetail } from './card-detail.tsx';
import { narrowed, NO_FILTER, readFilter } from './card-filter.rules.ts';
import { useBoardActs } from './use-board-acts.ts';
import { useBoardsActs } from './use-boards-acts.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './board.module.css';

/** A board's lists side by side, and the open card in a drawer. */
export default function BoardPage() {
  const t = useScrumboardTexts();
  const { boardId } = useParams({ strict: false }) as { boardId: string };
  const board = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/board', { query: { id: boardId } });
  const { data: people } = useDemoQuery('scrumboard', 'GET /api/apps/scrumboard/members');
  const members = useMemo(() => new Map(people?.map((member) => [member.id, member])), [people]);
  const { search, setSearch } = useAddress();
  // What is typed shows before the cards that it finds.
  const filter = useDeferredValue(useMemo(() => readFilter(search), [search]));
  const boardAddress = `${BOARDS}/${boardId}`;
  const address = useRecordAddress(boardAddress, 'cardId', `${boardAddress}/card`);
  const cards = useMemo(() => (board.data ? cardsOf(board.data) : undefined), [board.data]);
  const open = useRecord(cards, address);
  const acts = useBoardActs(boardId);
  const [revealed, setRevealed] = useState<string | null>(null);
  const { edit } = useBoardsActs();
  useRedirect(board.data === null ? BOARDS : null);
  usePageTitle(open?.title ?? board.data?.title);
  return (
    <Page>
      <PageHeader
        title={board.data?.title ?? t('board')}
        {...(board.data?.description && { purpose: board.data.description })}
        back={{ href: BOARDS, label: t('title') }}
        actions={
          <>
            <SearchField label={t('search')} className={classes['search']} />
            <Button variant="default" leftSection={<IconSettings size={16} />} onClick={() => edit(boardId)}>
              {t('boardSettings')}
            </Button>
          </>
        }
      />
      <QueryContent query={board} fallback={<ListSkeleton rows={6} />}>
        {(result) =>
          result && (
            <>
              <BoardFilters board={result} members={members} filter={filter} />
              <HiddenNotice
                isThere={(id) => findCard(result, id) !== null}
                isShown={(id) => findCard(narrowed(result, filter), id) !== null}
                onShow={(id) => {
                  setRevealed(id);
                  setSearch(NO_FILTER);
                }}
                onShown={() => setRevealed(null)}
              />
              <BoardLists
                board={result}
                members={members}
                filter={filter}
                openId={open?.id}
                revealed={revealed}
                hrefOf={address.hrefOf}
                acts={acts}
              />
              <CardDrawer card={open} board={result} members={members} acts={acts} listHref={address.listHref} />
            </>
          )
        }
      </QueryContent>
      <KeyHelp
        keys={[
          ['↑ ↓ ← →', t('keyWalk')],
          ['Enter', t('keyOpen')],
          ['Space', t('keyLift')],
          ['↑ ↓ ← →', t('keyMove')],
          ['Esc', t('keyPutBack')],
        ]}
      />
      <BoardSettings board={search['edit'] === boardId ? (board.data ?? null) : null} onClose={() => edit(null)} />
    </Page>
  );
}

interface CardDrawerProps {
  card: Card | null;
  board: Board;
  members: ReadonlyMap<string, Member>;
  acts: ReturnType<typeof useBoardActs>;
  listHref: string;
}

function CardDrawer({ card, board, members, acts, listHref }: CardDrawerProps) {
  const router = useRouter();
  const [last, setLast] = useState(card);
  // While the drawer closes, it keeps showing the last card.
  if (card !== null && card !== last) setLast(card);
  return (
    <DetailDrawer
      opened={card !== null}
      onClose={() => void router.navigate({ href: listHref, resetScroll: false })}
      title={last?.title ?? ''}
      size="wide"
    >
      {last && <CardDetail key={last.id} card={last} board={board} members={members} acts={acts} />}
    </DetailDrawer>
  );
}
