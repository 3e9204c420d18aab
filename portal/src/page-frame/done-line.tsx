import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../client/error-text.ts';
import classes from './page-frame.module.css';

/** The way back from what was done, and the sentence once it was taken. */
export interface Undo {
  run: () => Promise<unknown>;
  done: string;
}

export interface Done {
  message: string;
  undo?: Undo | undefined;
}

/** Reports what was done, with its undo where there is one. */
export type OnDone = (message: string, undo?: Undo) => void;

/** What was done last, for those who do not see it, and its undo. */
export function useDone(): { done: Done | null; onDone: OnDone; clear: () => void } {
  const [done, setDone] = useState<Done | null>(null);
  return {
    done,
    onDone: (message, undo) => setDone(message === '' ? null : { message, undo }),
    clear: () => setDone(null),
  };
}

interface DoneLineProps {
  done: Done | null;
  onDone: OnDone;
  className?: string | undefined;
}

/** The line that says what was done. It has the focus where the button that did it is gone. */
export function DoneLine({ done, onDone, className = '' }: DoneLineProps) {
  const { t } = useTranslation();
  const line = useRef<HTMLDivElement>(null);
  const undo = useMutation({
    mutationFn: ({ run }: Undo) => run(),
    onSuccess: (_result, way) => onDone(way.done),
  });
  const { reset } = undo;
  const message = done?.message ?? null;
  useEffect(() => {
    if (message === null) return;
    reset();
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) line.current?.focus();
  }, [message, reset]);
  const way = done?.undo;
  return (
    <>
      <div role="status" ref={line} tabIndex={-1} className={`${classes.done} ${className}`}>
        {message}
        {way && (
          <Button size="compact-sm" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate(way)}>
            {t('common.undo')}
          </Button>
        )}
      </div>
      {undo.error && (
        <p role="alert" className={classes.undoError}>
          {errorText(undo.error, t).message}
        </p>
      )}
    </>
  );
}
