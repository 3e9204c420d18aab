import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE } from './users.queries.ts';
import classes from './users.module.css';

/** Leads through the pages of a list of people; nothing where there is one page only. */
export function Pager({ page, total, onChange }: { page: number; total: number; onChange: (page: number) => void }) {
  const { t } = useTranslation();
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1 && page === 1) return null;
  const from = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav className={classes.pager} aria-label={t('users.pages.title')}>
      <span role="status">
        {t('users.pages.shown', { from: Math.min(from, total), to: Math.min(from + PAGE_SIZE - 1, total), total })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page - 1, last))}
      >
        {t('users.pages.previous')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={page >= last} onClick={() => onChange(page + 1)}>
        {t('users.pages.next')}
      </Button>
    </nav>
  );
}
