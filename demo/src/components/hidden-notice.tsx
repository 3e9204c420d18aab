import { Button } from '@mantine/core';
import { Notice } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useEffect, useRef } from 'react';
import { useComponentTexts } from './components.texts.ts';
import { createdRecord } from './created-record.ts';

interface HiddenNoticeProps {
  isThere: (id: string) => boolean;
  /** Whether the list shows it, which it may not where it is narrowed. */
  isShown: (id: string) => boolean;
  /** Clears what the list is narrowed to; its link, with `data-record={id}`, then gets the focus. */
  onShow: (id: string) => void;
  /** It has the focus. */
  onShown?: () => void;
}

/** Says that the record which was just created is not in the list, which a search or filters narrow. */
export function HiddenNotice({ isThere, isShown, onShow, onShown }: HiddenNoticeProps) {
  const t = useComponentTexts();
  const id = useObservable(createdRecord);
  const isListed = id !== null && isThere(id);
  const isSeen = isListed && isShown(id);
  const pending = useRef<string | null>(null);
  // After each rendering: a list may load what it shows.
  useEffect(() => {
    if (isSeen) createdRecord.set(null);
    const link =
      pending.current === null
        ? null
        : document.querySelector<HTMLElement>(`[data-record="${CSS.escape(pending.current)}"]`);
    if (!link) return;
    pending.current = null;
    link.scrollIntoView?.({ block: 'center' });
    link.focus({ preventScroll: true });
    onShown?.();
  });
  if (!isListed || isSeen) return null;
  const show = () => {
    pending.current = id;
    onShow(id);
  };
  return (
    <Notice tone="info" onClose={() => createdRecord.set(null)}>
      {t('hidden')}{' '}
      <Button size="compact-sm" variant="default" onClick={show}>
        {t('show')}
      </Button>
    </Notice>
  );
}
