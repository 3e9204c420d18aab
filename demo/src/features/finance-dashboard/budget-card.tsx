import { Button } from '@mantine/core';
import { Delta, useFigure } from '@rise/ui';
import { IconAlertTriangle, IconDownload, IconPigMoney, IconReceipt, IconShoppingCart } from '@tabler/icons-react';
import { saveAsCsv } from '../../dashboards/save-as-csv.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { type Finance, MONEY, PERCENT, WHOLE_MONEY } from './finance.ts';
import classes from './budget-card.module.css';

interface Row {
  id: 'expenses' | 'savings' | 'bills';
  Icon: typeof IconReceipt;
  amount: number;
  limit: number;
  /** A fraction. */
  change: number;
}

function rowsOf({ budget, budgetChange }: Pick<Finance, 'budget' | 'budgetChange'>): Row[] {
  const { expenses, expensesLimit, savings, savingsGoal, bills, billsLimit } = budget;
  return [
    { id: 'expenses', Icon: IconShoppingCart, amount: expenses, limit: expensesLimit },
    { id: 'savings', Icon: IconPigMoney, amount: savings, limit: savingsGoal },
    { id: 'bills', Icon: IconReceipt, amount: bills, limit: billsLimit },
  ].map((row) => ({ ...row, change: budgetChange[row.id as Row['id']] / 100 }) as Row);
}

/** Usage of each limit and progress toward the goal, with changes. */
export function BudgetCard(finance: Pick<Finance, 'budget' | 'budgetChange'>) {
  const t = useFinanceTexts();
  const rows = rowsOf(finance);
  const save = () =>
    saveAsCsv('budget', {
      head: [t('item'), t('amount'), t('limitOrGoal'), t('changePercent')],
      rows: rows.map(({ id, amount, limit }) => [t(id), amount, limit, finance.budgetChange[id]]),
    });
  return (
    <Widget title={t('budget')} subtitle={t('budgetPeriod')} span={4}>
      <ul className={classes['rows']}>
        {rows.map((row) => (
          <BudgetRow key={row.id} {...row} />
        ))}
      </ul>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save} className={classes['save']}>
        {t('downloadSummary')}
      </Button>
    </Widget>
  );
}

function BudgetRow({ id, Icon, amount, limit, change }: Row) {
  const t = useFinanceTexts();
  const figure = useFigure();
  const isGoal = id === 'savings';
  const share = amount / limit;
  const over = !isGoal && amount > limit ? amount - limit : null;
  const message = figure(share, { unit: 'percent' });
  return (
    <li className={classes['row']} data-over={over !== null || undefined}>
      <span className={classes['sign']} aria-hidden>
        <Icon size={20} stroke={1.7} />
      </span>
      <div className={classes['words']}>
        <div className={classes['line']}>
          <h3 className={classes['name']}>{t(id)}</h3>
          <Delta value={change} format={PERCENT} better={isGoal ? 'higher' : 'lower'} />
        </div>
        <div className={classes['line']}>
          <span className={classes['amount']}>{figure(amount, MONEY)}</span>
          <span className={classes['limit']}>
            {t(isGoal ? 'ofGoal' : 'ofLimit', { limit: figure(limit, WHOLE_MONEY) })}
          </span>
        </div>
        <span
          className={classes['bar']}
          role="meter"
          aria-label={t(isGoal ? 'reachedOf' : 'usedOf', { name: t(id), share: message })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(share * 100))}
          aria-valuetext={message}
        >
          <span className={classes['filled']} style={{ width: `${Math.min(1, share) * 100}%` }} />
        </span>
        {over !== null && (
          <p className={classes['warning']}>
            <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
            {t('overLimit', { amount: figure(over, MONEY) })}
          </p>
        )}
      </div>
    </li>
  );
}
