import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookItem } from './webhook-item.tsx';
import { webhooksQuery } from './webhooks.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './webhooks.module.css';

/** The guide for those who build what receives deliveries. */
const GUIDE = '/docs/guides/webhooks';

/** Where alerts and subscriptions of the tenant can be sent. */
export default function WebhooksPage() {
  const { t } = useTranslation();
  const found = useQuery(webhooksQuery);
  return (
    <Page width="narrow">
      <PageHeader title={t('webhooks.title')} purpose={t('webhooks.purpose')} />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          {found.data.webhooks.length === 0 ? (
            <EmptyState
              art="works"
              title={t('webhooks.none')}
              text={t('webhooks.noneText')}
              action={<AppLink href={GUIDE}>{t('webhooks.guide')}</AppLink>}
            />
          ) : (
            <section className={cards.card} aria-label={t('webhooks.title')}>
              <p className={classes.hint}>
                {t('webhooks.help')} <AppLink href={GUIDE}>{t('webhooks.guide')}</AppLink>
              </p>
              <ul className={cards.list}>
                {found.data.webhooks.map((webhook) => (
                  <WebhookItem key={webhook.id} webhook={webhook} />
                ))}
              </ul>
            </section>
          )}
          <section className={cards.card} aria-labelledby="webhook-new">
            <h2 id="webhook-new" className={cards.heading}>
              {t('webhooks.newTitle')}
            </h2>
            <NewWebhook />
          </section>
        </>
      )}
    </Page>
  );
}
