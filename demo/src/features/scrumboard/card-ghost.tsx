import { Portal } from '@mantine/core';
import type { Ref } from 'react';
import type { Card } from './board.ts';
import { type CardContext, CardFace } from './card-tile.tsx';
import classes from './card.module.css';

interface CardGhostProps {
  /** Follows the pointer. */
  ref: Ref<HTMLDivElement>;
  card: Card;
  context: CardContext;
}

/** A card while it is dragged. */
export function CardGhost({ ref, card, context }: CardGhostProps) {
  return (
    <Portal>
      <div ref={ref} className={classes['ghost']} aria-hidden>
        <div className={classes['card']}>
          <CardFace card={card} context={context}>
            {card.title}
          </CardFace>
        </div>
      </div>
    </Portal>
  );
}
