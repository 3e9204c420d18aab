import { formatInteger, useUiContext } from '@rise/ui';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './rows-tile.module.css';

interface RowsPagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Rows on all pages. */
  count: number;
  onPage: (page: number) => void;
}

/** Which rows of how many are shown, and buttons for the pages before and after. */
export function RowsPager({ page, pageSize, count, onPage }: RowsPagerProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const range = {
    first: formatInteger((page - 1) * pageSize + 1, locale),
    last: formatInteger(Math.min(count, page * pageSize), locale),
    total: formatInteger(count, locale),
  };
  const step = (to: number) => (to >= 1 && to <= pages ? () => onPage(to) : null);
  return (
    <nav className={classes.pager} aria-label={t('report.rows.pages')}>
      <span role="status">{t('report.rows.range', range)}</span>
      <span className={classes.steps}>
        <Step label={t('report.rows.previous')} onClick={step(Math.min(page - 1, pages))}>
          <IconChevronLeft size={18} aria-hidden />
        </Step>
        <Step label={t('report.rows.next')} onClick={step(page + 1)}>
          <IconChevronRight size={18} aria-hidden />
        </Step>
      </span>
    </nav>
  );
}

/** Without a page to go to it stays in place, and keeps the focus. */
function Step({ label, onClick, children }: { label: string; onClick: (() => void) | null; children: ReactNode }) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      title={label}
      aria-disabled={onClick === null || undefined}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  );
}
