import { formatDate, useFigure, useUiContext } from '@rise/ui';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { dayOf, MONEY, newestFirst, type Statement, type StatementName, totalOf, type Transaction } from './finance.ts';
import classes from './printed-statement.module.css';

interface PrintedStatementProps {
  name: StatementName;
  statement: Statement;
  transactions: readonly Transaction[];
}

/** A statement for printing only. */
export function PrintedStatement({ name, statement, transactions }: PrintedStatementProps) {
  const t = useFinanceTexts();
  const { locale } = useUiContext();
  const figure = useFigure();
  const { status, date, limit, spent, minimum } = statement;
  const facts = [
    [t('status'), t(status === 'paid' ? 'paid' : 'due')],
    [t('limit'), figure(limit, MONEY)],
    [t('spent'), figure(spent, MONEY)],
    [t('minimum'), figure(minimum, MONEY)],
  ] as const;
  return (
    <section className={classes['sheet']}>
      <h1>{t(name === 'previous' ? 'previousStatement' : 'currentStatement')}</h1>
      <p>{t('ofDay', { day: formatDate(dayOf(date), locale, 'long') })}</p>
      <dl className={classes['facts']}>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th>{t('date')}</th>
            <th>{t('transactionId')}</th>
            <th>{t('name')}</th>
            <th>{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {newestFirst(transactions).map((one) => (
            <tr key={one.id}>
              <td>{formatDate(one.date, locale)}</td>
              <td>{one.transactionId}</td>
              <td>{one.name}</td>
              <td>{figure(-one.amount, MONEY)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={3}>{t('total')}</th>
            <td>{figure(-totalOf(transactions), MONEY)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
