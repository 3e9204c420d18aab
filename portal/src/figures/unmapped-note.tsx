import type { LocalizedText, QueryMeta } from '@rise/contract';
import { formatFigure } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../i18n/use-language.ts';
import classes from './unmapped-note.module.css';

export interface UnmappedNoteProps {
  unmapped: QueryMeta['unmapped'][number];
  /** Of a field of the result. */
  titleOf: (name: string) => LocalizedText;
}

/** How many rows behind a figure have unmapped codes in a field, and their share of each figure. */
export function UnmappedNote({ unmapped: { dimension, share, figures }, titleOf }: UnmappedNoteProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const percent = (part: number) => formatFigure(part, { unit: 'percent', decimals: 1 }, { locale: i18n.language });
  const values = { field: localize(titleOf(dimension)), share: percent(share) };
  const parts = figures.map((figure) => `${localize(titleOf(figure.measure))} ${percent(figure.share)}`);
  return (
    <p role="note" className={classes.note}>
      {parts.length === 0
        ? t('report.unmapped.rows', values)
        : t('report.unmapped.figures', { ...values, figures: parts.join(', ') })}
    </p>
  );
}
