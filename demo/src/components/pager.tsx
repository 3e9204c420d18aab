import { formatInteger, useUiContext } from '@rise/ui';
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react';
import { AppLink } from '../routing/link.tsx';
import { useComponentTexts } from './components.texts.ts';
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
  /** Of lists that can be long: the first and the last page; absent where `previous` and `next` are. */
  start?: string;
  end?: string;
}

/** The range of a list that is shown, with links to the previous and next page. */
export function Pager({ first, last, total, previous, next, start, end }: PagerProps) {
  const t = useComponentTexts();
  const { locale } = useUiContext();
  const [from, to, all] = [first, last, total].map((figure) => formatInteger(figure, locale)) as [
    string,
    string,
    string,
  ];
  const isLong = start !== undefined || end !== undefined;
  return (
    <nav className={classes['pager']} aria-label={t('pages')}>
      <span role="status">{t('range', { first: from, last: to, total: all })}</span>
      <span className={classes['steps']}>
        {isLong && (
          <Step href={start} label={t('firstPage')}>
            <IconChevronLeftPipe size={18} aria-hidden />
          </Step>
        )}
        <Step href={previous} label={t('previousPage')}>
          <IconChevronLeft size={18} aria-hidden />
        </Step>
        <Step href={next} label={t('nextPage')}>
          <IconChevronRight size={18} aria-hidden />
        </Step>
        {isLong && (
          <Step href={end} label={t('lastPage')}>
            <IconChevronRightPipe size={18} aria-hidden />
          </Step>
        )}
      </span>
    </nav>
  );
}

/** A disabled link where there is no such page. */
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
