/** After a restore: their owners may know already what was to be sent when the backup was made. */
export { dropPendingNotices } from './report-alerts.sql.ts';
