export { sealingLag } from './audit-chain.sql.ts';
export { GLOBAL_CHAIN } from './chain.rules.ts';
