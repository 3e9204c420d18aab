import type { HomeSubscription, SubscriptionRun } from '@rise/contract';

/** A run as it is listed, with whose each delivery is. */
export type ListedRun = Omit<SubscriptionRun, 'deliveries'> & {
  subscriptionId: string;
  deliveries: (SubscriptionRun['deliveries'][number] & { accountId: string | null })[];
};

/** Those who may not change the subscription see their own part. */
export function shownRun(
  { subscriptionId: _subscription, ...run }: ListedRun,
  mayChange: boolean,
  account: string,
): SubscriptionRun {
  return {
    ...run,
    deliveries: run.deliveries
      .filter(({ accountId }) => mayChange || accountId === account)
      .map(({ accountId: _account, ...delivery }) => delivery),
  };
}

/** What became of a run, for a person who receives it; of the whole run for others, where one mail that failed counts. */
export function outcomeFor(
  { slot, status, skipped, deliveries }: ListedRun,
  account: string,
): HomeSubscription['last'] {
  const own = deliveries.find(({ accountId }) => accountId === account);
  if (own) return { slot, status: own.status, skipped: own.skipped };
  const isFailed = deliveries.some((delivery) => delivery.status === 'failed');
  return { slot, status: isFailed ? 'failed' : status, skipped };
}
