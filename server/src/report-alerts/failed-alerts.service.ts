export { queueFailedAlert } from './report-alerts.sql.ts';
