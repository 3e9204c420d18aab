import { Button } from '@mantine/core';
import { formatInteger } from '@rise/ui';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './list-pages.module.css';

export interface ListPagesProps {
  /** Accessible name: of what the pages are. */
  label: string;
  /** From 1. */
  page: number;
  /** Entries of a page. */
  size: number;
  total: number;
  onChange: (page: number) => void;
}

/** Leads through the pages of a list, also back from one that is no longer there; nothing where there is one page only. */
export function ListPages({ label, page, size, total, onChange }: ListPagesProps) {
  const { t, i18n } = useTranslation();
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  const write = (value: number) => formatInteger(Math.min(value, total), i18n.language);
  const from = (page - 1) * size + 1;
  return (
    <nav className={classes.pages} aria-label={label}>
      <span role="status">
        {t('common.pages.range', { from: write(from), to: write(from + size - 1), total: write(total) })}
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        onClick={() => onChange(Math.min(page - 1, last))}
      >
        {t('common.pages.previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={page >= last}
        rightSection={<IconChevronRight size={14} aria-hidden />}
        onClick={() => onChange(page + 1)}
      >
        {t('common.pages.next')}
      </Button>
    </nav>
  );
}
