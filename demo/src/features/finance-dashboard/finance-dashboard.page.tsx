import { PageHeader, TileGrid } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { Dashboard } from '../../dashboards/dashboard.tsx';
import { BalanceCard } from './balance-card.tsx';
import { BudgetCard } from './budget-card.tsx';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { FinanceSkeleton } from './finance-skeleton.tsx';
import { ofStatement, type StatementName } from './finance.ts';
import { PrintedStatement } from './printed-statement.tsx';
import { RecentCard } from './recent-card.tsx';
import { StatementCard } from './statement-card.tsx';
import { usePrint } from './use-print.ts';
import classes from './finance-dashboard.module.css';

const NAMES: readonly StatementName[] = ['previous', 'current'];

/** Card statements, balance, recent transactions and budget. */
export default function FinanceDashboardPage() {
  const t = useFinanceTexts();
  const query = useDemoQuery('dashboards', 'GET /api/dashboards/finance');
  const [printed, print] = usePrint<StatementName>();
  const { data } = query;
  const statements = data && {
    previous: data.previousStatement,
    current: data.currentStatement,
  };
  return (
    <>
      <div className={classes['screen']} data-printing={printed !== null || undefined}>
        <Dashboard
          query={query}
          header={<PageHeader title={t('title')} purpose={t('purpose')} />}
          skeleton={<FinanceSkeleton />}
        >
          {(finance) => (
            <TileGrid>
              {NAMES.map((name) => (
                <StatementCard
                  key={name}
                  name={name}
                  statement={statements![name]}
                  transactions={ofStatement(statements![name], finance.recentTransactions)}
                  onPrint={() => print(name)}
                />
              ))}
              <BalanceCard balance={finance.accountBalance} />
              <RecentCard transactions={finance.recentTransactions} />
              <BudgetCard budget={finance.budget} budgetChange={finance.budgetChange} />
            </TileGrid>
          )}
        </Dashboard>
      </div>
      {printed !== null && data && (
        <PrintedStatement
          name={printed}
          statement={statements![printed]}
          transactions={ofStatement(statements![printed], data.recentTransactions)}
        />
      )}
    </>
  );
}
