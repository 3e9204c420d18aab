import { Button, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { CloseButton } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useRef, useState } from 'react';
import { type ChangeKind, type FailedChange, failedChanges, retryFailedChanges } from '../client/changes.ts';
import { useComponentTexts } from './components.texts.ts';
import classes from './undo-bar.module.css';

const TEXTS = {
  create: 'notCreated',
  store: 'notStored',
  change: 'notChanged',
  move: 'notMoved',
  delete: 'notDeleted',
  merge: 'notMerged',
  empty: 'notEmptied',
  undo: 'notUndone',
} as const satisfies Record<ChangeKind, string>;

/** Says what could not be done, with a button that does all of it again. It stays until that is done or it is closed. */
export function FailedNotice() {
  const t = useComponentTexts();
  const failed = useObservable(failedChanges);
  const [hasSucceeded, setSucceeded] = useState(false);
  // Of the last retry only.
  if (failed.length > 0 && hasSucceeded) setSucceeded(false);
  const onRetried = () => setSucceeded(failedChanges.get().length === 0);
  if (failed.length > 0) return <Bar failed={failed} onRetried={onRetried} />;
  return <VisuallyHidden>{hasSucceeded && t('retried')}</VisuallyHidden>;
}

interface BarProps {
  failed: readonly FailedChange[];
  onRetried: () => void;
}

function Bar({ failed, onRetried }: BarProps) {
  const t = useComponentTexts();
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Where the focus was before it came here. */
  const origin = useRef<HTMLElement | null>(null);
  // From inside a drawer too, which keeps the Tab key to itself.
  useHotkeys([['F8', () => button.current?.focus()]], []);
  const messageOf = ({ change: { kind, what }, isFinal }: FailedChange) =>
    [t(TEXTS[kind], { what }), ...(isFinal ? [t('notAccepted')] : [])].join(' ');
  const returnFocus = () => {
    if (document.activeElement !== document.body) return;
    const target = [button.current, origin.current].find((element) => element?.isConnected);
    (target ?? document.querySelector<HTMLElement>('main'))?.focus();
  };
  const retry = async () => {
    setBusy(true);
    await retryFailedChanges();
    setBusy(false);
    onRetried();
    // Once the button is enabled again, or gone with the notice.
    setTimeout(returnFocus);
  };
  return (
    <div
      className={classes['bar']}
      data-failed
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          origin.current = relatedTarget;
      }}
    >
      {failed.length === 1 ? (
        <span className={classes['message']}>{messageOf(failed[0]!)}</span>
      ) : (
        <div className={classes['message']}>
          {t('severalFailed', { count: failed.length })}
          <ul className={classes['failures']}>
            {failed.map((one) => (
              <li key={one.id}>{messageOf(one)}</li>
            ))}
          </ul>
        </div>
      )}
      {failed.some(({ isFinal }) => !isFinal) && (
        <Button
          ref={button}
          size="compact-sm"
          variant="default"
          aria-keyshortcuts="F8"
          loading={isBusy}
          onClick={() => void retry()}
        >
          {t('retry')}
        </Button>
      )}
      <CloseButton
        onClick={() => {
          failedChanges.set([]);
          setTimeout(returnFocus);
        }}
      />
    </div>
  );
}
