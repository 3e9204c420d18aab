import { ChartSkeleton, TableSkeleton, TextSkeleton, TileGrid } from '@rise/ui';
import { Widget } from '../../dashboards/widget.tsx';
import { useFinanceTexts } from './finance-dashboard.texts.ts';

const LOADING = { status: 'loading' } as const;

/** Empty cards in the position and size of the loaded ones. */
export function FinanceSkeleton() {
  const t = useFinanceTexts();
  const coming = { state: LOADING };
  return (
    <TileGrid>
      <Widget
        {...coming}
        title={t('previousStatement')}
        span={3}
        minHeight={252}
        skeleton={<TextSkeleton lines={6} />}
      />
      <Widget
        {...coming}
        title={t('currentStatement')}
        span={3}
        minHeight={252}
        skeleton={<TextSkeleton lines={6} />}
      />
      <Widget
        {...coming}
        title={t('accountBalance')}
        span={6}
        minHeight={252}
        skeleton={<ChartSkeleton height={252} />}
      />
      <Widget
        {...coming}
        title={t('recentTransactions')}
        span={8}
        minHeight={328}
        skeleton={<TableSkeleton rows={9} />}
      />
      <Widget {...coming} title={t('budget')} span={4} minHeight={328} skeleton={<TextSkeleton lines={9} />} />
    </TileGrid>
  );
}
