import { ChartSkeleton, TableSkeleton, TextSkeleton, TileGrid } from '@rise/ui';
import { Widget } from '../../dashboards/widget.tsx';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './project-dashboard.module.css';
import cardClasses from './number-cards.module.css';
import teamClasses from './team-tab.module.css';

const LOADING = { status: 'loading' } as const;
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

/** As high as the tab will be, so that nothing moves when its figures arrive. */
export function HomeSkeleton() {
  const t = useProjectTexts();
  return (
    <div className={classes['panel']}>
      <div className={cardClasses['cards']}>
        {[t('due'), t('overdue'), t('issues'), t('features')].map((title) => (
          <section key={title} className={cardClasses['card']} aria-busy>
            <h2 className={cardClasses['title']}>{title}</h2>
            <TextSkeleton lines={2} />
          </section>
        ))}
      </div>
      <TileGrid>
        <Widget title={t('issuesTitle')} state={LOADING} minHeight={352} skeleton={<ChartSkeleton height={352} />} />
        <Widget
          title={t('distributionTitle')}
          span={7}
          state={LOADING}
          minHeight={396}
          skeleton={<ChartSkeleton height={396} />}
        />
        <Widget title={t('schedule')} span={5} state={LOADING} minHeight={396} skeleton={<TextSkeleton lines={7} />} />
      </TileGrid>
    </div>
  );
}

export function BudgetSkeleton() {
  const t = useProjectTexts();
  return (
    <div className={classes['panel']}>
      <div className={classes['budget']}>
        <div className={classes['cell']}>
          <Widget
            title={t('budgetDistribution')}
            state={LOADING}
            minHeight={340}
            skeleton={<ChartSkeleton height={340} bars="rows" />}
          />
        </div>
        <div className={classes['expenses']}>
          {[t('weekly'), t('monthly'), t('yearly')].map((title) => (
            <div key={title} className={classes['cell']}>
              <Widget title={title} state={LOADING} minHeight={64} skeleton={<TextSkeleton lines={2} />} />
            </div>
          ))}
        </div>
      </div>
      <TileGrid>
        <Widget
          title={t('budgetDetails')}
          state={LOADING}
          minHeight={226}
          skeleton={<TableSkeleton rows={6} columns={6} />}
        />
      </TileGrid>
    </div>
  );
}

export function TeamSkeleton() {
  return (
    <div className={teamClasses['team']}>
      {indexes(9).map((index) => (
        <div key={index} className={teamClasses['member']} aria-busy>
          <div className={teamClasses['who']}>
            <TextSkeleton lines={3} />
          </div>
        </div>
      ))}
    </div>
  );
}
