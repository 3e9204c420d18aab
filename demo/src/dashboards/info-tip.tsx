import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useDashboardTexts } from './dashboards.texts.ts';
import classes from './info-tip.module.css';

/** Explains a figure on hover, focus and touch; Escape closes it. */
export function InfoTip({ title, text }: { title: string; text: string }) {
  const t = useDashboardTexts();
  const [isShown, setShown] = useState(false);
  return (
    <Tooltip label={text} opened={isShown} multiline maw={260} withinPortal>
      <button
        type="button"
        className={classes['sign']}
        aria-label={t('about', { title })}
        onClick={() => setShown(true)}
        onMouseEnter={() => setShown(true)}
        onMouseLeave={() => setShown(false)}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onKeyDown={({ key }) => key === 'Escape' && setShown(false)}
      >
        <IconInfoCircle size={15} stroke={1.7} aria-hidden />
      </button>
    </Tooltip>
  );
}
