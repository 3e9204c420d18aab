import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import classes from './states.module.css';

/** The request's id, to quote to support. */
export function Reference({ id }: { id: string }) {
  const { texts } = useUiContext();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
  };
  return (
    <div className={classes['reference']}>
      <span>{fill(texts.requestId, { id })}</span>
      <button
        type="button"
        className={classes['copy']}
        aria-label={copied ? texts.copied : texts.copyReference}
        onClick={() => void copy()}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </button>
    </div>
  );
}
