import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import classes from './states.module.css';

/** The request's id, to be quoted to whoever helps. */
export function Reference({ id }: { id: string }) {
  const { texts } = useUi();
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
