import type { LocalizedText } from '@rise/contract';
import { reportLink } from '../reports/report-link.ts';
import type { DeliveryRow, RunEnd, RunRow, SubscriptionRow } from './report-subscriptions.sql.ts';

interface EndedRun {
  readonly run: Pick<RunRow, 'id' | 'slot'>;
  readonly subscription: Pick<SubscriptionRow, 'id' | 'title' | 'reportId' | 'state'>;
  readonly end: RunEnd;
  readonly deliveries: readonly Pick<DeliveryRow, 'status'>[];
  readonly title: LocalizedText | null;
  readonly portal: URL;
}

/** What a webhook gets of a run: whether and to how many it was sent. Nothing about the recipients, and no figures. */
export function runData({ run, subscription, end, deliveries, title, portal }: EndedRun) {
  const count = (status: DeliveryRow['status']) => deliveries.filter((one) => one.status === status).length;
  return {
    subscription: { id: subscription.id, title: subscription.title },
    report: { id: subscription.reportId, title },
    run: run.id,
    slot: run.slot.toISOString(),
    status: end.status,
    reason: end.skipped ?? end.failure,
    dataVersion: end.dataVersion,
    deliveries: { sent: count('sent'), skipped: count('skipped'), failed: count('failed') },
    link: reportLink(portal, subscription.reportId, subscription.state).href,
  };
}
