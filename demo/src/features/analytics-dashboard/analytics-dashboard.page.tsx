import { TileGrid } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { Dashboard } from '../../dashboards/dashboard.tsx';
import type { Analytics } from './analytics.ts';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { AudienceCard } from './audience-card.tsx';
import { MetricCard } from './metric-card.tsx';
import { useAnalyticsTexts } from './analytics-dashboard.texts.ts';
import { VisitorsBand } from './visitors-band.tsx';
import { VisitorsVsPageViews } from './visitors-vs-page-views.tsx';
import classes from './analytics-dashboard.module.css';

/** Visitors, page views and conversions. */
export default function AnalyticsDashboardPage() {
  const query = useDemoQuery('dashboards', 'GET /api/dashboards/analytics');
  return (
    <>
      <VisitorsBand visitors={query.data?.visitors} failed={query.isError} />
      <Dashboard query={query} skeleton={<AnalyticsSkeleton />}>
        {(analytics) => <Cards analytics={analytics} />}
      </Dashboard>
    </>
  );
}

function Cards({ analytics }: { analytics: Analytics }) {
  const t = useAnalyticsTexts();
  return (
    <div className={classes['panel']}>
      <div className={classes['three']}>
        <MetricCard name="conversions" title={t('conversions')} metric={analytics.conversions} daysEach={5} />
        <MetricCard name="impressions" title={t('impressions')} metric={analytics.impressions} daysEach={7} />
        <MetricCard name="visits" title={t('visits')} metric={analytics.visits} daysEach={7} />
      </div>
      <TileGrid>
        <VisitorsVsPageViews figures={analytics.visitorsVsPageViews} />
      </TileGrid>
      <div className={classes['section']}>
        <h2 className={classes['section-title']}>{t('audience')}</h2>
        <p className={classes['section-text']}>{t('audienceText')}</p>
      </div>
      <div className={classes['four']}>
        <AudienceCard name="new-vs-returning" title={t('newVsReturning')} audience={analytics.newVsReturning} />
        <AudienceCard name="gender" title={t('gender')} audience={analytics.gender} />
        <AudienceCard name="age" title={t('age')} audience={analytics.age} />
        <AudienceCard name="language" title={t('language')} audience={analytics.language} />
      </div>
    </div>
  );
}
