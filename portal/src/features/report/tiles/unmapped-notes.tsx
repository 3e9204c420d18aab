import type { QueryMeta, QueryResult } from '@rise/contract';
import { formatFigure } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { titleOf } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer } from '../report-run.ts';
import classes from './tiles.module.css';

type Unmapped = QueryMeta['unmapped'][number];

/** How much of a tile's figures comes from rows with unmapped codes, one line for each field of codes. */
export function UnmappedNotes({ answer }: { answer: Answer }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  const percent = (share: number) => formatFigure(share, { unit: 'percent', decimals: 1 }, { locale: i18n.language });
  return notesOf(answer).map(({ result, unmapped: { dimension, share, figures } }) => {
    const values = { field: localize(titleOf(report, result, dimension)), share: percent(share) };
    const parts = figures.map(
      (figure) => `${localize(titleOf(report, result, figure.measure))} ${percent(figure.share)}`,
    );
    return (
      <p key={dimension} role="note" className={classes.unmapped}>
        {parts.length === 0
          ? t('report.unmapped.rows', values)
          : t('report.unmapped.figures', { ...values, figures: parts.join(', ') })}
      </p>
    );
  });
}

/** Each field once, with the result of the tile in which most rows are unmapped. */
function notesOf(answer: Answer): { result: QueryResult; unmapped: Unmapped }[] {
  const notes = new Map<string, { result: QueryResult; unmapped: Unmapped }>();
  for (const item of Object.values(answer))
    for (const unmapped of item?.result.meta.unmapped ?? []) {
      const known = notes.get(unmapped.dimension);
      if (!known || known.unmapped.share < unmapped.share)
        notes.set(unmapped.dimension, { result: item!.result, unmapped });
    }
  return [...notes.values()];
}
