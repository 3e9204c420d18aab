import { Popover } from '@mantine/core';
import type { InspectedColumn, TableSettings } from '@rise/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsColumn } from '../columns/settings.rules.ts';
import { ColumnForm } from './column-form.tsx';
import { typeText } from './type-text.ts';
import classes from './preview.module.css';

export interface ColumnHeadProps {
  column: SettingsColumn;
  /** The column as it is in the file; null: it is not in this one. */
  inspected: InspectedColumn | null;
  /** As DuckDB names it. */
  fileType: string;
  /** Its values are aligned at the right. */
  numeric: boolean;
  settings: TableSettings;
  onSave: (settings: TableSettings) => void;
}

/** A column's name and type, which open a form to change them. */
export function ColumnHead({ column, inspected, fileType, numeric, settings, onSave }: ColumnHeadProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.column}
          data-numeric={numeric || undefined}
          aria-label={t('import.column.open', { column: column.name })}
          title={column.title}
          onClick={() => setOpened((before) => !before)}
        >
          <span className={classes.columnName}>
            {column.name}
            <IconChevronDown className={classes.chevron} size={12} aria-hidden />
          </span>
          <span className={classes.columnType}>{typeText(column.type, fileType, t)}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <ColumnForm
          column={column}
          samples={inspected?.samples ?? []}
          nulls={inspected?.nulls ?? null}
          fileType={fileType}
          settings={settings}
          onSave={(changed) => {
            setOpened(false);
            onSave(changed);
          }}
          onCancel={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
