import type { MenuAction } from '@rise/ui';
import { IconArrowBarDown, IconArrowBarUp, IconArrowRight, IconExternalLink, IconTrash } from '@tabler/icons-react';
import type { Board, Card } from './board.ts';
import { findCard } from './board.rules.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import type { BoardActs } from './use-board-acts.ts';

/** The menu of a card: it moves it to wherever dragging does. */
export function useCardActions(
  board: Board,
  acts: BoardActs,
  hrefOf: (id: string) => string,
): (card: Card) => MenuAction[] {
  const t = useScrumboardTexts();
  return (card) => {
    const { id } = card;
    const { list, place } = findCard(board, id) ?? {};
    if (list === undefined || place === undefined) return [];
    return [
      { id: 'open', label: t('openCard'), icon: IconExternalLink, href: hrefOf(id) },
      {
        id: 'top',
        label: t('moveToTop'),
        icon: IconArrowBarUp,
        disabled: place === 0,
        onClick: () => acts.move(id, { list: list.id, before: list.cards[0]!.id }),
      },
      {
        id: 'end',
        label: t('moveToEnd'),
        icon: IconArrowBarDown,
        disabled: place === list.cards.length - 1,
        onClick: () => acts.move(id, { list: list.id, before: null }),
      },
      ...board.lists
        .filter((other) => other !== list)
        .map((other) => ({
          id: other.id,
          label: t('moveTo', { list: other.title }),
          icon: IconArrowRight,
          onClick: () => acts.move(id, { list: other.id, before: null }),
        })),
      { id: 'delete', label: t('deleteCard'), icon: IconTrash, onClick: () => acts.removeCard(card) },
    ];
  };
}
