import type { SubscriptionsOptions } from '../report-subscriptions/create-subscriptions.ts';
import { AlertNoticeService } from './alert-notices.service.ts';
import { AlertRunner, type ReadCourse } from './alert-runner.service.ts';
import { ReportAlertService } from './report-alerts.service.ts';

const MINUTE_MS = 60_000;

export type AlertsOptions = Omit<SubscriptionsOptions, 'exports' | 'warehouses'>;

/** The services of alerts on figures of reports, with the times of subscriptions. */
export function createAlerts(options: AlertsOptions) {
  const { database, mail, reports, subscriptionTimes = {} } = options;
  const times = {
    now: () => new Date(),
    scanMs: 15_000,
    leaseMs: MINUTE_MS,
    retryMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
    ...subscriptionTimes,
  };
  const course: ReadCourse = (actor, report, measure, signal) => reports.course(actor, report, measure, signal);
  const runner = new AlertRunner({ ...options, ...times, course, notices: new AlertNoticeService(options) });
  const alerts = new ReportAlertService({ database, course, mail, now: times.now, wake: () => runner.wake() });
  return { runner, alerts };
}
