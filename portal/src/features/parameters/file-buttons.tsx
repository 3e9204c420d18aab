import { Button } from '@mantine/core';
import type { TenantParameter } from '@rise/contract';
import { Notice } from '@rise/ui';
import { download } from '@rise/shell/files';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ParameterFile, readParameterFile, writeParameterFile } from './parameter-file.ts';
import type { Draft } from './parameters.rules.ts';
import classes from './parameters.module.css';

const MAX_BYTES = 1_000_000;

export interface FileButtonsProps {
  parameters: readonly TenantParameter[];
  draft: Draft;
  readOnly: boolean;
  /** Enters the values of a file; nothing is saved yet. */
  onEnter: (draft: Draft) => void;
}

type Outcome = Pick<ParameterFile, 'ignored'> & { entered: number };

/** All values as CSV, out and in. */
export function FileButtons({ parameters, draft, readOnly, onEnter }: FileButtonsProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<Outcome | 'unreadable' | null>(null);
  const write = () =>
    download(new Blob([`\uFEFF${writeParameterFile(parameters, draft)}`], { type: 'text/csv' }), 'parameters.csv');
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const file = field.files?.[0];
    if (!file) return;
    const read = file.size > MAX_BYTES ? null : readParameterFile(await file.text(), parameters);
    // The same file can be chosen again.
    field.value = '';
    if (!read) return setOutcome('unreadable');
    onEnter(read.draft);
    setOutcome({ ignored: read.ignored, entered: Object.keys(read.draft).length });
  };
  return (
    <>
      <div className={classes.files}>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={write}>
          {t('parameterValues.file.export')}
        </Button>
        {!readOnly && (
          <>
            <input
              ref={input}
              type="file"
              accept=".csv,text/csv"
              hidden
              aria-label={t('parameterValues.file.choose')}
              onChange={(event) => void read(event)}
            />
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => input.current?.click()}
            >
              {t('parameterValues.file.import')}
            </Button>
          </>
        )}
      </div>
      {outcome === 'unreadable' && (
        <Notice tone="negative" onClose={() => setOutcome(null)}>
          {t('parameterValues.file.unreadable')}
        </Notice>
      )}
      {outcome !== null && outcome !== 'unreadable' && (
        <Notice tone={outcome.ignored.length > 0 ? 'warning' : 'positive'} onClose={() => setOutcome(null)}>
          <p>{t('parameterValues.file.entered', { count: outcome.entered })}</p>
          {outcome.ignored.length > 0 && (
            <ul className={classes.names}>
              {outcome.ignored.slice(0, 20).map(({ line, name }) => (
                <li key={line}>
                  {name === null
                    ? t('parameterValues.file.short', { line })
                    : t('parameterValues.file.unknown', { line, name })}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </>
  );
}
