import { Delta, useFigure } from '@rise/ui';
import { AreaChart } from '@rise/ui/charts';
import { useMemo } from 'react';
import { PeriodMenu } from '../../dashboards/period-menu.tsx';
import { useChoice } from '../../dashboards/use-choice.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { type Finance, PERCENT, WHOLE_MONEY } from './finance.ts';
import { balanceOver, growthOf, PERIODS } from './period.ts';
import classes from './balance-card.module.css';

/** Actual and predicted balance over a period stored in the address. */
export function BalanceCard({ balance }: { balance: Finance['accountBalance'] }) {
  const t = useFinanceTexts();
  const figure = useFigure();
  const [period, setPeriod] = useChoice('period', PERIODS);
  const series = useMemo(() => balanceOver(period, balance.series), [period, balance.series]);
  const [actual, predicted] = series;
  return (
    <Widget
      title={t('accountBalance')}
      span={6}
      headerEnd={
        <PeriodMenu
          label={t('periodOfBalance')}
          options={PERIODS.map((value) => ({ value, label: t(value) }))}
          value={period}
          onChange={setPeriod}
        />
      }
      exported={{
        name: 'account-balance',
        table: () => ({
          head: [t('date'), actual!.name, predicted!.name],
          rows: actual!.data.map(({ x, y }, index) => [x, y, predicted!.data[index]?.y ?? null]),
        }),
      }}
    >
      <dl className={classes['figures']}>
        <div>
          <dt>{t('growth')}</dt>
          <dd>
            <Delta value={growthOf(actual!)} format={PERCENT} better="higher" />
          </dd>
        </div>
        <div>
          <dt>{t('averageIncome')}</dt>
          <dd>{figure(balance.ami, WHOLE_MONEY)}</dd>
        </div>
      </dl>
      <AreaChart label={t('accountBalance')} xLabel={t('date')} series={series} format={WHOLE_MONEY} height={176} />
    </Widget>
  );
}
