import type { ReportSummary } from '@rise/contract';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../client/use-report-error.ts';
import { useLocalize } from '../i18n/use-language.ts';
import { useMarkFavorite } from './reports.queries.ts';
import classes from './favorite-button.module.css';

/** Marks a report as a favorite of the reader. */
export function FavoriteButton({ report }: { report: Pick<ReportSummary, 'id' | 'title' | 'favorite'> }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const mark = useMarkFavorite(useReportError());
  const Star = report.favorite ? IconStarFilled : IconStar;
  const label = t('reports.favorite.label', { title: localize(report.title) });
  return (
    <button
      type="button"
      className={classes.button}
      aria-pressed={report.favorite}
      aria-label={label}
      title={t(report.favorite ? 'reports.favorite.remove' : 'reports.favorite.add')}
      onClick={() => mark.mutate(report)}
    >
      <Star size={16} stroke={1.7} aria-hidden />
    </button>
  );
}
