import { VisuallyHidden } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { ContextMenu, type MenuPlace } from '@rise/ui';
import { useDragBetween } from '@rise/ui/lists';
import { useOpen } from '@rise/shell/routing';
import { useId, useMemo } from 'react';
import { AddBox } from './add-box.tsx';
import type { Board, Card, Member } from './board.ts';
import { BoardList } from './board-list.tsx';
import { findCard } from './board.rules.ts';
import { type CardFilter, isNarrowed, narrowed } from './card-filter.rules.ts';
import { CardGhost } from './card-ghost.tsx';
import type { CardContext } from './card-tile.tsx';
import { useCardActions } from './use-card-actions.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import type { BoardActs } from './use-board-acts.ts';
import { useLift } from './use-lift.ts';
import { useScrollEdges } from './use-scroll-edges.ts';
import classes from './board.module.css';

interface BoardListsProps {
  board: Board;
  members: ReadonlyMap<string, Member>;
  filter: CardFilter;
  openId: string | undefined;
  /** A card that is to be in view. */
  revealed: string | null;
  hrefOf: (id: string) => string;
  acts: BoardActs;
}

/** The lists of a board side by side. Cards and lists are moved by dragging, by the keyboard and by menus. */
export function BoardLists({ board, members, filter, openId, revealed, hrefOf, acts }: BoardListsProps) {
  const t = useScrumboardTexts();
  const helpId = useId();
  const [menu, setMenu] = useOpen<{ card: Card; place: MenuPlace } | null>(null);
  const cardActions = useCardActions(board, acts, hrefOf);
  const lift = useLift(board, (each) => narrowed(each, filter), acts.move);
  const shown = useMemo(() => narrowed(lift.board, filter), [lift.board, filter]);
  const { area, ghost, handle, dragged, place } = useDragBetween({ kind: 'card', axis: 'y', onDrop: acts.move });
  const {
    area: listArea,
    handle: listHandle,
    dragged: draggedList,
    place: listPlace,
  } = useDragBetween({
    kind: 'list',
    axis: 'x',
    onDrop: (id, { before }) => acts.moveList(id, before),
  });
  const edges = useScrollEdges();
  const region = useMergedRef(area, listArea, edges);
  const order = board.lists.map(({ id }) => id);
  const draggedCard = dragged === null ? null : findCard(board, dragged);
  const context: CardContext = {
    labels: board.labels,
    members,
    query: filter.query,
    helpId,
    hrefOf,
    openId,
    onKeyDown: lift.onKeyDown,
    onLeave: lift.cancel,
    onMenu: (card, place) => setMenu({ card, place }),
    handle,
  };
  return (
    <>
      <VisuallyHidden role="status">{lift.message}</VisuallyHidden>
      <VisuallyHidden id={helpId}>{t('moveHelp')}</VisuallyHidden>
      <div className={classes['board']}>
        <div
          ref={region}
          className={classes['lists']}
          role="region"
          aria-label={t('lists', { title: board.title })}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
          tabIndex={0}
          data-drop="list"
          data-list={board.id}
          data-drag-scroll="x"
          data-dragging={dragged !== null || draggedList !== null || undefined}
        >
          {shown.lists.map((list) => (
            <BoardList
              key={list.id}
              list={list}
              total={lift.board.lists.find(({ id }) => id === list.id)?.cards.length ?? 0}
              order={order}
              acts={acts}
              context={context}
              dragged={dragged}
              place={place}
              lifted={lift.id}
              focused={lift.focused ?? revealed}
              isFiltered={isNarrowed(filter)}
              listHandle={listHandle(list.id)}
              drag={{
                'data-dragged': draggedList === list.id || undefined,
                'data-target': listPlace?.before === list.id || undefined,
              }}
            />
          ))}
          <div
            className={classes['add-list']}
            data-target={(listPlace !== null && listPlace.before === null) || undefined}
          >
            <AddBox open={t('addList')} label={t('listTitle')} onAdd={acts.addList} />
          </div>
        </div>
        <div className={classes['fade']} data-side="before" />
        <div className={classes['fade']} data-side="after" />
      </div>
      {draggedCard && <CardGhost ref={ghost} card={draggedCard.card} context={context} />}
      {menu && (
        <ContextMenu
          place={menu.place}
          label={menu.card.title}
          actions={cardActions(menu.card)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}
