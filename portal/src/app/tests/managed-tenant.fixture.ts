import type { ManagedDefaults, ManagedTenant } from '@rise/contract';
import { ALDER } from './portal.fixture.tsx';

const DAY = '2026-11-01T10:00:00.000Z';

/** Alder as people above the tenants see it. */
export const managedTenant = (): ManagedTenant => ({
  ...ALDER,
  state: 'active',
  createdAt: DAY,
  suspendedAt: null,
  deletion: null,
  supportAccess: 'consent',
  features: { chatbot: null, chat: null, insights: null },
  sqlAccess: null,
  limits: { users: 50, storageMb: null, queryPercent: null, assistantTokens: null, assistantCost: null },
  users: 12,
  hasAdministrator: true,
  failingDomains: 0,
  provider: null,
  data: { version: 3, asOf: '2026-09-30', loadedAt: DAY },
  storageBytes: 2_500_000,
  queries: 40,
  failedLoads: 2,
  jobs: [
    { kind: 'load', done: 1200, failed: 2 },
    { kind: 'copy', done: 0, failed: 0 },
    { kind: 'export', done: 7, failed: 0 },
    { kind: 'subscription', done: 30, failed: 1 },
    { kind: 'mail', done: 90, failed: 0 },
  ],
});

/** Alder’s branding, calendar and currency. */
export const DEFAULTS: ManagedDefaults = {
  language: null,
  theme: null,
  logo: null,
  calendar: { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 1 },
  currency: null,
};
