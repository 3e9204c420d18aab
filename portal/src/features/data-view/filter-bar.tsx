import { Button } from '@mantine/core';
import type { TableFilter } from '@rise/contract';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFilterText } from './filter-words.ts';
import classes from './filters.module.css';

interface FilterBarProps {
  filters: readonly TableFilter[];
  onAdd: () => void;
  /** The place of the filter. */
  onEdit: (place: number) => void;
  onRemove: (place: number) => void;
  onClear: () => void;
}

/** The filters that apply, each of which can be changed and removed. */
export function FilterBar({ filters, onAdd, onEdit, onRemove, onClear }: FilterBarProps) {
  const { t } = useTranslation();
  const filterText = useFilterText();
  return (
    <div className={classes.bar} role="group" aria-label={t('dataView.filter.label')}>
      <Button variant="default" size="xs" leftSection={<IconFilter size={14} aria-hidden />} onClick={onAdd}>
        {t('dataView.filter.add')}
      </Button>
      {filters.map((filter, place) => {
        const text = filterText(filter);
        return (
          <span key={JSON.stringify(filter)} className={classes.chip}>
            <button type="button" className={classes.edit} onClick={() => onEdit(place)}>
              {text}
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('dataView.filter.remove', { filter: text })}
              onClick={() => onRemove(place)}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
        );
      })}
      {filters.length > 1 && (
        <Button variant="subtle" size="xs" onClick={onClear}>
          {t('dataView.filter.clear')}
        </Button>
      )}
    </div>
  );
}
