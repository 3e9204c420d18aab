import { useCallback, useEffect, useState } from 'react';
import { logWarning } from '@rise/ui/log';

const NOTICE_MS = 3000;

export interface Copied {
  what: string;
  /** False if the browser refused. */
  done: boolean;
}

/** Copies text to the clipboard and reports for a moment whether that succeeded. */
export function useCopy(): { copied: Copied | null; copy: (what: string, text: string) => void } {
  const [copied, setCopied] = useState<Copied | null>(null);
  useEffect(() => {
    if (copied === null || !copied.done) return;
    const timer = setTimeout(() => setCopied(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback((what: string, text: string) => {
    void write(text).then((done) => setCopied({ what, done }));
  }, []);
  return { copied, copy };
}

/** Pages without TLS have no clipboard API. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    logWarning('The clipboard is closed to this page.', error);
    return false;
  }
}
