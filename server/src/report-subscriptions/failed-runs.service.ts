export { queueFailedRun } from './report-subscriptions.sql.ts';
