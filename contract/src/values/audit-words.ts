/** `denied`: someone tried what they may not. `failed`: it was tried and did not work. */
export const AUDIT_OUTCOMES = ['done', 'denied', 'failed'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/**
 * How the actor was recognized. `support`: someone above the tenants who has entered the tenant. `provider`: a token of
 * the identity provider. `unknown`: recorded before this was.
 */
export const AUDIT_VIA = [
  'session',
  'support',
  'token',
  'provider',
  'embed',
  'anonymous',
  'command',
  'system',
  'unknown',
] as const;
export type AuditVia = (typeof AUDIT_VIA)[number];

/** Records on a page of the list. */
export const AUDIT_PAGE = 50;

/** Beginnings of the names of actions by group; the first that fits counts. */
const BEGINNINGS = [
  ['exports', ['report.export', 'data-view.export', 'query.sql-export', 'query.stream', 'mapping.file', 'model.exchange', 'import.rejects', 'audit.export']], // prettier-ignore
  ['sign-ins', ['session.', 'tenant.entered', 'identity-provider.']],
  ['questions', ['query.', 'assistant.', 'data-view.', 'search.']],
  ['people', ['user.', 'invitation.', 'token.', 'account.', 'notification-choice.', 'person.']],
  ['reports', ['report.', 'report-', 'workspace.', 'workspace-', 'home.']],
  ['outside', ['embed.', 'embedding.', 'webhook.', 'mail.', 'contact.']],
  ['data', ['import.', 'upload.', 'copy.', 'data-version.', 'warehouse.']],
  ['model', ['model.', 'model-', 'mapping.', 'mapping-', 'parameter.', 'calendar.', 'currency.', 'configuration.', 'code-type.', 'catalog.']], // prettier-ignore
  ['administration', ['tenant.', 'tenants.', 'announcement.', 'audit.', 'support-']],
] as const satisfies readonly (readonly [string, readonly string[]])[];

/** What actions are about, for filters. */
export type AuditGroup = (typeof BEGINNINGS)[number][0] | 'other';
export const AUDIT_GROUPS: readonly AuditGroup[] = [
  'sign-ins',
  'people',
  'exports',
  'questions',
  'reports',
  'outside',
  'data',
  'model',
  'administration',
  'other',
];

export function auditGroupOf(action: string): AuditGroup {
  return BEGINNINGS.find(([, beginnings]) => beginnings.some((one) => action.startsWith(one)))?.[0] ?? 'other';
}

/** Beginnings of the actions of a group, and of those that are another group's although they begin so. */
export function beginningsOf(group: AuditGroup): { included: readonly string[]; excluded: readonly string[] } {
  const place = BEGINNINGS.findIndex(([name]) => name === group);
  const before = BEGINNINGS.slice(0, place < 0 ? undefined : place).flatMap(([, beginnings]) => beginnings);
  return { included: place < 0 ? [''] : BEGINNINGS[place]![1], excluded: before };
}
