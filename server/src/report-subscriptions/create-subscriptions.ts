import type { Logger } from 'pino';
import type { Database } from '../kernel/database/database.ts';
import type { UserError } from '../kernel/errors/user-error.ts';
import type { TenantMail } from '../mail/mail.ts';
import type { ReportExportService } from '../report-exports/report-exports.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.service.ts';
import { ReportMailService } from './report-mail.service.ts';
import { ReportSubscriptionService } from './report-subscriptions.service.ts';
import { SubscriptionRunner } from './subscription-runner.service.ts';

const MINUTE_MS = 60_000;

/** Of the runner, where tests need others. */
export interface SubscriptionTimes {
  readonly now?: () => Date;
  readonly scanMs?: number;
  readonly leaseMs?: number;
  readonly retryMs?: readonly number[];
}

export interface SubscriptionsOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly exports: ReportExportService;
  readonly warehouses: WarehouseService;
  readonly toUserError: (error: unknown) => UserError;
  readonly mail: TenantMail;
  /** Key of the links that unsubscribe addresses outside. */
  readonly unsubscribeKey: Buffer;
  readonly publicUrl: URL;
  readonly webhooks: Pick<WebhookSender, 'wake'>;
  readonly subscriptionTimes?: SubscriptionTimes;
  readonly log: Logger;
}

/** The services of subscriptions. */
export function createSubscriptions(options: SubscriptionsOptions) {
  const { database, warehouses, mail, subscriptionTimes = {} } = options;
  const times = {
    now: () => new Date(),
    scanMs: 15_000,
    leaseMs: MINUTE_MS,
    retryMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
    ...subscriptionTimes,
  };
  const runner = new SubscriptionRunner({
    ...options,
    ...times,
    compose: new ReportMailService(options).compose,
    outside: options,
    dataVersion: async (actor) => {
      const warehouse = await database.withTenant(actor, (tx) => warehouses.find(tx), 'reads');
      return warehouse?.version.number ?? null;
    },
  });
  const subscriptions = new ReportSubscriptionService({
    database,
    warehouses,
    mail,
    now: times.now,
    wake: () => runner.wake(),
  });
  return { runner, subscriptions };
}
