import { Button, TextInput } from '@mantine/core';
import type { Annotation, TileOf } from '@rise/contract';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from '../builder-context.ts';
import { DraftText } from './draft-text.tsx';
import { LocalizedFields } from './localized-fields.tsx';
import { useSetter } from './use-setter.ts';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

const MOST = 20;

/** Notes at days or members of a chart. */
export function AnnotationList({ tile }: { tile: TileOf<'chart'> }) {
  const { t } = useTranslation();
  const { report } = useBuilder();
  const set = useSetter(tile);
  const notes = tile.annotations ?? [];
  const isTime = typeof tile.category !== 'string';
  const write = (next: readonly Annotation[]) => set('annotations', next.length > 0 ? next : null);
  const change = (index: number, part: Partial<Annotation>) =>
    write(notes.map((note, at) => (at === index ? { ...note, ...part } : note)));
  const start = () => (isTime ? (report.asOf ?? new Date().toISOString().slice(0, 10)) : t('builder.notes.member'));
  return (
    <div className={classes.part} role="group" aria-label={t('builder.notes.title')}>
      <span className={classes.label}>{t('builder.notes.title')}</span>
      {notes.map((note, index) => (
        // Notes have no names of their own, and are edited in place.
        <div
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={classes.formula}
          role="group"
          aria-label={t('builder.notes.note', { number: index + 1 })}
        >
          <div className={classes.ruleHead}>
            {isTime ? (
              <TextInput
                size="xs"
                type="date"
                label={t('builder.notes.day')}
                value={note.at}
                onChange={({ currentTarget: { value } }) => value !== '' && change(index, { at: value })}
              />
            ) : (
              <DraftText
                label={t('builder.notes.member')}
                value={note.at}
                maxLength={200}
                onChange={(at) => change(index, { at })}
              />
            )}
            <RemoveButton
              label={t('builder.notes.take', { number: index + 1 })}
              onClick={() => write(notes.filter((_, at) => at !== index))}
            />
          </div>
          <LocalizedFields
            value={note.text}
            labels={{ en: t('builder.notes.text'), tr: t('builder.notes.textTr') }}
            maxLength={200}
            onChange={(text) => text && change(index, { text })}
          />
        </div>
      ))}
      {notes.length < MOST && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => write([...notes, { at: start(), text: { en: t('builder.notes.fresh') } }])}
        >
          {t('builder.notes.add')}
        </Button>
      )}
    </div>
  );
}
