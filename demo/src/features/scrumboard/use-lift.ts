import type { DropPlace } from '@rise/ui/lists';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Board } from './board.ts';
import { findCard, isDirection, moveCard, neighborOf, stepOf, withCards } from './board.rules.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';

/** A card that the keyboard moves. */
interface Lifted {
  readonly id: string;
  /** Where it would be dropped; null while that is where it is. */
  readonly place: DropPlace | null;
  /** The board without the move. Once dropped, the move shows until the board has it. */
  readonly board: Board;
  readonly isDropped: boolean;
}

export interface Lift {
  readonly id: string | null;
  /** The board with the move. */
  readonly board: Board;
  /** Of the link of a card. */
  readonly onKeyDown: (event: KeyboardEvent, id: string) => void;
  readonly cancel: () => void;
  /** The card that has or gets the focus by the arrow keys, and so has to be drawn. */
  readonly focused: string | null;
  /** For a live region. */
  readonly message: string;
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`);

/**
 * Moves cards by the keyboard: Space lifts and drops, the arrow keys move, Escape puts back. Without a lifted card the
 * arrow keys lead from card to card. `narrow` leaves the cards that show.
 */
export function useLift(
  board: Board,
  narrow: (board: Board) => Board,
  move: (id: string, place: DropPlace) => boolean,
): Lift {
  const t = useScrumboardTexts();
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [focus, setFocus] = useState<{ id: string } | null>(null);
  const [message, setMessage] = useState('');
  // The board has the move, or was set back.
  if (lifted?.isDropped && lifted.board !== board) setLifted(null);
  const preview = lifted?.place ? withCards(board, moveCard(board, lifted.id, lifted.place)) : board;

  const reached = useRef<object | null>(null);
  // After each rendering, since in another list or far away in a long one the link is drawn only then.
  useLayoutEffect(() => {
    const link = focus && reached.current !== focus ? linkOf(focus.id) : null;
    if (!link) return;
    reached.current = focus;
    link.focus();
  });

  const titleOf = (id: string) => findCard(board, id)?.card.title ?? '';
  const drop = ({ id, place }: Lifted) => {
    setFocus(null);
    setMessage('');
    const isMoved = place !== null && move(id, place);
    if (isMoved) setLifted({ id, place, board, isDropped: true });
    else {
      setLifted(null);
      setMessage(t('putBack', { title: titleOf(id) }));
    }
  };
  const cancel = () => {
    if (!lifted) return;
    setLifted(null);
    setMessage(t('putBack', { title: titleOf(lifted.id) }));
  };
  const step = (current: Lifted, place: DropPlace) => {
    const after = withCards(board, moveCard(board, current.id, place));
    const { list, place: at } = findCard(after, current.id)!;
    setLifted({ ...current, place });
    setFocus({ id: current.id });
    setMessage(t('over', { list: list.title, place: at + 1, total: list.cards.length }));
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const { key } = event;
    const current = lifted !== null && !lifted.isDropped && lifted.id === id ? lifted : null;
    if (isDirection(key)) {
      event.preventDefault();
      const place = current && stepOf(narrow(preview), id, key);
      if (current && place) step(current, place);
      const next = current ? null : neighborOf(narrow(preview), id, key);
      if (next) setFocus({ id: next });
    } else if (current && (key === ' ' || key === 'Enter')) {
      event.preventDefault();
      drop(current);
    } else if (current && key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setFocus({ id });
      cancel();
    } else if (key === ' ') {
      event.preventDefault();
      setLifted({ id, place: null, board, isDropped: false });
      setMessage(t('lifted', { title: titleOf(id) }));
    }
  };
  return { id: lifted?.id ?? null, board: preview, onKeyDown, cancel, focused: focus?.id ?? null, message };
}
