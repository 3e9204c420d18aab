import { useCallback, useEffect, useState } from 'react';
import { logWarning } from '@rise/ui/kernel';

const SHOWN_FOR = 3000;

export interface Copied {
  what: string;
  /** False: the browser would not. */
  done: boolean;
}

/** Puts text on the clipboard and tells for a moment whether it got there. */
export function useCopy(): { copied: Copied | null; copy: (what: string, text: string) => void } {
  const [copied, setCopied] = useState<Copied | null>(null);
  useEffect(() => {
    if (copied === null || !copied.done) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback((what: string, text: string) => {
    void write(text).then((done) => setCopied({ what, done }));
  }, []);
  return { copied, copy };
}

/** A page without TLS has no clipboard at all. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    logWarning('The clipboard is closed to this page.', error);
    return false;
  }
}
