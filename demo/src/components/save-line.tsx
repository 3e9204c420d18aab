import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { SaveState } from './autosave.ts';
import { useComponentTexts } from './components.texts.ts';
import classes from './save-line.module.css';

/** Says whether what was entered is saved; where it is not, with a button that tries again. */
export function SaveLine({ state, retry }: { state: SaveState; retry: () => void }) {
  const t = useComponentTexts();
  return (
    <p
      className={classes['line']}
      role={state === 'failed' ? 'alert' : 'status'}
      data-failed={state === 'failed' || undefined}
    >
      {state === 'saved' && <IconCheck size={16} stroke={2} aria-hidden />}
      {state === 'saved' && t('saved')}
      {(state === 'waiting' || state === 'saving') && t('saving')}
      {state === 'failed' && t('unsaved')}
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </p>
  );
}
