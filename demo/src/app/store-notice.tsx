import { Notice as Told } from '@rise/ui';
import { useEffect, useState } from 'react';
import { whenRunning } from '../client/answers.ts';
import type { Notice } from '../simulation/store/kept-store.ts';
import { useAppTexts } from './app.texts.ts';
import classes from './store-notice.module.css';

/** Milliseconds after a change by which it is stored, or is known not to be. */
const STORED_BY = 1000;

/** What became of the visitor's stored data, where it is not as they left it. */
export function StoreNotice() {
  const t = useAppTexts();
  const [notice, setNotice] = useState<Notice | null>(null);
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => watch(setNotice), []);
  const lines = notice
    ? [
        ...(notice.unsaved ? [t('unsaved')] : []),
        ...(notice.repaired.length > 0 ? [t('repaired')] : []),
        ...(notice.reset.length > 0 ? [t('reset')] : []),
      ]
    : [];
  if (dismissed || lines.length === 0) return null;
  return (
    <div className={classes['notice']}>
      <Told tone="warning" title={t('demoData')} onClose={() => setDismissed(true)}>
        {lines.map((line) => (
          <p key={line} className={classes['line']}>
            {line}
          </p>
        ))}
      </Told>
    </div>
  );
}

/** Tells the notice now, and again when what changes can't be stored. Answers how to stop. */
function watch(tell: (notice: Notice) => void): () => void {
  let stop = () => {};
  let stopped = false;
  const begin = async () => {
    const { store } = await whenRunning();
    if (stopped) return;
    const look = () => tell(store.notice);
    look();
    stop = store.subscribe(() => void setTimeout(look, STORED_BY));
  };
  void begin();
  return () => {
    stopped = true;
    stop();
  };
}
