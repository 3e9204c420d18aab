import { useEffect, useRef } from 'react';
import { AppLink } from '../../routing/link.tsx';
import { ICON_SETS, type IconSetId } from './icon-sets.ts';
import { useIconTexts } from './icons.texts.ts';
import classes from './icons.module.css';

/** Tabs of the sets; each is a link. */
export function SetTabs({ current, hrefOf }: { current: IconSetId | null; hrefOf: (id: IconSetId) => string }) {
  const t = useIconTexts();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-set="${current}"]`);
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} className={classes['tabs']} aria-label={t('sets')}>
      {ICON_SETS.map(({ id, name }) => (
        <AppLink
          key={id}
          href={hrefOf(id)}
          className={classes['tab']}
          data-set={id}
          aria-current={id === current ? 'page' : undefined}
        >
          {name}
        </AppLink>
      ))}
    </nav>
  );
}
