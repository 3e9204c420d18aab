import { Button, NativeSelect, NumberInput } from '@mantine/core';
import type { TileOf } from '@rise/contract';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { DraftText } from './draft-text.tsx';
import { useSetter } from './use-setter.ts';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

const MOST = 4;

/** Targets and limits across a chart. */
export function ReferenceLines({ tile }: { tile: TileOf<'chart'> }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { parameters = [] } = useBuilder().document;
  const set = useSetter(tile);
  const lines = tile.references ?? [];
  const write = (next: typeof lines) => set('references', next.length > 0 ? next : null);
  const change = (index: number, part: Partial<(typeof lines)[number]>) =>
    write(lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  return (
    <div className={classes.part} role="group" aria-label={t('builder.settings.references')}>
      <span className={classes.label}>{t('builder.settings.references')}</span>
      {lines.map((line, index) => (
        // Lines have no names of their own, and are edited in place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.field}>
          <div className={classes.row}>
            <DraftText
              label={t('builder.settings.lineLabel')}
              value={line.label.en}
              maxLength={60}
              onChange={(en) => change(index, { label: { ...line.label, en } })}
            />
            {typeof line.value === 'number' && (
              <NumberInput
                size="xs"
                label={t('builder.settings.lineValue')}
                value={line.value}
                onChange={(value) => typeof value === 'number' && value !== line.value && change(index, { value })}
              />
            )}
            {parameters.length > 0 && (
              <NativeSelect
                size="xs"
                label={t('builder.settings.lineAt')}
                value={typeof line.value === 'number' ? '' : line.value.parameter}
                data={[
                  { value: '', label: t('builder.settings.lineNumber') },
                  ...parameters.map(({ name, title }) => ({ value: name, label: localize(title) })),
                ]}
                onChange={({ currentTarget: { value: parameter } }) =>
                  change(index, { value: parameter === '' ? 0 : { parameter } })
                }
              />
            )}
          </div>
          <RemoveButton
            label={t('builder.settings.take', { name: line.label.en })}
            onClick={() => write(lines.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {lines.length < MOST && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => write([...lines, { label: { en: t('builder.settings.target') }, value: 0 }])}
        >
          {t('builder.settings.addLine')}
        </Button>
      )}
    </div>
  );
}
