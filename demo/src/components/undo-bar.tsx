import { Button } from '@mantine/core';
import { CloseButton } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useEffect, useState } from 'react';
import { makeChange } from '../client/changes.ts';
import { useComponentTexts } from './components.texts.ts';
import { FailedNotice } from './failed-notice.tsx';
import { UnsavedNotice } from './unsaved-notice.tsx';
import { type Undoable, undoable } from './undo.ts';
import classes from './undo-bar.module.css';

const SHOWN_MS = 8000;

/** Keys that undo elsewhere, too; in a field they undo what was typed. */
const isUndo = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'z' &&
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !(event.target as HTMLElement).closest('input, textarea, select, [contenteditable]');

/**
 * What was just done, with a button and Ctrl+Z to undo it, which waits while the pointer or the focus is on it; changes
 * that failed; and what could not be saved of records that are closed.
 */
export function UndoBar() {
  const offered = useObservable(undoable);
  // Also where there is nothing, so that what appears in it is read out.
  return (
    <div className={classes['place']} role="status">
      <FailedNotice />
      <UnsavedNotice />
      {offered && <Offer key={offered.id} offered={offered} />}
    </div>
  );
}

function Offer({ offered }: { offered: Undoable }) {
  const t = useComponentTexts();
  const [isHeld, setHeld] = useState(false);
  const undo = () => {
    undoable.set(null);
    void makeChange({ kind: 'undo', what: offered.message, make: offered.undo });
  };
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => undoable.set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndo(event)) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return (
    <div
      className={classes['bar']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes['message']}>{offered.message}</span>
      <Button size="compact-sm" variant="default" onClick={undo}>
        {t('undo')}
      </Button>
      <CloseButton onClick={() => undoable.set(null)} />
    </div>
  );
}
