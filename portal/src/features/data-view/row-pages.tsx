import { Button, NativeSelect } from '@mantine/core';
import { formatInteger, useUiContext } from '@rise/ui';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type DataViewState, PAGE_SIZES, withRows } from './data-view.state.ts';
import classes from './data-view.module.css';

interface RowPagesProps {
  state: DataViewState;
  onChange: (state: DataViewState) => void;
  shown: number;
  more: boolean;
  /** Rows of all pages; null until they are counted. */
  count: number | null;
}

/** Which rows of how many are shown, and the way to others. */
export function RowPages({ state, shown, more, count, onChange }: RowPagesProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const first = (state.page - 1) * state.size + 1;
  const range = { from: formatInteger(first, locale), to: formatInteger(first + shown - 1, locale) };
  const toPage = (page: number) => onChange({ ...state, page, row: null });
  return (
    <div className={classes.pages}>
      <span role="status">
        {shown === 0
          ? ''
          : count === null
            ? t('dataView.pages.counting', range)
            : t('dataView.pages.of', { ...range, rows: formatInteger(count, locale), count })}
      </span>
      <NativeSelect
        size="xs"
        aria-label={t('dataView.pages.size')}
        value={String(state.size)}
        onChange={(event) => onChange(withRows(state, { size: Number(event.currentTarget.value) }))}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('dataView.pages.perPage', { count: size }) }))}
      />
      <span className={classes.turns}>
        <Button
          variant="default"
          size="xs"
          disabled={state.page === 1}
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          onClick={() => toPage(state.page - 1)}
        >
          {t('dataView.pages.previous')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!more}
          rightSection={<IconChevronRight size={14} aria-hidden />}
          onClick={() => toPage(state.page + 1)}
        >
          {t('dataView.pages.next')}
        </Button>
      </span>
    </div>
  );
}
