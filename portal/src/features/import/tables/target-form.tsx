import { MultiSelect, NativeSelect, Radio, TextInput } from '@mantine/core';
import type { DataImport, ImportTable, LoadMode, StopCode } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '../columns/settings.rules.ts';
import type { ChangeTable } from './change-table.ts';
import classes from './tables.module.css';

export interface TargetFormProps {
  item: DataImport;
  table: ImportTable;
  onChange: ChangeTable;
}

const NEW = '';
const MODES: readonly LoadMode[] = ['replace', 'append', 'upsert', 'days'];
/** What this form mends. */
const FORM_STOPS = new Set<StopCode>(['key', 'day', 'column', 'target', 'expired']);
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Where the rows go, and what happens to those that are there. */
export function TargetForm({ item, table, onChange }: TargetFormProps) {
  const { t, i18n } = useTranslation();
  const { target, mode, rowsBefore, settings, stops } = table;
  const existing = item.warehouse.some((other) => other.table === target);
  const columns = settings?.columns.map(({ name }) => name) ?? [];
  const dates = dayColumns(table);
  const stopped = (code: StopCode) => stops.some((stop) => stop.code === code);
  return (
    <div className={classes.form} data-stop={stops.some(({ code }) => FORM_STOPS.has(code)) || undefined}>
      <div className={classes.fields}>
        <NativeSelect
          className={classes.field}
          label={t('import.target.table')}
          value={existing ? target : NEW}
          onChange={({ currentTarget: { value } }) =>
            onChange({ target: value === NEW ? newName(item, table) : value })
          }
          data={[
            { value: NEW, label: t('import.target.new') },
            ...item.warehouse.map((other) => ({
              value: other.table,
              label: t('import.target.existing', {
                table: other.table,
                count: other.rows,
                rows: formatInteger(other.rows, i18n.language),
              }),
            })),
          ]}
        />
        {!existing && <NewName key={target} target={target} onRename={(name) => onChange({ target: name })} />}
        <NativeSelect
          className={classes.field}
          label={t('import.target.asOf')}
          description={t('import.target.asOfText')}
          value={table.asOf ?? NEW}
          onChange={({ currentTarget: { value } }) => onChange({ asOf: value || null })}
          data={[{ value: NEW, label: t('import.target.noAsOf') }, ...withChosen(dates, table.asOf)]}
        />
      </div>
      {stopped('target') && <p className={classes.stop}>{t('import.stops.target', { target })}</p>}
      {stopped('column') && <p className={classes.stop}>{t('import.stops.column')}</p>}
      {stopped('expired') && <p className={classes.stop}>{t('import.stops.expired')}</p>}
      {existing && (
        <Radio.Group
          label={t('import.mode.label', {
            table: target,
            count: rowsBefore ?? 0,
            rows: formatInteger(rowsBefore ?? 0, i18n.language),
          })}
          value={mode}
          onChange={(value) => onChange({ mode: value as LoadMode })}
        >
          <div className={classes.modes}>
            {MODES.filter((one) => one !== 'days' || dates.length > 0 || mode === 'days').map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`import.mode.${one}.title`)}
                description={t(`import.mode.${one}.text`)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {existing && mode === 'upsert' && (
        <MultiSelect
          className={classes.field}
          label={t('import.mode.key')}
          data={withChosen(columns, ...table.key)}
          value={table.key}
          searchable
          maxValues={20}
          error={stopped('key') && t('import.stops.key')}
          onChange={(key) => onChange({ key })}
        />
      )}
      {existing && mode === 'days' && (
        <NativeSelect
          className={classes.field}
          label={t('import.mode.day')}
          value={table.day ?? NEW}
          error={stopped('day') && t('import.stops.day')}
          onChange={({ currentTarget: { value } }) => onChange({ day: value || null })}
          data={[{ value: NEW, label: t('import.mode.chooseDay') }, ...withChosen(dates, table.day)]}
        />
      )}
    </div>
  );
}

/** Saved when the field is left. */
function NewName({ target, onRename }: { target: string; onRename: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(target);
  const valid = IDENTIFIER.test(name);
  return (
    <TextInput
      className={classes.field}
      label={t('import.target.name')}
      value={name}
      maxLength={63}
      spellCheck={false}
      error={!valid && t('import.target.nameForm')}
      onChange={(event) => setName(event.currentTarget.value.trim())}
      onBlur={() => valid && name !== target && onRename(name)}
    />
  );
}

/** A name that no table of the warehouse has. */
function newName({ warehouse }: DataImport, { target }: ImportTable): string {
  const taken = new Set(warehouse.map(({ table }) => table));
  for (let number = 2; ; number += 1) {
    const name = `${target.slice(0, 58)}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Names of the columns that are read as days. */
const dayColumns = ({ settings, columns }: ImportTable): string[] =>
  (settings?.columns ?? []).filter((column) => isDay(column, columns)).map(({ name }) => name);

/** The options, with a choice that is none of them any more. */
const withChosen = (options: readonly string[], ...chosen: readonly (string | null)[]): string[] => [
  ...options,
  ...chosen.filter((name): name is string => name !== null && !options.includes(name)),
];
