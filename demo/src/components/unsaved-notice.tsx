import { Button } from '@mantine/core';
import { CloseButton } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useState } from 'react';
import { useComponentTexts } from './components.texts.ts';
import { unsavedRecords } from './unsaved-edits.ts';
import classes from './undo-bar.module.css';

/** Says that records were left before they could be saved, with a button that tries again. It stays until that is done. */
export function UnsavedNotice() {
  const t = useComponentTexts();
  const records = useObservable(unsavedRecords);
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await Promise.all(records.map((record) => record.retry()));
    setBusy(false);
  };
  if (records.length === 0) return null;
  const areStored = records.every(({ isStored }) => isStored);
  return (
    <div className={classes['bar']} data-failed>
      <span className={classes['message']}>
        {t(areStored ? 'leftUnsaved' : 'leftInPage', { count: records.length })}
      </span>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void retry()}>
        {t('retry')}
      </Button>
      <CloseButton onClick={() => unsavedRecords.set([])} />
    </div>
  );
}
