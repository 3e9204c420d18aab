import type { Home } from '@rise/contract';
import { ErrorState, KpiCard, KpiCardSkeleton, KpiGrid } from '@rise/ui';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { periodText } from '../../figures/period-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { homeFiguresQuery } from './home.queries.ts';
import classes from './home.module.css';

/** Key figures of the report that the reader chose. Cards have their place before their figures are known. */
export function KeyFigures({ report }: { report: NonNullable<Home['report']> }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { data, error, refetch } = useQuery({ ...homeFiguresQuery(report.id), enabled: report.figures.length > 0 });
  const byMeasure = new Map(data?.figures.map((figure) => [figure.measure, figure]));
  const facts = data
    ? [
        ...(data.period ? [periodText(data.period.start, data.period.grain, { t, language: i18n.language })] : []),
        ...(data.period?.isIncomplete ? [t('report.figures.incomplete')] : []),
        ...(data.asOf ? [`${t('home.data.asOf')} ${formatDay(data.asOf, i18n.language)}`] : []),
      ]
    : [];
  return (
    <section aria-labelledby="home-figures">
      <div className={classes.titled}>
        <h2 id="home-figures" className={classes.heading}>
          <AppLink href={`/reports/${report.id}`} className={classes.headingLink}>
            {localize(report.title)}
            <IconChevronRight size={16} aria-hidden className={classes.arrow} />
          </AppLink>
        </h2>
        {/* Takes its line also while it is empty. */}
        <span className={classes.when}>{facts.join(' · ')}</span>
      </div>
      {report.figures.length === 0 ? (
        <p className={classes.none}>{t('home.figures.none')}</p>
      ) : error ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      ) : (
        <KpiGrid>
          {report.figures.map(({ measure, title }) => {
            const figure = byMeasure.get(measure);
            return figure ? (
              <KpiCard
                key={measure}
                low
                title={localize(title)}
                value={figure.value}
                format={withCurrency(figure.format, data!.currency)}
              />
            ) : (
              <KpiCardSkeleton key={measure} low title={localize(title)} />
            );
          })}
        </KpiGrid>
      )}
    </section>
  );
}

type Format = Parameters<typeof KpiCard>[0]['format'];

/** Amounts whose currency the model does not name are in that of the tenant. */
const withCurrency = (format: Format, currency: string): Format =>
  format.unit === 'currency' && format.currency === undefined ? { ...format, currency } : format;
