import { ChartSkeleton, TextSkeleton, TileGrid } from '@rise/ui';
import { Widget } from '../../dashboards/widget.tsx';
import { useAnalyticsTexts } from './analytics-dashboard.texts.ts';
import classes from './analytics-dashboard.module.css';

const LOADING = { status: 'loading' } as const;

/** As high as the loaded cards, so that nothing moves when their figures arrive. */
export function AnalyticsSkeleton() {
  const t = useAnalyticsTexts();
  return (
    <div className={classes['panel']}>
      <div className={classes['three']}>
        {[t('conversions'), t('impressions'), t('visits')].map((title) => (
          <div key={title} className={classes['cell']}>
            <Widget title={title} state={LOADING} minHeight={116} skeleton={<TextSkeleton lines={3} />} />
          </div>
        ))}
      </div>
      <TileGrid>
        <Widget
          title={t('visitorsVsPageViews')}
          state={LOADING}
          minHeight={414}
          skeleton={<ChartSkeleton height={414} />}
        />
      </TileGrid>
      <div className={classes['section']}>
        <h2 className={classes['section-title']}>{t('audience')}</h2>
        <p className={classes['section-text']}>{t('audienceText')}</p>
      </div>
      <div className={classes['four']}>
        {[t('newVsReturning'), t('gender'), t('age'), t('language')].map((title) => (
          <div key={title} className={classes['cell']}>
            <Widget
              title={title}
              state={LOADING}
              minHeight={273}
              skeleton={<ChartSkeleton height={273} bars="rows" />}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
