import { Delta, formatDate, SegmentedChoice, useFigure, useUiContext } from '@rise/ui';
import { AreaChart } from '@rise/ui/charts';
import { IconDownload } from '@tabler/icons-react';
import { saveAsCsv } from '../../dashboards/save-as-csv.ts';
import { sum } from '../../dashboards/trend.ts';
import { useChoice } from '../../dashboards/use-choice.ts';
import { type Analytics, COUNT, dayOf, PERCENT } from './analytics.ts';
import { useAnalyticsTexts } from './analytics-dashboard.texts.ts';
import classes from './visitors-band.module.css';

const YEARS = ['this-year', 'last-year'] as const;

type Points = Analytics['visitors']['series']['this-year'][number]['data'];

const average = (points: Points) => (points.length > 0 ? sum(points.map(({ y }) => y)) / points.length : null);

interface VisitorsBandProps {
  /** Undefined while loading. */
  visitors: Analytics['visitors'] | undefined;
  failed: boolean;
}

/** The full-width page header with the visitors of a year. */
export function VisitorsBand({ visitors, failed }: VisitorsBandProps) {
  const t = useAnalyticsTexts();
  const [year, setYear] = useChoice('visitors', YEARS);
  const series = visitors?.series[year];
  return (
    <section className={classes['band']} aria-busy={visitors === undefined && !failed}>
      <div className={classes['inner']}>
        <div className={classes['head']}>
          <div className={classes['words']}>
            <h1 className={classes['title']}>{t('title')}</h1>
            <p className={classes['purpose']}>{t('purpose')}</p>
          </div>
          {series && (
            <div className={classes['controls']}>
              <SegmentedChoice
                label={t('year')}
                value={year}
                onChange={setYear}
                options={[
                  { value: 'this-year', label: t('thisYear') },
                  { value: 'last-year', label: t('lastYear') },
                ]}
              />
              <button
                type="button"
                className={classes['export']}
                aria-label={t('exportVisitors')}
                title={t('exportVisitors')}
                onClick={() =>
                  saveAsCsv(`visitors-${year}`, {
                    head: [t('date'), ...series.map(({ name }) => name)],
                    rows: series[0]?.data.map(({ x, y }) => [dayOf(x), y]) ?? [],
                  })
                }
              >
                <IconDownload size={18} stroke={1.7} aria-hidden />
              </button>
            </div>
          )}
        </div>
        {!failed && (
          <Figures
            points={series?.[0]?.data ?? []}
            others={visitors?.series[year === 'this-year' ? 'last-year' : 'this-year'][0]?.data ?? []}
            against={year === 'this-year' ? t('againstLastYear') : t('againstThisYear')}
          />
        )}
      </div>
      {!failed && (
        <div className={classes['chart']}>
          {series && (
            <AreaChart
              label={t('visitorsOver', { year: year === 'this-year' ? t('thisYear') : t('lastYear') })}
              xLabel={t('date')}
              series={series}
              format={COUNT}
              ground="dark"
              bleed
              smooth
              height="fill"
            />
          )}
        </div>
      )}
    </section>
  );
}

function Figures({ points, others, against }: { points: Points; others: Points; against: string }) {
  const t = useAnalyticsTexts();
  const { locale } = useUiContext();
  const figure = useFigure();
  const [mean, before] = [average(points), average(others)];
  const busiest = points.reduce<Points[number] | null>((most, one) => (most && most.y >= one.y ? most : one), null);
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>{t('averageDay')}</dt>
        <dd className={classes['figure']}>{mean === null ? '\u00A0' : figure(mean, COUNT)}</dd>
        <dd className={classes['beside']}>
          {mean !== null && before !== null && before > 0 && <Delta value={mean / before - 1} format={PERCENT} />}{' '}
          {mean === null ? '\u00A0' : against}
        </dd>
      </div>
      <div>
        <dt>{t('busiestDay')}</dt>
        <dd className={classes['figure']}>{busiest ? figure(busiest.y, COUNT) : '\u00A0'}</dd>
        <dd className={classes['beside']}>{busiest ? formatDate(dayOf(busiest.x), locale) : '\u00A0'}</dd>
      </div>
    </dl>
  );
}
