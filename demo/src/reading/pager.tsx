import { formatInteger, useUi } from '@rise/ui';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { AppLink } from '../routing/link.tsx';
import { useReadingTexts } from './reading.texts.ts';
import classes from './pager.module.css';

interface PagerProps {
  /** Counted from 1. */
  first: number;
  last: number;
  total: number;
  /** Absent on the first page. */
  previous?: string;
  /** Absent on the last page. */
  next?: string;
}

/** Which part of a list is shown, and the links to the parts beside it. */
export function Pager({ first, last, total, previous, next }: PagerProps) {
  const t = useReadingTexts();
  const { locale } = useUi();
  const [from, to, all] = [first, last, total].map((figure) => formatInteger(figure, locale)) as [
    string,
    string,
    string,
  ];
  return (
    <nav className={classes['pager']} aria-label={t('pages')}>
      <span role="status">{t('range', { first: from, last: to, total: all })}</span>
      <span className={classes['steps']}>
        <Step href={previous} label={t('previousPage')}>
          <IconChevronLeft size={18} aria-hidden />
        </Step>
        <Step href={next} label={t('nextPage')}>
          <IconChevronRight size={18} aria-hidden />
        </Step>
      </span>
    </nav>
  );
}

/** Where there is no such page, a link that says so and leads nowhere. */
function Step({ href, label, children }: { href: string | undefined; label: string; children: React.ReactNode }) {
  if (href === undefined)
    return (
      <span role="link" aria-disabled aria-label={label} className={classes['step']}>
        {children}
      </span>
    );
  return (
    <AppLink still href={href} aria-label={label} title={label} className={classes['step']}>
      {children}
    </AppLink>
  );
}
