import { useCallback, useEffect, useState } from 'react';
import { logWarning } from '@rise/ui/log';

const SHOWN_FOR = 2000;

/** Copies text to the clipboard; `copied` is true for a moment afterwards. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback((text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied((times) => times + 1),
      (error: unknown) => logWarning('The clipboard is closed to this page.', error),
    );
  }, []);
  return { copied: copied > 0, copy };
}
