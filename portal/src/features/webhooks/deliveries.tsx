import type { Webhook, WebhookDelivery } from '@rise/contract';
import { TextSkeleton, StatusPill } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { deliveriesQuery } from './webhooks.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './webhooks.module.css';

const TONES = { waiting: 'neutral', sent: 'positive', failed: 'negative' } as const;

/** What was sent to a webhook lately, and what became of it. */
export function Deliveries({ webhook: { id, name } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const found = useQuery(deliveriesQuery(id));
  if (found.isError)
    return (
      <p role="alert" className={cards.error}>
        {errorText(found.error, t).message}
      </p>
    );
  if (!found.data) return <TextSkeleton lines={3} />;
  const { deliveries } = found.data;
  if (deliveries.length === 0) return <p className={classes.hint}>{t('webhooks.noDeliveries')}</p>;
  return (
    <ul className={classes.deliveries} aria-label={t('webhooks.deliveriesNamed', { name })} aria-live="polite">
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  );
}

function DeliveryItem({ delivery }: { delivery: WebhookDelivery }) {
  const { t, i18n } = useTranslation();
  const { id, kind, status, attempts, reason, responseStatus, createdAt, nextAttemptAt } = delivery;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const facts = [
    ...(reason === null ? [] : [t(`webhooks.reasons.${reason}`, { status: responseStatus })]),
    ...(attempts === 0 ? [] : [t('webhooks.attempts', { count: attempts })]),
    ...(nextAttemptAt !== null && attempts > 0 ? [t('webhooks.next', { moment: moment(nextAttemptAt) })] : []),
  ];
  return (
    <li className={classes.delivery}>
      <StatusPill tone={TONES[status]}>{t(`webhooks.status.${status}`)}</StatusPill>
      <span className={classes.text}>
        {t(`webhooks.kinds.${kind}`)} · {moment(createdAt)}
        {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
        <span className={cards.code}>{id}</span>
      </span>
    </li>
  );
}
