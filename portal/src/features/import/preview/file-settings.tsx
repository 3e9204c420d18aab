import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import type { DataImport, ImportTable, TableSettings } from '@rise/contract';
import { Notice } from '@rise/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { adaptColumns } from '../columns/settings.rules.ts';
import { readPreview } from '../import.queries.ts';
import type { ChangeTable } from '../tables/change-table.ts';
import classes from './preview.module.css';

type TextSettings = Extract<TableSettings, { kind: 'text' }>;
type RowSettings = Extract<TableSettings, { kind: 'text' | 'sheet' }>;

export interface FileSettingsProps {
  item: DataImport;
  table: ImportTable;
  settings: TableSettings;
  onChange: ChangeTable;
}

/** How the file is cut into rows and cells. What changes the columns is tried before it is saved. */
export function FileSettings({ item, table, settings, onChange }: FileSettingsProps) {
  const { t } = useTranslation();
  const attempt = useMutation({
    mutationFn: async (changed: TableSettings) => {
      const adapted = adaptColumns(changed, await readPreview(item.id, table.id, changed));
      if (adapted !== null) onChange({ settings: adapted });
      return adapted !== null;
    },
  });
  if (settings.kind !== 'text' && settings.kind !== 'sheet') return null;
  const change = (changed: RowSettings) => attempt.mutate(changed);
  return (
    <details className={classes.settings}>
      <summary>{t('import.file.title')}</summary>
      <div className={classes.fields} aria-busy={attempt.isPending}>
        {settings.kind === 'text' && <TextFields settings={settings} onChange={change} />}
        <Switch
          label={t('import.file.header')}
          checked={settings.header}
          onChange={(event) => change({ ...settings, header: event.currentTarget.checked })}
        />
        <SkipField key={skipOf(settings)} settings={settings} onChange={change} />
        <FooterField key={settings.footerTexts.join()} settings={settings} onChange={onChange} />
      </div>
      {attempt.isError && <Notice tone="negative">{errorText(attempt.error, t).message}</Notice>}
      {attempt.data === false && <Notice tone="negative">{t('import.file.nothing')}</Notice>}
    </details>
  );
}

interface RowFieldProps {
  settings: RowSettings;
  onChange: (settings: RowSettings) => void;
}

const ENCODINGS: readonly TextSettings['encoding'][] = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1254',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
];

const DELIMITERS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;

function TextFields({ settings, onChange }: { settings: TextSettings; onChange: (settings: TextSettings) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        className={classes.field}
        label={t('import.file.encoding')}
        value={settings.encoding}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...settings, encoding: value as TextSettings['encoding'] })
        }
        data={ENCODINGS.map((encoding) => ({ value: encoding, label: t(`import.encodings.${encoding}`) }))}
      />
      <NativeSelect
        className={classes.field}
        label={t('import.file.delimiter')}
        value={settings.delimiter}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...settings, delimiter: value as TextSettings['delimiter'] })
        }
        data={DELIMITERS.map(([sign, name]) => ({ value: sign, label: t(`import.file.delimiters.${name}`) }))}
      />
    </>
  );
}

const skipOf = (settings: RowSettings): number => (settings.kind === 'text' ? settings.skipLines : settings.skipRows);

function SkipField({ settings, onChange }: RowFieldProps) {
  const { t } = useTranslation();
  const [skip, setSkip] = useState<number | string>(skipOf(settings));
  const save = () => {
    if (typeof skip !== 'number' || skip === skipOf(settings)) return;
    onChange(settings.kind === 'text' ? { ...settings, skipLines: skip } : { ...settings, skipRows: skip });
  };
  return (
    <NumberInput
      className={classes.field}
      label={t('import.file.skip')}
      min={0}
      max={settings.kind === 'text' ? 1000 : 100_000}
      allowDecimal={false}
      value={skip}
      onChange={setSkip}
      onBlur={save}
    />
  );
}

/** The columns stay as they are: it is saved at once. */
function FooterField({ settings, onChange }: { settings: RowSettings; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const [text, setText] = useState(settings.footerTexts.join(', '));
  const save = () => {
    const footerTexts = text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (footerTexts.join() !== settings.footerTexts.join()) onChange({ settings: { ...settings, footerTexts } });
  };
  return (
    <TextInput
      className={classes.wide}
      label={t('import.file.footers')}
      description={t('import.file.footersHint')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
    />
  );
}
