import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import type { TableColumn } from '@rise/contract';
import { fold } from '@rise/contract/fold';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import classes from './column-picker.module.css';

interface ColumnPickerProps {
  columns: readonly TableColumn[];
  shown: readonly string[];
  /** Null: all. */
  onChange: (shown: string[] | null) => void;
}

/** Lists at most this many; a search finds the others. */
const LISTED = 300;

/** Chooses which columns are shown. */
export function ColumnPicker({ columns, shown, onChange }: ColumnPickerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const [find, setFind] = useState('');
  const searched = fold(find.trim());
  const matches = columns.filter(
    ({ name, title }) => fold(name).includes(searched) || (title !== null && fold(localize(title)).includes(searched)),
  );
  const chosen = new Set(shown);
  const set = (names: ReadonlySet<string>) => {
    const next = columns.filter(({ name }) => names.has(name)).map(({ name }) => name);
    if (next.length > 0) onChange(next.length === columns.length ? null : next);
  };
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    set(next);
  };
  return (
    <Popover position="bottom-end" width={300} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          {t('dataView.columns.label', { shown: shown.length, count: columns.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dataView.columns.choose')}>
        <div className={classes.picker}>
          <TextInput
            type="search"
            aria-label={t('dataView.columns.find')}
            placeholder={t('dataView.columns.find')}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
              {t('dataView.columns.all')}
            </Button>
            <Button
              variant="subtle"
              size="xs"
              disabled={matches.length === 0}
              onClick={() => set(new Set(matches.map(({ name }) => name)))}
            >
              {t('dataView.columns.onlyFound')}
            </Button>
          </div>
          <div className={classes.list}>
            {matches.slice(0, LISTED).map(({ name, title }) => (
              <Checkbox
                key={name}
                size="xs"
                checked={chosen.has(name)}
                onChange={() => toggle(name)}
                label={title === null ? name : `${name} · ${localize(title)}`}
              />
            ))}
            {matches.length === 0 && <p>{t('dataView.columns.nothingFound')}</p>}
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
