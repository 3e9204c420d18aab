import type { MenuPlace } from '@rise/ui';
import { IconDots } from '@tabler/icons-react';
import { type HTMLAttributes, type KeyboardEvent, memo, type ReactNode } from 'react';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import type { Card, Label, Member } from './board.ts';
import { CardCover } from './card-cover.tsx';
import { CardFacts, Labels } from './card-facts.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './card.module.css';
import link from './whole-link.module.css';

/** What all cards of a board share. */
export interface CardContext {
  readonly labels: readonly Label[];
  readonly members: ReadonlyMap<string, Member>;
  readonly query: string;
  /** Id of the text that says how cards are moved by the keyboard. */
  readonly helpId: string;
  readonly hrefOf: (id: string) => string;
  readonly openId: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent, id: string) => void;
  readonly onLeave: () => void;
  readonly onMenu: (card: Card, place: MenuPlace) => void;
  readonly handle: (id: string) => HTMLAttributes<HTMLElement>;
}

export interface CardTileProps {
  card: Card;
  context: CardContext;
  isDragged: boolean;
  isLifted: boolean;
  /** The dragged card would come before this one. */
  isTarget: boolean;
}

/**
 * A card in its list: a link to it that is moved by dragging or by the keyboard, and its menu. Drawn again only when
 * something of it changes, since a list that scrolls draws its cards with each frame.
 */
export const CardTile = memo(function CardTile({ card, context, isDragged, isLifted, isTarget }: CardTileProps) {
  const t = useScrumboardTexts();
  const { id, title } = card;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keyboard has the same menu at its button
    <div
      className={classes['card']}
      data-drag="card"
      data-row={id}
      data-open={id === context.openId || undefined}
      data-dragged={isDragged || undefined}
      data-lifted={isLifted || undefined}
      data-target={isTarget || undefined}
      {...context.handle(id)}
      onContextMenu={(event) => {
        if (event.defaultPrevented) return;
        event.preventDefault();
        context.onMenu(card, { x: event.clientX, y: event.clientY });
      }}
    >
      <CardFace card={card} context={context}>
        <AppLink
          still
          href={context.hrefOf(id)}
          className={link['link']}
          data-record={id}
          draggable={false}
          aria-describedby={context.helpId}
          aria-keyshortcuts="Space"
          aria-current={id === context.openId || undefined}
          onKeyDown={(event: KeyboardEvent) => context.onKeyDown(event, id)}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget !== null) context.onLeave();
          }}
        >
          <Marked text={title} query={context.query} />
        </AppLink>
      </CardFace>
      <button
        type="button"
        className={classes['card-menu']}
        aria-haspopup="menu"
        aria-label={t('cardOptions', { title })}
        // Its press is no drag.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          context.onMenu(card, { x: left, y: bottom });
        }}
      >
        <IconDots size={16} aria-hidden />
      </button>
    </div>
  );
});

/** What a card shows, also while it is dragged. */
export function CardFace({
  card,
  context,
  children,
}: {
  card: Card;
  context: Pick<CardContext, 'labels' | 'members'>;
  children: ReactNode;
}) {
  return (
    <>
      {card.cover && (
        <div className={classes['top']}>
          <CardCover cover={card.cover} />
        </div>
      )}
      <Labels labels={card.labels} all={context.labels} />
      <h3 className={classes['card-title']}>{children}</h3>
      <CardFacts card={card} members={context.members} />
    </>
  );
}
