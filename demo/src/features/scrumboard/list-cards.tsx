import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { DropPlace } from '@rise/ui/lists';
import { useEffect, useState } from 'react';
import type { Card } from './board.ts';
import { type CardContext, CardTile } from './card-tile.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './list.module.css';

/** From so many cards on, a list draws only those in view. */
const DRAW_ALL_BELOW = 30;
const TYPICAL_HEIGHT = 104;
const GAP = 8;

interface ListCardsProps {
  listId: string;
  title: string;
  cards: readonly Card[];
  context: CardContext;
  dragged: string | null;
  /** Where the dragged card would be dropped. */
  place: DropPlace | null;
  lifted: string | null;
  /** A card that has to be drawn. */
  focused: string | null;
  isFiltered: boolean;
}

/** The cards of a list, which scroll within it. */
export function ListCards(props: ListCardsProps) {
  const { listId, cards, place, title, isFiltered } = props;
  const t = useScrumboardTexts();
  // A state, since a list is drawn before the element around it is known.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const isTarget = place?.list === listId;
  return (
    <div className={classes['scroller']} ref={setScroller} data-drag-scroll="y">
      {cards.length === 0 ? (
        <p className={classes['no-cards']}>{t(isFiltered ? 'noCardsFound' : 'noCards')}</p>
      ) : cards.length < DRAW_ALL_BELOW ? (
        <ul className={classes['cards']} aria-label={title}>
          {cards.map((card) => (
            <li key={card.id}>
              <CardTile card={card} context={props.context} {...marksOf(props, card.id)} />
            </li>
          ))}
        </ul>
      ) : (
        <LongList {...props} scroller={scroller} />
      )}
      {isTarget && place.before === null && <div className={classes['drop-end']} />}
    </div>
  );
}

/** How a move shows at a card. */
const marksOf = ({ dragged, place, lifted, listId }: ListCardsProps, id: string) => ({
  isDragged: id === dragged,
  isLifted: id === lifted,
  isTarget: place?.list === listId && place.before === id,
});

function LongList(props: ListCardsProps & { scroller: HTMLDivElement | null }) {
  const { cards, context, focused, scroller, title } = props;
  const forced = focused === null ? -1 : cards.findIndex(({ id }) => id === focused);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller,
    estimateSize: () => TYPICAL_HEIGHT,
    getItemKey: (index) => cards[index]!.id,
    gap: GAP,
    // Two of a wheel's fastest steps: each card more is composed again with each frame that scrolls.
    overscan: 2,
    // Rendered with the frame, not within the scroll event.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return forced < 0 || indexes.includes(forced)
        ? indexes
        : [...indexes, forced].toSorted((one, other) => one - other);
    },
  });
  useEffect(() => {
    if (forced >= 0) virtualizer.scrollToIndex(forced);
  }, [forced, virtualizer]);
  return (
    <ul className={classes['cards']} aria-label={title} data-long style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const card = cards[index]!;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={cards.length}
            aria-posinset={index + 1}
            // No transform: browsers compose each of these by itself, with each frame that scrolls.
            style={{ top: start }}
          >
            <CardTile card={card} context={context} {...marksOf(props, card.id)} />
          </li>
        );
      })}
    </ul>
  );
}
