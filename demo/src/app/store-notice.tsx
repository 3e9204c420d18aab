import { Alert } from '@mantine/core';
import { IconDatabaseExclamation } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { answers } from '../client/answers.ts';
import type { Notice } from '../simulation/store/kept-store.ts';
import { useAppTexts } from './app.texts.ts';
import classes from './store-notice.module.css';

/** What became of the visitor's stored data, where it is not as they left it. */
export function StoreNotice() {
  const t = useAppTexts();
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    let here = true;
    answers().then(
      ({ store }) => here && setNotice(store.notice),
      () => {},
    );
    return () => {
      here = false;
    };
  }, []);
  const lines = notice
    ? [
        ...(notice.unsaved ? [t('unsaved')] : []),
        ...(notice.repaired.length > 0 ? [t('repaired')] : []),
        ...(notice.reset.length > 0 ? [t('reset')] : []),
      ]
    : [];
  if (lines.length === 0) return null;
  return (
    <Alert
      className={classes['notice']}
      color="yellow"
      role="status"
      icon={<IconDatabaseExclamation aria-hidden />}
      title={t('demoData')}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={() => setNotice(null)}
    >
      {lines.map((line) => (
        <p key={line} className={classes['line']}>
          {line}
        </p>
      ))}
    </Alert>
  );
}
