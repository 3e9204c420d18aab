import { Notice as Banner } from '@rise/ui';
import { useEffect, useState } from 'react';
import { whenRunning } from '../client/simulation.ts';
import type { Notice } from '../simulation/store/persisted-store.ts';
import { useAppTexts } from './app.texts.ts';
import classes from './store-notice.module.css';

/** Milliseconds after which the last change is stored or has failed to be stored. */
const STORED_BY = 1000;

/** Warns that the visitor's stored data was reset, repaired or can't be saved. */
export function StoreNotice() {
  const t = useAppTexts();
  const [notice, setNotice] = useState<Notice | null>(null);
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => watch(setNotice), []);
  const lines = notice
    ? [
        ...(notice.unsaved ? [t('unsaved')] : []),
        ...(notice.repaired.length > 0 ? [t('repaired')] : []),
        ...(notice.damaged.length > 0 ? [t('damaged')] : []),
        ...(notice.reset.length > 0 ? [t('reset')] : []),
      ]
    : [];
  if (dismissed || lines.length === 0) return null;
  return (
    <div className={classes['notice']}>
      <Banner tone="warning" title={t('demoData')} onClose={() => setDismissed(true)}>
        {lines.map((line) => (
          <p key={line} className={classes['line']}>
            {line}
          </p>
        ))}
      </Banner>
    </div>
  );
}

/** Reports the store's notice now and after each change. Returns a function that stops. */
function watch(onNotice: (notice: Notice) => void): () => void {
  let stop = () => {};
  let stopped = false;
  const start = async () => {
    const { store } = await whenRunning();
    if (stopped) return;
    const report = () => onNotice(store.notice);
    report();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(report, STORED_BY);
    });
    stop = () => {
      unsubscribe();
      clearTimeout(timer);
    };
  };
  void start();
  return () => {
    stopped = true;
    stop();
  };
}
