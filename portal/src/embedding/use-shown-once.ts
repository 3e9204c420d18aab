import { useConfirm } from '@rise/ui';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface ShownOnce {
  /** Closes the dialog; while links in it were neither copied nor downloaded, once that is confirmed. */
  close: () => void | Promise<void>;
  /** Links are shown that nobody can see again. */
  show: () => void;
  /** They were copied or downloaded. */
  take: () => void;
}

/** Keeps links that are shown once from being closed away by Escape, a click outside or Back. */
export function useShownOnce(onClose: () => void): ShownOnce {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [isShown, setShown] = useState(false);
  // At once: what closes the dialog may navigate before it is rendered again.
  const isOpen = useRef(false);
  const isAsking = useRef(false);
  const mark = (next: boolean) => {
    isOpen.current = next;
    setShown(next);
  };
  const ask = async (): Promise<boolean> => {
    if (isAsking.current) return false;
    isAsking.current = true;
    const answer = await confirm({
      title: t('embedding.untaken.title'),
      message: t('embedding.untaken.text'),
      actions: {
        confirm: { label: t('embedding.untaken.close'), color: 'warn' },
        cancel: { label: t('embedding.untaken.stay') },
      },
    });
    // The Escape that cancels the question reaches the dialog below it as well.
    setTimeout(() => {
      isAsking.current = false;
    });
    return answer === 'confirmed';
  };
  useBlocker({
    disabled: !isShown,
    enableBeforeUnload: isShown,
    shouldBlockFn: async () => isOpen.current && !(await ask()),
  });
  return {
    close: async () => {
      if (isOpen.current && !(await ask())) return;
      mark(false);
      onClose();
    },
    show: () => mark(true),
    take: () => mark(false),
  };
}
