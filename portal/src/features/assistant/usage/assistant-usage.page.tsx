import { Progress } from '@mantine/core';
import type { AssistantUse } from '@rise/contract';
import { RATING_REASONS } from '@rise/contract/conversation-words';
import {
  DetailList,
  EmptyState,
  ErrorState,
  formatDate,
  formatInteger,
  ListSkeleton,
  Page,
  PageHeader,
  TableSkeleton,
} from '@rise/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import cards from '../../../embedding/cards.module.css';
import classes from './assistant-usage.module.css';

const assistantUseQuery = queryOptions({
  queryKey: ['assistant-use'],
  queryFn: ({ signal }) => client.call('GET /api/v1/assistant-use', { query: {}, signal }),
});

const formatCost = (cost: number, locale: string, digits = 2): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cost);

/** How much a tenant's people use the assistant, for its administrators. */
export default function AssistantUsagePage() {
  const { t } = useTranslation();
  const found = useQuery(assistantUseQuery);
  return (
    <Page>
      <PageHeader title={t('assistantUse.title')} purpose={t('assistantUse.purpose')} />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <>
          <ListSkeleton rows={2} />
          <TableSkeleton rows={8} columns={6} />
        </>
      ) : (
        <>
          <Month use={found.data} />
          <Days use={found.data} />
          <Reasons use={found.data} />
        </>
      )}
    </Page>
  );
}

function Month({ use: { hasModel, hasPrices, limits, month } }: { use: AssistantUse }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <section className={cards.card} aria-labelledby="use-month">
      <h2 id="use-month" className={cards.heading}>
        {t('assistantUse.month')}
      </h2>
      <p className={cards.hint}>{t(hasModel ? 'assistantUse.monthHelp' : 'assistantUse.noModel')}</p>
      {hasModel && (
        <DetailList
          items={[
            {
              name: t('assistantUse.tokens'),
              value: (
                <Used used={month.tokens} most={limits.assistantTokens} format={(n) => formatInteger(n, language)} />
              ),
            },
            {
              name: t('assistantUse.cost'),
              value: hasPrices ? (
                <Used used={month.cost} most={limits.assistantCost} format={(n) => formatCost(n, language)} />
              ) : (
                t('assistantUse.noPrices')
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

function Used({ used, most, format }: { used: number; most: number | null; format: (value: number) => string }) {
  const { t } = useTranslation();
  if (most === null) return t('assistantUse.unlimited', { used: format(used) });
  const text = t('assistantUse.ofLimit', { used: format(used), most: format(most) });
  return (
    <span className={classes.used}>
      {text}
      <Progress aria-label={text} value={Math.min(100, (used / most) * 100)} size="sm" />
    </span>
  );
}

const COUNTS = [
  ['questions', 'questions'],
  ['people', 'people'],
  ['inputTokens', 'input'],
  ['outputTokens', 'output'],
  ['helpful', 'helpful'],
  ['unhelpful', 'unhelpful'],
] as const;

function Days({ use: { days, hasPrices } }: { use: AssistantUse }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <section className={cards.card} aria-labelledby="use-days">
      <h2 id="use-days" className={cards.heading}>
        {t('assistantUse.days')}
      </h2>
      {days.length === 0 ? (
        <EmptyState art="list" title={t('assistantUse.none')} text={t('assistantUse.noneText')} />
      ) : (
        <div className={classes.scroll} tabIndex={0} role="group" aria-labelledby="use-days">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('assistantUse.columns.day')}</th>
                {COUNTS.map(([name, word]) => (
                  <th key={name} scope="col" data-number>
                    {t(`assistantUse.columns.${word}`)}
                  </th>
                ))}
                {hasPrices && (
                  <th scope="col" data-number>
                    {t('assistantUse.columns.cost')}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <th scope="row">{formatDate(day.day, language)}</th>
                  {COUNTS.map(([name]) => (
                    <td key={name} data-number>
                      {formatInteger(day[name], language)}
                    </td>
                  ))}
                  {hasPrices && <td data-number>{formatCost(day.cost, language, 4)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Reasons({ use: { reasons } }: { use: AssistantUse }) {
  const { t, i18n } = useTranslation();
  const counted = RATING_REASONS.filter((reason) => reasons[reason] > 0);
  if (counted.length === 0) return null;
  return (
    <section className={cards.card} aria-labelledby="use-reasons">
      <h2 id="use-reasons" className={cards.heading}>
        {t('assistantUse.reasons')}
      </h2>
      <DetailList
        items={counted.map((reason) => ({
          name: t(`assistantPage.rating.reasons.${reason}`),
          value: formatInteger(reasons[reason], i18n.language),
        }))}
      />
    </section>
  );
}
