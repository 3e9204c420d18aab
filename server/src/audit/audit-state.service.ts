export { sealingLag } from './audit-chain.sql.ts';
