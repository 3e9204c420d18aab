import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import {
  requiredScope,
  ROLE_PERMISSIONS,
  routes,
  tokenScope,
  type ErrorBody,
  type Route,
  type RouteKey,
  type Session,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SYSTEM, systemIn } from '../../kernel/actor.ts';
import { signEmbed, type SiteKey } from '../../testing/embed-token.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

/**
 * The isolation table: route × identity × other tenant, generated from the contract. A route that takes an id or a body
 * and has no entry below fails the test, so every new route is covered from the start. `birchToken` is an API token of
 * a global administrator that is bound to birch, `birchEmbed` the token of a site that embeds one of birch's reports.
 */
const IDENTITIES = [
  'nobody',
  'birchUser',
  'birchAdmin',
  'globalSupport',
  'globalAdmin',
  'birchToken',
  'birchEmbed',
] as const;
type Identity = (typeof IDENTITIES)[number];

/** An id of alder's for each route that takes one. */
const foreignIds: Partial<Record<RouteKey, () => string>> = {
  'GET /api/v1/reports/:id': () => alderReport,
  'POST /api/v1/reports/:id/run': () => alderReport,
  'GET /api/v1/reports/:id/readers/:account': () => alderReport,
  'PATCH /api/v1/reports/:id': () => alderReport,
  'POST /api/v1/reports/:id/export': () => alderReport,
  'POST /api/v1/reports/:id/exports': () => alderReport,
  'GET /api/v1/exports/:id/file': () => alderExport,
  'POST /api/v1/exports/:id/link': () => alderExport,
  // Its id alone is no token.
  'GET /api/v1/export-downloads/:token': () => alderExport,
  'DELETE /api/v1/exports/:id': () => alderExport,
  'GET /api/v1/reports/:id/draft': () => alderReport,
  'GET /api/v1/reports/:id/draft/report': () => alderReport,
  'POST /api/v1/reports/:id/draft/run': () => alderReport,
  'POST /api/v1/reports/:id/draft/changes': () => alderReport,
  'POST /api/v1/reports/:id/draft/undo': () => alderReport,
  'POST /api/v1/reports/:id/draft/redo': () => alderReport,
  'POST /api/v1/reports/:id/draft/discard': () => alderReport,
  'POST /api/v1/reports/:id/publish': () => alderReport,
  'GET /api/v1/reports/:id/versions': () => alderReport,
  'GET /api/v1/reports/:id/versions/:number': () => alderReport,
  'POST /api/v1/reports/:id/versions/:number/restore': () => alderReport,
  'PUT /api/v1/reports/:id/favorite': () => alderReport,
  'PUT /api/v1/reports/:id/home': () => alderReport,
  'GET /api/v1/reports/:id/views': () => alderReport,
  'POST /api/v1/reports/:id/views': () => alderReport,
  'DELETE /api/v1/reports/:id/views/:view': () => alderReport,
  'PUT /api/v1/reports/:id/default-view': () => alderReport,
  'GET /api/v1/reports/:id/comments': () => alderReport,
  'GET /api/v1/reports/:id/comments/people': () => alderReport,
  'POST /api/v1/reports/:id/comments': () => alderReport,
  'POST /api/v1/reports/:id/comments/:thread/replies': () => alderReport,
  'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment': () => alderReport,
  'DELETE /api/v1/reports/:id/comments/:thread/replies/:comment': () => alderReport,
  'POST /api/v1/reports/:id/comments/:thread/resolve': () => alderReport,
  'POST /api/v1/reports/:id/comments/:thread/reopen': () => alderReport,
  'GET /api/v1/reports/:id/origin': () => alderReport,
  'POST /api/v1/reports/:id/origin/merge': () => alderReport,
  'POST /api/v1/reports/:id/origin/dismiss': () => alderReport,
  'POST /api/v1/reports/:id/pictures': () => alderReport,
  'GET /api/v1/reports/:id/pictures/:hash': () => alderReport,
  'GET /api/v1/embed/pictures/:hash': () => alderReport,
  'PUT /api/v1/reports/:id/presence/:visit': () => alderReport,
  'DELETE /api/v1/reports/:id/presence/:visit': () => alderReport,
  'PUT /api/v1/reports/:id/verification': () => alderReport,
  'DELETE /api/v1/reports/:id/verification': () => alderReport,
  'GET /api/v1/reports/:id/subscriptions': () => alderReport,
  'POST /api/v1/reports/:id/subscriptions': () => alderReport,
  'PATCH /api/v1/reports/:id/subscriptions/:subscription': () => alderReport,
  'DELETE /api/v1/reports/:id/subscriptions/:subscription': () => alderReport,
  'POST /api/v1/reports/:id/subscriptions/:subscription/pause': () => alderReport,
  'POST /api/v1/reports/:id/subscriptions/:subscription/send': () => alderReport,
  'GET /api/v1/reports/:id/subscriptions/:subscription/runs': () => alderReport,
  'POST /api/v1/reports/:id/alerts': () => alderReport,
  'POST /api/v1/reports/:id/alerts/course': () => alderReport,
  'PATCH /api/v1/report-alerts/:id': () => alderAlert,
  'POST /api/v1/report-alerts/:id/pause': () => alderAlert,
  'DELETE /api/v1/report-alerts/:id': () => alderAlert,
  'GET /api/v1/report-alerts/:id/checks': () => alderAlert,
  'GET /api/v1/reports/:id/freezes': () => alderReport,
  'POST /api/v1/reports/:id/freezes': () => alderReport,
  'GET /api/v1/reports/:id/freezes/:freeze': () => alderReport,
  'GET /api/v1/reports/:id/freezes/:freeze/verification': () => alderReport,
  'GET /api/v1/reports/:id/freezes/:freeze/comparison': () => alderReport,
  'POST /api/v1/reports/:id/move': () => alderReport,
  'POST /api/v1/reports/:id/copy': () => alderReport,
  'POST /api/v1/reports/:id/archive': () => alderReport,
  'POST /api/v1/reports/:id/restore': () => alderReport,
  'GET /api/v1/reports/:id/sharing': () => alderReport,
  'POST /api/v1/reports/:id/links': () => alderReport,
  'DELETE /api/v1/reports/:id/links/:link': () => alderReport,
  'PATCH /api/v1/embedding/keys/:id': () => alderKey.id,
  'DELETE /api/v1/embedding/keys/:id': () => alderKey.id,
  'GET /api/v1/mail/:id': () => alderMail,
  'POST /api/v1/mail/:id/retry': () => alderMail,
  'DELETE /api/v1/provisioning/tokens/:id': () => alderScim.token,
  'PATCH /api/v1/webhooks/:id': () => alderWebhook,
  'DELETE /api/v1/webhooks/:id': () => alderWebhook,
  'POST /api/v1/webhooks/:id/test': () => alderWebhook,
  'GET /api/v1/webhooks/:id/deliveries': () => alderWebhook,
  'GET /api/v1/users/:id': () => alderPerson,
  'PATCH /api/v1/users/:id': () => alderPerson,
  'POST /api/v1/users/:id/disable': () => alderPerson,
  'POST /api/v1/users/:id/enable': () => alderPerson,
  'POST /api/v1/users/:id/remove': () => alderPerson,
  'GET /api/v1/users/:id/row-rules': () => alderPerson,
  'GET /api/v1/global/users/:id': () => alderPerson,
  'PATCH /api/v1/global/users/:id': () => alderPerson,
  'POST /api/v1/global/users/:id/disable': () => alderPerson,
  'POST /api/v1/global/users/:id/enable': () => alderPerson,
  'GET /api/v1/invitations/:id': () => alderInvitation,
  'POST /api/v1/invitations/:id/resend': () => alderInvitation,
  'DELETE /api/v1/invitations/:id': () => alderInvitation,
  'POST /api/v1/support-visits/:id/allow': () => alderVisit,
  'POST /api/v1/support-visits/:id/decline': () => alderVisit,
  'POST /api/v1/support-visits/:id/end': () => alderVisit,
  'DELETE /api/v1/global/support-visits/:id': () => alderVisit,
  'POST /api/v1/global/tenants/:id/support-visits': () => portal.tenants.alder,
  'POST /api/v1/global/jobs/:id/retry': () => alderMail,
  'POST /api/v1/global/jobs/:id/dismiss': () => alderMail,
  'POST /api/v1/global/jobs/:id/restore': () => alderMail,
  'PATCH /api/v1/domains/:id': () => alderDomain,
  'POST /api/v1/domains/:id/check': () => alderDomain,
  'POST /api/v1/domains/:id/restart': () => alderDomain,
  'DELETE /api/v1/domains/:id': () => alderDomain,
  'POST /api/v1/join-requests/:id/approve': () => alderJoinRequest,
  'POST /api/v1/join-requests/:id/decline': () => alderJoinRequest,
  'PATCH /api/v1/workspaces/:id': () => alderWorkspace,
  'POST /api/v1/workspaces/:id/archive': () => alderWorkspace,
  'POST /api/v1/workspaces/:id/restore': () => alderWorkspace,
  'GET /api/v1/workspaces/:id/members': () => alderWorkspace,
  'PUT /api/v1/workspaces/:id/members': () => alderWorkspace,
  'DELETE /api/v1/workspaces/:id/members/:member': () => alderWorkspace,
  'GET /api/v1/workspaces/:id/template': () => alderWorkspace,
  'POST /api/v1/workspaces/:id/template': () => alderWorkspace,
  'POST /api/v1/workspaces/:id/fork': () => alderWorkspace,
  'PATCH /api/v1/global/workspace-templates/:id': () => alderTemplate,
  'POST /api/v1/global/workspace-templates/:id/withdraw': () => alderTemplate,
  'POST /api/v1/global/workspace-templates/:id/offer': () => alderTemplate,
  'POST /api/v1/workspace-templates/:id/add': () => alderTemplate,
  'POST /api/v1/workspace-templates/:id/update': () => alderTemplate,
  'DELETE /api/v1/account/sessions/:id': () => alderSession,
  'DELETE /api/v1/account/tokens/:id': () => alderToken,
  'GET /api/v1/people/:id/picture': () => alderPerson,
  'GET /api/v1/openai/confluence/chat/:id': () => alderConversation,
  'DELETE /api/v1/openai/confluence/chat/:id': () => alderConversation,
  'PATCH /api/v1/insights/findings/:key': () => 'a'.repeat(32),
  'GET /api/v1/knowledge/:id': () => alderKnowledge,
  'DELETE /api/v1/knowledge/:id': () => alderKnowledge,
  'PUT /api/v1/question-evaluation/questions/:id': () => alderEvaluation.question,
  'DELETE /api/v1/question-evaluation/questions/:id': () => alderEvaluation.question,
  'GET /api/v1/question-evaluation/runs/:id': () => alderEvaluation.run,
  'DELETE /api/v1/question-evaluation/runs/:id': () => alderEvaluation.run,
  'PATCH /api/v1/knowledge-sources/:id': () => alderWiki,
  'DELETE /api/v1/knowledge-sources/:id': () => alderWiki,
  'GET /api/v1/knowledge-sources/:id/runs': () => alderWiki,
  'POST /api/v1/knowledge-sources/:id/runs': () => alderWiki,
  'POST /api/v1/knowledge-sources/:id/cancel': () => alderWiki,
  'GET /api/v1/openai/conversations/:id': () => alderConversation,
  'PATCH /api/v1/openai/conversations/:id': () => alderConversation,
  'DELETE /api/v1/openai/conversations/:id': () => alderConversation,
  'POST /api/v1/openai/conversations/:id/restore': () => alderConversation,
  'PUT /api/v1/openai/conversations/:id/share': () => alderConversation,
  'DELETE /api/v1/openai/conversations/:id/share': () => alderConversation,
  'PUT /api/v1/openai/conversations/:id/messages/:number/rating': () => alderConversation,
  'PUT /api/v1/openai/conversations/:id/messages/:number/query': () => alderConversation,
  'GET /api/v1/openai/shared/:id': () => alderConversation,
  'PUT /api/v1/announcements/:id/read': () => alderAnnouncement,
  'POST /api/v1/global/search/rebuilds/:id/cancel': () => searchRules.rebuild,
  'PUT /api/v1/global/search/synonyms/:id': () => searchRules.synonym,
  'DELETE /api/v1/global/search/synonyms/:id': () => searchRules.synonym,
  'DELETE /api/v1/global/search/pins/:id': () => searchRules.pin,
  'DELETE /api/v1/global/search/hidden/:id': () => searchRules.hidden,
  'PATCH /api/v1/global/announcements/:id': () => alderAnnouncement,
  'DELETE /api/v1/global/announcements/:id': () => alderAnnouncement,
  'GET /api/v1/global/announcements/:id': () => alderAnnouncement,
  'GET /api/v1/global/announcements/:id/readers': () => alderAnnouncement,
  'POST /api/v1/global/announcements/:id/end': () => alderAnnouncement,
  'PATCH /api/v1/sql/tabs/:id': () => alderTab,
  'DELETE /api/v1/sql/tabs/:id': () => alderTab,
  'GET /api/v1/sql/queries/:id/report': () => alderQuery,
  'PATCH /api/v1/sql/queries/:id': () => alderQuery,
  'DELETE /api/v1/sql/queries/:id': () => alderQuery,
  'GET /api/v1/global/tenants/:id/warehouse': () => portal.tenants.alder,
  'PUT /api/v1/global/tenants/:id/warehouse': () => portal.tenants.alder,
  'PATCH /api/v1/global/tenants/:id': () => portal.tenants.alder,
  'POST /api/v1/global/tenants/:id/administrator': () => portal.tenants.alder,
  'POST /api/v1/global/tenants/:id/suspend': () => portal.tenants.alder,
  'POST /api/v1/global/tenants/:id/deletion': () => portal.tenants.alder,
  'DELETE /api/v1/global/tenants/:id/deletion': () => portal.tenants.alder,
  'POST /api/v1/global/invitations/:id/resend': () => globalInvitation,
  'DELETE /api/v1/global/invitations/:id': () => globalInvitation,
  'POST /api/v1/global/tenants/:id/restore': () => portal.tenants.alder,
  'DELETE /api/v1/global/tenants/:id/warehouse': () => portal.tenants.alder,
  'HEAD /api/v1/uploads/:id': () => alderUpload,
  'PATCH /api/v1/uploads/:id': () => alderUpload,
  'DELETE /api/v1/uploads/:id': () => alderUpload,
  'GET /api/v1/imports/:id': () => alderImport,
  'PATCH /api/v1/imports/:id': () => alderImport,
  'POST /api/v1/imports/:id/tables/:table/preview': () => alderImport,
  'POST /api/v1/imports/:id/run': () => alderImport,
  'POST /api/v1/imports/:id/cancel': () => alderImport,
  'DELETE /api/v1/imports/:id': () => alderImport,
  'GET /api/v1/imports/:id/rejects': () => alderImport,
  'PUT /api/v1/copy-sources/:id': () => alderSource,
  'DELETE /api/v1/copy-sources/:id': () => alderSource,
  'GET /api/v1/copy-sources/:id/tables': () => alderSource,
  'PUT /api/v1/copies/:id': () => alderCopy,
  'DELETE /api/v1/copies/:id': () => alderCopy,
  'POST /api/v1/copies/:id/pause': () => alderCopy,
  'POST /api/v1/copies/:id/run': () => alderCopy,
  'POST /api/v1/copies/:id/cancel': () => alderCopy,
  'GET /api/v1/copies/:id/runs': () => alderCopy,
  'GET /api/v1/audit/records/:id': () => alderRecord,
  // Only alder has a version with this number.
  'PUT /api/v1/data-version/:id/pin': () => '2',
  'DELETE /api/v1/data-version/:id/pin': () => '2',
};

/** Whose audit trail. */
const ofAlder = () => ({ of: portal.tenants.alder });

/** The same for ids in the query string. */
const foreignQueries: Partial<Record<RouteKey, () => Record<string, string>>> = {
  'DELETE /api/common/messages': () => ({ id: alderMessage }),
  'DELETE /api/common/notifications': () => ({ id: alderNotification }),
  'DELETE /api/common/shortcuts': () => ({ id: alderShortcut }),
  'GET /api/apps/chat/chat': () => ({ id: alderChat }),
  'GET /api/apps/chat/contact': () => ({ id: alderPerson }),
  'GET /api/v1/imports': () => ({ before: alderImport }),
  'GET /api/v1/reports/:id/freezes/:freeze/comparison': () => ({ with: alderFreeze }),
  'GET /api/v1/audit': ofAlder,
  'GET /api/v1/audit/records/:id': ofAlder,
  'GET /api/v1/audit/export': ofAlder,
  'GET /api/v1/audit/chain': ofAlder,
};

/** A body that is valid in the caller's own tenant, for each route that takes one. */
const bodies: Partial<Record<RouteKey, () => unknown>> = {
  'POST /api/v1/global/jobs/:id/retry': () => ({ kind: 'mail' }),
  'POST /api/v1/global/jobs/:id/dismiss': () => ({ kind: 'mail' }),
  'POST /api/v1/global/jobs/:id/restore': () => ({ kind: 'mail' }),
  'PUT /api/v1/session/tenant': () => ({ tenantId: portal.tenants.birch }),
  'PATCH /api/v1/account': () => ({ defaultLandingPage: '/reports' }),
  'PUT /api/v1/account/notification-choices': () => ({ kind: 'replies', channel: 'mail', on: false }),
  'POST /api/v1/account/tokens': () => ({ name: 'Taken over', access: { kind: 'read' }, days: 1 }),
  'PUT /api/v1/account/picture': () => ({ data: 'AAAA' }),
  'POST /api/v1/reports/:id/run': () => ({}),
  'PATCH /api/v1/reports/:id': () => ({ title: { en: 'Taken over' }, purpose: { en: 'Taken over' }, basedOn: 1 }),
  'POST /api/v1/reports/:id/export': () => ({ format: 'xlsx' }),
  'POST /api/v1/reports/:id/exports': () => ({ format: 'xlsx' }),
  'POST /api/v1/reports': () => ({ workspace: randomUUID(), title: { en: 'Taken over' } }),
  'POST /api/v1/reports/:id/draft/changes': () => ({ change: CHANGE }),
  'POST /api/v1/reports/:id/draft/run': () => ({ state: {} }),
  'POST /api/v1/reports/:id/draft/undo': () => ({}),
  'POST /api/v1/reports/:id/draft/redo': () => ({}),
  'POST /api/v1/reports/:id/draft/discard': () => ({ basedOn: 0 }),
  'POST /api/v1/reports/:id/publish': () => ({ basedOn: 0, note: '' }),
  'POST /api/v1/reports/:id/versions/:number/restore': () => ({}),
  'PUT /api/v1/reports/:id/favorite': () => ({ favorite: true }),
  'PUT /api/v1/reports/:id/home': () => ({ shown: true }),
  'PUT /api/v1/reports/:id/verification': () => ({ version: 1 }),
  'POST /api/v1/reports/:id/origin/merge': () => ({ version: 2, basedOn: 0, theirs: [] }),
  'POST /api/v1/reports/:id/origin/dismiss': () => ({ version: 2 }),
  'POST /api/v1/reports/:id/pictures': () => ({ data: 'AAAA' }),
  'PUT /api/v1/reports/:id/presence/:visit': () => ({ tile: null }),
  'POST /api/v1/reports/:id/views': () => ({ name: 'Taken over', state: {} }),
  'PUT /api/v1/reports/:id/default-view': () => ({ view: null }),
  'POST /api/v1/reports/:id/comments': () => THREAD,
  'POST /api/v1/reports/:id/comments/:thread/replies': () => ({ text: 'Taken over' }),
  'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment': () => ({ text: 'Taken over' }),
  'POST /api/v1/reports/:id/comments/:thread/resolve': () => ({}),
  'POST /api/v1/reports/:id/comments/:thread/reopen': () => ({}),
  'POST /api/v1/reports/:id/subscriptions': () => subscriptionTo(randomUUID()),
  'PATCH /api/v1/reports/:id/subscriptions/:subscription': () => ({ title: 'Taken over', basedOn: 1 }),
  'POST /api/v1/reports/:id/subscriptions/:subscription/pause': () => ({ paused: true }),
  'POST /api/v1/reports/:id/alerts': () => ALERT,
  'POST /api/v1/reports/:id/alerts/course': () => ({ tile: ALERT.tile, measure: ALERT.measure }),
  'PATCH /api/v1/report-alerts/:id': () => ({ title: 'Taken over', basedOn: 1 }),
  'POST /api/v1/report-alerts/:id/pause': () => ({ paused: true }),
  'POST /api/v1/reports/:id/freezes': () => ({ name: 'Taken over' }),

  'POST /api/v1/reports/:id/links': () => ({ name: 'Taken over', days: 30 }),
  'PATCH /api/v1/mail/settings': () => ({ domains: [] }),
  'PATCH /api/v1/embedding': () => ({}),
  'POST /api/v1/embedding/keys': () => ({ name: 'Taken over', origins: ['https://taken.example'] }),
  'PATCH /api/v1/embedding/keys/:id': () => ({ origins: ['https://taken.example'] }),
  'POST /api/v1/webhooks': () => ({ name: 'Taken over', url: 'https://taken.invalid/hook' }),
  'PATCH /api/v1/webhooks/:id': () => ({ name: 'Taken over' }),
  'POST /api/v1/embed/run': () => ({}),
  'POST /api/v1/embed/choices': () => ({ of: 'subjects' }),
  'POST /api/v1/reports/:id/move': () => ({ workspace: randomUUID() }),
  'POST /api/v1/reports/:id/copy': () => ({ workspace: randomUUID(), title: { en: 'Taken over' } }),
  'PATCH /api/v1/users/:id': () => ({ roles: ['tenant.admin'] }),
  'POST /api/v1/users/:id/remove': () => ({ handOverTo: null }),
  'POST /api/v1/audit/chain/verify': () => ({}),
  'POST /api/v1/users/bulk': () => ({ ids: [randomUUID()], action: { kind: 'enable' } }),
  'POST /api/v1/invitations/bulk': () => ({
    invitations: [{ email: `${randomUUID()}@taken.example`, roles: ['tenant.user'] }],
  }),
  'POST /api/v1/invitations': () => ({ email: `${randomUUID()}@taken.example`, roles: ['tenant.admin'] }),
  'PUT /api/v1/support-access': () => ({ access: 'always' }),
  'PATCH /api/v1/branding': () => ({ language: 'tr' }),
  'PUT /api/v1/branding/logo': () => ({ data: 'AAAA' }),
  'POST /api/v1/global/tenants/:id/support-visits': () => ({ reason: 'To look at the import', minutes: 60 }),
  'PATCH /api/v1/provisioning': () => ({ subjectAttribute: 'userName' }),
  'POST /api/v1/provisioning/tokens': () => ({ name: 'Taken over', days: 30 }),
  'POST /api/v1/provisioning/roles': () => ({ admitsAll: true, groups: [] }),
  'POST /api/v1/provisioning/roles/preview': () => ({ admitsAll: true, groups: [] }),
  'POST /api/v1/domains': () => ({ domain: `${randomUUID()}.taken.example` }),
  'PUT /api/v1/identity-provider': () => PROVIDER,
  'POST /api/v1/identity-provider/trial': () => ({ issuer: '', mapping: MAPPING, people: [{ sub: 'a' }] }),
  'PUT /api/v1/identity-provider/use': () => ({ signIn: 'shared' }),
  'PATCH /api/v1/domains/:id': () => ({ joinRule: 'automatic', role: 'tenant.admin' }),
  'PATCH /api/v1/global/users/:id': () => ({ roles: ['global.admin'] }),
  'POST /api/v1/global/invitations': () => ({ email: `${randomUUID()}@taken.example`, roles: ['global.admin'] }),
  'POST /api/v1/workspaces': () => WORKSPACE,
  'PUT /api/v1/workspaces/order': () => ({ ids: [] }),
  'PATCH /api/v1/workspaces/:id': () => ({ name: 'Taken over', basedOn: 1 }),
  'PUT /api/v1/workspaces/:id/members': () => ({ who: { kind: 'group', group: 'Everybody' }, role: 'manage' }),
  'POST /api/v1/workspaces/:id/template': () => PUBLICATION,
  'POST /api/v1/workspaces/:id/fork': () => ({ name: 'Taken over' }),
  'PATCH /api/v1/global/workspace-templates/:id': () => ({ tenants: [portal.tenants.birch] }),
  'POST /api/v1/workspace-templates/:id/add': () => ({ version: 1 }),
  'POST /api/v1/workspace-templates/:id/update': () => ({ version: 1 }),
  'PUT /api/v1/announcements/:id/read': () => ({ read: true }),
  'POST /api/common/search/outcome': () => ({ query: 'alder', opened: null }),
  'POST /api/v1/global/search/synonyms': () => SYNONYM,
  'PUT /api/v1/global/search/synonyms/:id': () => SYNONYM,
  'POST /api/v1/global/search/pins': () => ({ term: 'taken over', set: 'reports', entry: alderReport }),
  'POST /api/v1/global/search/hidden': () => ({ set: 'reports', entry: alderReport }),
  'POST /api/v1/global/search/trial': () => ({ query: 'alder', role: 'tenant.admin', language: 'en' }),
  'POST /api/v1/global/announcements': () => ANNOUNCEMENT,
  'PATCH /api/v1/global/announcements/:id': () => ({ title: { en: 'Taken over' } }),
  'POST /api/common/messages': () => ({ message: { title: 'A message' } }),
  'PATCH /api/common/messages': () => ({ id: randomUUID(), message: { read: true } }),
  'POST /api/common/messages/toggle-read-status': () => ({ message: { id: randomUUID(), read: true } }),
  'POST /api/common/notifications': () => ({ notification: { title: 'A notification' } }),
  'PATCH /api/common/notifications': () => ({ id: randomUUID(), notification: { read: true } }),
  'POST /api/common/notifications/toggle-read-status': () => ({ notification: { id: randomUUID(), read: true } }),
  'POST /api/common/shortcuts': () => ({ shortcut: SHORTCUT }),
  'PATCH /api/common/shortcuts': () => ({ id: randomUUID(), shortcut: { label: 'Taken over' } }),
  'PATCH /api/common/user': () => ({ user: { status: 'busy' } }),
  'POST /api/v1/questions': () => ({ question: 'total assets by state', language: 'en' }),
  // A word that only alder's data contains.
  'POST /api/common/search': () => ({ query: 'alder' }),
  'PATCH /api/apps/chat/chat': () => ({ id: randomUUID(), chat: { muted: true } }),
  'POST /api/apps/chat/message': () => ({ id: randomUUID(), contactId: randomUUID(), value: 'Hello' }),
  'POST /api/v1/openai/confluence/chat': () => asking(null),
  'POST /api/v1/knowledge-sources': () => WIKI,
  'POST /api/v1/knowledge-sources/test': () => ({ source: null, ...WIKI_ACCESS }),
  'PATCH /api/v1/knowledge-sources/:id': () => ({ name: 'Taken over' }),
  'POST /api/v1/knowledge': () => ({ name: 'Handbook', kind: 'text', audience: 'everyone', content: 'Taken over.' }),
  'POST /api/v1/question-evaluation/questions': () => ({ text: 'Taken over?', language: 'en', expected: null }),
  'PUT /api/v1/question-evaluation/questions/:id': () => ({ text: 'Taken over?', language: 'en', expected: null }),
  'POST /api/v1/question-evaluation/runs': () => ({ set: 'own', mode: 'rules' }),
  'POST /api/v1/insights/compute': () => ({}),
  'POST /api/v1/insights/cancel': () => ({}),
  'PATCH /api/v1/insights/findings/:key': () => ({ action: 'follow' }),
  'PATCH /api/v1/openai/conversations/:id': () => ({ title: 'Taken over' }),
  'PUT /api/v1/openai/conversations/:id/messages/:number/rating': () => ({ rating: null }),
  'PUT /api/v1/openai/conversations/:id/messages/:number/query': () => ({
    query: { dataset: 'call_report', measures: ['members'] },
  }),
  'POST /api/v1/contact': () => ({ name: 'Nobody', email: 'nobody@example.org', subject: 'A', message: 'B' }),
  // An invalid document: callers without the permission must not learn that either.
  'PUT /api/v1/model': () => ({ document: 'extends: nothing_of_anybody' }),
  'POST /api/v1/model/restore': () => ({ version: 99 }),
  'POST /api/v1/data-version/restore': () => ({ version: 99 }),
  'PUT /api/v1/data-version/:id/pin': () => ({ name: 'Taken over' }),
  'PUT /api/v1/data-version/retention': () => ({ versions: null, days: null }),
  'POST /api/v1/imports': () => ({ uploads: [randomUUID()] }),
  'PATCH /api/v1/imports/:id': () => ({ note: 'Taken over' }),
  'POST /api/v1/imports/:id/tables/:table/preview': () => ({}),
  'PUT /api/v1/model/draft': () => ({ document: 'name: mine', revision: 0, basedOn: null }),
  'POST /api/v1/model/draft/discard': () => ({ revision: 7 }),
  'POST /api/v1/model/draft/check': () => ({ document: 'extends: nothing_of_anybody' }),
  'POST /api/v1/model/draft/impact': () => ({ document: 'extends: nothing_of_anybody' }),
  'POST /api/v1/model/draft/tests': () => ({ document: 'extends: nothing_of_anybody' }),
  'POST /api/v1/model/draft/joins': () => ({ document: 'extends: nothing_of_anybody' }),
  'POST /api/v1/model/draft/query': () => ({
    document: 'extends: nothing_of_anybody',
    query: { dataset: 'call_report', measures: ['total_assets'] },
  }),
  'POST /api/v1/model/profile': () => ({ table: 'nothing_of_anybody' }),
  'POST /api/v1/model/generate': () => ({ tables: ['nothing_of_anybody'] }),
  'POST /api/v1/model/exchange/read': () => ({ text: 'semantic_model: nothing', file: 'nothing.yaml' }),
  'POST /api/v1/model/exchange/write': () => ({ document: 'extends: nothing_of_anybody' }),
  'POST /api/v1/model/check': () => ({ document: 'extends: nothing_of_anybody' }),
  'PUT /api/v1/mapping': () => ({ type: 'nothing_of_anybody', codes: [] }),
  'PATCH /api/v1/mapping': () => ({ type: 'nothing_of_anybody', set: [{ code: 'A', value: 'a' }] }),
  'POST /api/v1/mapping/restore': () => ({ type: 'nothing_of_anybody', version: 1 }),
  'POST /api/v1/mapping/file': () => ({ type: 'nothing_of_anybody', name: 'codes.csv', text: 'code,value' }),
  'POST /api/v1/configuration/impact': () => ({ type: 'nothing_of_anybody' }),
  'PUT /api/v1/configuration/draft': () => ({ type: 'nothing_of_anybody', draft: null }),
  'PUT /api/v1/configuration/approval': () => ({ all: false, types: [] }),
  'POST /api/v1/configuration/proposals': () => ({ type: 'nothing_of_anybody', basedOn: 0, message: 'A reason' }),
  'POST /api/v1/configuration/proposals/decide': () => ({
    type: 'nothing_of_anybody',
    number: 1,
    decision: 'approve',
  }),
  'POST /api/v1/configuration/type': () => ({
    type: 'nothing_of_anybody',
    table: 'nothing_of_anybody',
    column: 'nothing',
    title: { en: 'Nothing' },
  }),
  'PATCH /api/v1/configuration/type': () => ({ type: 'nothing_of_anybody', title: { en: 'Nothing' } }),
  'POST /api/v1/configuration/type/delete': () => ({ type: 'nothing_of_anybody' }),
  'POST /api/v1/configuration/rejections': () => ({ type: 'nothing_of_anybody', code: 'A', value: 'a' }),
  'PATCH /api/v1/parameters': () => ({ values: {} }),
  'POST /api/v1/parameters/preview': () => ({ values: {} }),
  'PATCH /api/v1/calendar': () => ({}),
  'PATCH /api/v1/currency': () => ({ currency: null }),
  'POST /api/v1/query': () => ({ dataset: 'call_report', measures: ['total_assets'] }),
  'POST /api/v1/query/stream': () => ({
    query: { dataset: 'call_report', dimensions: ['name'], measures: ['total_assets'] },
    format: 'ndjson',
  }),
  'POST /api/v1/query/rows': () => ({
    query: { dataset: 'call_report', measures: ['total_assets'] },
    measure: 'total_assets',
    limit: 1,
  }),
  'POST /api/v1/query/drill-down': () => ({
    query: { dataset: 'call_report', dimensions: ['state'] },
    cell: [{ field: 'state', value: 'VT' }],
  }),
  'POST /api/v1/source/test': () => SOURCE,
  'PUT /api/v1/source': () => SOURCE,
  'POST /api/v1/copy-sources': () => ({ name: 'Core', settings: SOURCE }),
  'POST /api/v1/copy-sources/test': () => SOURCE,
  'PUT /api/v1/copy-sources/:id': () => ({ name: 'Core', settings: SOURCE }),
  'POST /api/v1/copies': () => copyFrom(randomUUID()),
  'POST /api/v1/copies/query-check': () => ({ sql: 'SELECT count(*) FROM foicu' }),
  'PUT /api/v1/copies/:id': () => copyFrom(randomUUID()),
  'POST /api/v1/copies/:id/pause': () => ({ paused: true }),
  'PUT /api/v1/global/warehouse': () => ({ engine: 'duckdb' }),
  'PUT /api/v1/global/tenants/:id/warehouse': () => ({ engine: 'duckdb' }),
  'POST /api/v1/global/tenants': () => ({ slug: 'taken-over', name: 'Taken over' }),
  'PATCH /api/v1/global/tenants/:id': () => ({ name: 'Taken over' }),
  'POST /api/v1/global/tenants/:id/administrator': () => ({ email: 'taken@over.example', language: 'en' }),
  'POST /api/v1/global/tenants/:id/deletion': () => ({ name: 'Alder Credit Union' }),
  'POST /api/v1/query/explanation': () => ({
    query: { dataset: 'call_report', measures: ['total_assets'] },
    measure: 'total_assets',
  }),
  'POST /api/v1/query/list-explanation': () => ({ query: NAMES_OF_ROWS }),
  'POST /api/v1/query/funnel-explanation': () => ({ query: FUNNEL }),
  'POST /api/v1/query/visibility': () => ({ dataset: 'call_report' }),
  'POST /api/v1/sql': () => ({ sql: 'SELECT count(*) FROM foicu' }),
  'POST /api/v1/sql/plan': () => ({ sql: 'SELECT count(*) FROM foicu' }),
  'POST /api/v1/sql/export': () => ({ sql: 'SELECT count(*) FROM foicu' }),
  'POST /api/v1/sql/tabs': () => sqlTab(null),
  'PATCH /api/v1/sql/tabs/:id': () => ({ ...sqlTab(null), basedOn: 1 }),
  'POST /api/v1/sql/queries': () => SAVED_QUERY,
  'PATCH /api/v1/sql/queries/:id': () => ({ ...SAVED_QUERY, basedOn: 1 }),
  'POST /api/v1/data-view/rows': () => ({ table: 'foicu' }),
  'POST /api/v1/data-view/count': () => ({ table: 'foicu' }),
  'POST /api/v1/data-view/profile': () => ({ table: 'foicu', columns: ['CU_NAME'] }),
  'POST /api/v1/data-view/export': () => ({ table: 'foicu', format: 'csv' }),
};

/** The same with alder's id in it, for each body that contains one. */
const foreignBodies: Partial<Record<RouteKey, () => unknown>> = {
  'POST /api/v1/knowledge-sources/test': () => ({ source: alderWiki, ...WIKI_ACCESS, token: null }),
  'POST /api/v1/global/tenants': () => ({ slug: 'taken-over', name: 'Taken over', templates: [alderWorkspace] }),
  'POST /api/v1/reports': () => ({ workspace: alderWorkspace, title: { en: 'Taken over' } }),
  'POST /api/v1/reports/:id/draft/changes': () => ({ change: { ...CHANGE, id: alderReport } }),
  'POST /api/v1/reports/:id/draft/run': () => ({ state: {}, changes: [{ ...CHANGE, id: alderReport }] }),
  'POST /api/v1/reports/:id/move': () => ({ workspace: alderWorkspace }),
  'POST /api/v1/reports/:id/copy': () => ({ workspace: alderWorkspace, title: { en: 'Taken over' } }),
  'PUT /api/v1/reports/:id/default-view': () => ({ view: alderView }),
  'POST /api/v1/reports/:id/comments': () => ({ ...THREAD, mentions: [alderPerson] }),
  'POST /api/v1/reports/:id/comments/:thread/replies': () => ({ text: 'Taken over', mentions: [alderPerson] }),
  'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment': () => ({
    text: 'Taken over',
    mentions: [alderPerson],
  }),
  'POST /api/v1/reports/:id/subscriptions': () => subscriptionTo(alderPerson),
  'PATCH /api/v1/reports/:id/subscriptions/:subscription': () => ({ recipients: [alderPerson], basedOn: 1 }),
  'POST /api/v1/reports/:id/alerts': () => ({ ...ALERT, webhook: alderWebhook }),
  'PATCH /api/v1/report-alerts/:id': () => ({ webhook: alderWebhook, basedOn: 1 }),
  'POST /api/v1/reports/:id/freezes': () => ({ name: 'Taken over', corrects: alderFreeze }),
  'PUT /api/v1/workspaces/order': () => ({ ids: [alderWorkspace] }),
  'PUT /api/v1/workspaces/:id/members': () => ({ who: { kind: 'person', account: alderPerson }, role: 'view' }),
  'POST /api/v1/workspaces/:id/template': () => ({ ...PUBLICATION, tenants: [portal.tenants.alder] }),
  'PATCH /api/v1/global/workspace-templates/:id': () => ({ tenants: [portal.tenants.alder] }),
  'PUT /api/v1/session/tenant': () => ({ tenantId: portal.tenants.alder }),
  'POST /api/v1/imports': () => ({ uploads: [alderUpload] }),
  'POST /api/v1/copies': () => copyFrom(alderSource),
  'PUT /api/v1/copies/:id': () => copyFrom(alderSource),
  'POST /api/v1/query': () => ({ dataset: 'call_report', measures: ['total_assets'], viewAs: alderEyes() }),
  'POST /api/v1/query/explanation': () => ({
    query: { dataset: 'call_report', measures: ['total_assets'] },
    measure: 'total_assets',
    viewAs: alderEyes(),
  }),
  'POST /api/v1/query/rows': () => ({
    query: { dataset: 'call_report', measures: ['total_assets'] },
    measure: 'total_assets',
    limit: 1,
    viewAs: alderEyes(),
  }),
  'POST /api/v1/query/stream': () => ({
    query: { dataset: 'call_report', dimensions: ['name'], measures: ['total_assets'] },
    format: 'ndjson',
    viewAs: alderEyes(),
  }),
  'POST /api/v1/query/drill-down': () => ({
    query: { dataset: 'call_report', dimensions: ['state'] },
    cell: [{ field: 'state', value: 'VT' }],
    viewAs: alderEyes(),
  }),
  'POST /api/v1/query/list-explanation': () => ({ query: NAMES_OF_ROWS, viewAs: alderEyes() }),
  'POST /api/v1/query/funnel-explanation': () => ({ query: FUNNEL, viewAs: alderEyes() }),
  'POST /api/v1/query/visibility': () => ({ dataset: 'call_report', viewAs: alderEyes() }),
  'POST /api/v1/sql': () => ({ sql: 'SELECT count(*) FROM foicu', viewAs: alderEyes() }),
  'POST /api/v1/sql/plan': () => ({ sql: 'SELECT count(*) FROM foicu', viewAs: alderEyes() }),
  'POST /api/v1/sql/export': () => ({ sql: 'SELECT count(*) FROM foicu', viewAs: alderEyes() }),
  'POST /api/v1/reports/:id/run': () => ({ viewAs: alderEyes() }),
  'POST /api/v1/users/:id/remove': () => ({ handOverTo: alderPerson }),
  'POST /api/v1/audit/chain/verify': ofAlder,
  'POST /api/v1/users/bulk': () => ({ ids: [alderPerson], action: { kind: 'enable' } }),
  'POST /api/v1/sql/tabs': () => sqlTab(alderQuery),
  'PATCH /api/v1/sql/tabs/:id': () => ({ ...sqlTab(alderQuery), basedOn: 1 }),
  'POST /api/v1/model/draft/query': () => ({
    document: 'extends: nothing_of_anybody',
    query: { dataset: 'call_report', measures: ['total_assets'] },
    viewAs: alderEyes(),
  }),
  'POST /api/v1/global/announcements': () => ({ ...ANNOUNCEMENT, tenants: [portal.tenants.alder] }),
  'PATCH /api/v1/global/announcements/:id': () => ({ tenants: [portal.tenants.alder] }),
  'PATCH /api/common/messages': () => ({ id: alderMessage, message: { title: 'Taken over' } }),
  'POST /api/common/messages/toggle-read-status': () => ({ message: { id: alderMessage, read: true } }),
  'PATCH /api/common/notifications': () => ({ id: alderNotification, notification: { title: 'Taken over' } }),
  'POST /api/common/notifications/toggle-read-status': () => ({ notification: { id: alderNotification, read: true } }),
  'POST /api/v1/provisioning/roles': () => roleOf(alderScim.group),
  'POST /api/v1/provisioning/roles/preview': () => roleOf(alderScim.group),
  'PATCH /api/common/shortcuts': () => ({ id: alderShortcut, shortcut: { label: 'Taken over' } }),
  'PATCH /api/apps/chat/chat': () => ({ id: alderChat, chat: { unreadCount: 0 } }),
  'POST /api/apps/chat/message': () => ({ id: randomUUID(), contactId: alderPerson, value: 'Hello' }),
  'POST /api/v1/openai/confluence/chat': () => asking(alderConversation),
};

const roleOf = (id: string) => ({ admitsAll: true, groups: [{ id, role: 'tenant.admin' }] });

/** Routes by which anyone above the tenants asks a tenant something: they may use alder's id there. */
const requests = new Set<RouteKey>(['POST /api/v1/global/tenants/:id/support-visits']);

/** Global routes: callers with the permission may use alder's id there. */
const isAbove = ({ permission, tenant }: Route, identity: Identity) =>
  identity === 'globalAdmin' &&
  (permission === 'audit.read' || (tenant === 'global' && permission === 'global.administer'));

const FUNNEL = { kind: 'funnel', dataset: 'call_report', time: 'as_of', steps: [{ name: 'a' }, { name: 'b' }] };
const subscriptionTo = (account: string) => ({
  title: 'Taken over',
  rule: { every: 'day', at: '08:00' },
  recipients: [account],
});
const ALERT = {
  tile: 'kpis',
  measure: 'net_worth_ratio',
  title: 'Taken over',
  condition: { kind: 'threshold', when: 'below', value: 0.07 },
};
const SOURCE = { engine: 'postgres', host: '127.0.0.1', database: 'd', user: 'u', password: 'p', tenant: 'none' };
const NAMES_OF_ROWS = { kind: 'rows', dataset: 'call_report', columns: ['name'] };
const MAPPING = { subjectClaim: 'sub', rolesClaim: null, roleMap: [], defaultRole: null, groupsClaim: null };
const PROVIDER = {
  ...MAPPING,
  label: 'Taken over',
  issuer: 'https://login.example.com',
  clientId: 'x',
  scopes: ['openid'],
};
const WIKI_ACCESS = { kind: 'cloud', url: 'https://wiki.invalid', email: 'reader@alder.example', token: 'x' };
const WIKI = { ...WIKI_ACCESS, name: 'Taken over', spaces: [{ key: 'OPS', name: 'Operations' }], commonGroups: [] };
const WORKSPACE = { name: 'For alder only', description: '', icon: 'folder', color: 'gray', everyone: 'edit' };
const PUBLICATION = {
  name: { en: 'Taken over', tr: 'Taken over' },
  description: { en: 'Taken over', tr: 'Taken over' },
  tenants: null,
  note: '',
  basedOn: 0,
};
const SYNONYM = { language: 'en', from: 'taken', to: 'over', isTwoWay: false };
const ANNOUNCEMENT = { title: { en: 'For alder only' }, startDate: '2026-01-01T00:00:00Z' };
const THREAD = { tile: null, place: null, seen: null, text: 'Taken over' };
const alderEyes = () => ({ account: alderPerson });
const SHORTCUT = { label: 'Scorecards', icon: 'report', link: '/reports', useRouter: true };

const sqlTab = (savedQuery: string | null) => ({ title: 'A', sql: 'SELECT 1', parameters: [], savedQuery });
const SAVED_QUERY = { name: 'For alder only', sql: 'SELECT 1', shared: true };

const asking = (chatId: string | null) => ({
  message: 'What is the net worth ratio?',
  chatId,
  openAIRequest: { messages: [{ role: 'user', content: 'What is the net worth ratio?' }] },
});

let portal: TestPortal;
let alderReport: string;
let alderSession: string;
let alderToken: string;
let alderMessage: string;
let alderNotification: string;
let alderShortcut: string;
let alderAnnouncement: string;
let alderChat: string;
/** Ids of rules of the search, which are the installation’s. */
let searchRules: Record<'rebuild' | 'synonym' | 'pin' | 'hidden', string>;
let alderConversation: string;
let alderKnowledge: string;
let alderEvaluation: { question: string; run: string };
let alderWiki: string;
let alderPerson: string;
let alderUpload: string;
let alderImport: string;
let alderSource: string;
let alderCopy: string;
let alderTab: string;
let alderQuery: string;
let alderWorkspace: string;
/** A template that is for alder alone. */
let alderTemplate: string;
let alderView: string;
let alderExport: string;
let alderAlert: string;
let alderFreeze: string;
let alderKey: SiteKey;
let alderMail: string;
let alderWebhook: string;
/** Of its provider. */
let alderScim: { token: string; group: string };
let alderInvitation: string;
let alderDomain: string;
let alderVisit: string;
let alderJoinRequest: string;
let globalInvitation: string;
let alderRecord: string;
let birchReport: string;
/** Of a site, for `birchReport`. */
let birchEmbed: string;
const cookies: Partial<Record<Identity, string>> = {};
/** API tokens of a global administrator, by name: 'birch read' is bound to birch and has the scope `read`. */
const tokens: Record<string, string> = {};

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const owner = await portal.signIn({ email: 'owner@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  alderSession = owner.sessionId;
  alderReport = await scorecardOf(alder);
  const add = async (key: RouteKey, body: unknown) =>
    ((await (await portal.fetch(key, { cookie: owner.cookie, body })).json()) as { id: string }).id;
  alderMessage = await add('POST /api/common/messages', { message: { title: 'For alder only' } });
  alderNotification = await add('POST /api/common/notifications', { notification: { title: 'For alder only' } });
  alderShortcut = await add('POST /api/common/shortcuts', { shortcut: SHORTCUT });
  alderQuery = await add('POST /api/v1/sql/queries', SAVED_QUERY);
  alderTab = await add('POST /api/v1/sql/tabs', sqlTab(alderQuery));
  alderWorkspace = await add('POST /api/v1/workspaces', WORKSPACE);
  alderTemplate = await addTemplate(alder);
  alderPerson = owner.accountId;
  alderToken = await addTokenAndPicture();
  alderView = await addView(alder);
  alderExport = await addExport(alder);
  alderAlert = await addAlert(alder);
  alderFreeze = await addFreeze(alder);
  alderKey = await portal.siteKey(alder);
  alderMail = await addMail(alder);
  alderWebhook = await addWebhook(alder);
  alderScim = await addProvisioning(alder);
  alderInvitation = await add('POST /api/v1/invitations', { email: 'invited@alder.example', roles: ['tenant.user'] });
  alderVisit = await addVisit(alder);
  searchRules = await addSearchRules();
  ({ domain: alderDomain, request: alderJoinRequest } = await addDomain(alder));
  alderRecord = await recordOf(alder);
  birchReport = await scorecardOf(birch);
  birchEmbed = await signEmbed(await portal.siteKey(birch), { report: birchReport });
  ({ upload: alderUpload, import: alderImport } = await draftImport(owner.cookie));
  ({ source: alderSource, copy: alderCopy } = await addCopy(alder));
  await portal.warehouses.restore(systemIn(alder), 1, null);
  const colleague = await portal.signIn({ email: 'colleague@alder.example', roles: ['tenant.user'], tenants: [alder] });
  const written = await portal.fetch('POST /api/apps/chat/message', {
    cookie: colleague.cookie,
    body: { id: randomUUID(), contactId: alderPerson, value: 'Only for you' },
  });
  alderChat = ((await written.json()) as { chatId: string }).chatId;
  const send = await portal.fetch('POST /api/v1/openai/confluence/chat', { cookie: owner.cookie, body: asking(null) });
  alderConversation = ((await send.json()) as { chatId: string }).chatId;
  alderKnowledge = await add('POST /api/v1/knowledge', {
    name: 'Fees',
    kind: 'text',
    audience: 'everyone',
    content: 'Wires cost $15.',
  });
  alderEvaluation = await addEvaluation(alder);
  alderWiki = await addWiki(alder);
  const share = { cookie: owner.cookie, id: alderConversation };
  await portal.fetch('PUT /api/v1/openai/conversations/:id/share', share);
  cookies.birchUser = (
    await portal.signIn({ email: 'user@birch.example', roles: ['tenant.user'], tenants: [birch] })
  ).cookie;
  cookies.birchAdmin = (
    await portal.signIn({ email: 'admin@birch.example', roles: ['tenant.admin'], tenants: [birch] })
  ).cookie;
  cookies.globalSupport = (
    await portal.signIn({ email: 'support@rise.example', roles: ['global.support'], enter: birch })
  ).cookie;
  cookies.globalAdmin = (
    await portal.signIn({ email: 'admin@rise.example', roles: ['global.admin'], enter: birch })
  ).cookie;
  for (const [name, tenantId, scopes] of [
    ['birch', birch, tokenScope.options],
    ['birch read', birch, ['read']],
    ['read', null, ['read']],
    ['unknown', null, ['everything', '*', 'Global', 'read ']],
  ] as const)
    tokens[name] = await portal.tokenFor({ email: 'admin@rise.example', tenantId, scopes });
  const announced = await portal.fetch('POST /api/v1/global/announcements', {
    cookie: cookies.globalAdmin,
    body: { ...ANNOUNCEMENT, tenants: [alder] },
  });
  alderAnnouncement = ((await announced.json()) as { id: string }).id;
  const invited = await portal.fetch('POST /api/v1/global/invitations', {
    cookie: cookies.globalAdmin,
    body: { email: 'invited@rise.example', roles: ['global.support'] },
  });
  globalInvitation = ((await invited.json()) as { id: string }).id;
});
afterAll(() => portal?.close());

/** Whose address has a signed token, without which nobody gets anything. */
const BY_TOKEN: ReadonlySet<RouteKey> = new Set(['GET /api/v1/export-downloads/:token']);

const entries = Object.entries(routes) as [RouteKey, Route][];

function sendRequest(
  key: RouteKey,
  identity: Identity,
  id: string = randomUUID(),
  body: unknown = bodies[key]?.(),
  search = '',
) {
  const cookie = cookies[identity];
  const headers: Record<string, string> = identity === 'birchToken' ? bearer('birch') : {};
  if (identity === 'birchEmbed') headers.authorization = `Embed ${birchEmbed}`;
  return portal.fetch(key, { id, search, headers, ...(cookie && { cookie }), ...(body !== undefined && { body }) });
}

/** A change of a report. */
const CHANGE = { id: randomUUID(), operations: [{ type: 'set', at: ['title'], value: { en: 'Taken over' } }] };

/** A copy of one table of a server. */
const copyFrom = (source: string) => ({
  name: 'Taken over',
  content: {
    kind: 'tables',
    source,
    tables: [{ table: 'a', target: 'a', columns: ['a'], known: ['a'], mode: 'replace', watermark: null, key: [], asOf: null }], // prettier-ignore
  },
  schedule: null,
});

/** A server to copy from that nobody connects to, and a copy of a file that nobody fetches. */
function addCopy(tenant: string): Promise<{ source: string; copy: string }> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const source = await tx.first<{ id: string }>`
      INSERT INTO copy_source (tenant_id, name, settings) VALUES (${tenant}, 'Core', ${JSON.stringify(SOURCE)}::jsonb) RETURNING id`;
    const content = { kind: 'file', url: 'https://files.invalid/loans.csv', target: 'loans', mode: 'replace' };
    const copy = await tx.first<{ id: string }>`
      INSERT INTO data_copy (tenant_id, name, content) VALUES (${tenant}, 'Nightly', ${JSON.stringify(content)}::jsonb) RETURNING id`;
    return { source: source!.id, copy: copy!.id };
  });
}

/** A record of a tenant's audit trail. */
function recordOf(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const record = await tx.first<{ id: number }>`SELECT id FROM audit_record WHERE tenant_id = ${tenant} LIMIT 1`;
    return String(record!.id);
  });
}

/** The scorecard of a tenant, found without the guards that this table is about. */
function scorecardOf(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const report = await tx.first<{
      id: string;
    }>`SELECT id FROM report WHERE tenant_id = ${tenant} AND key = 'board-scorecard'`;
    return report!.id;
  });
}

function addTemplate(tenant: string): Promise<string> {
  const texts = JSON.stringify(PUBLICATION.name);
  return portal.database.withGlobal(SYSTEM, async (tx) => {
    const template = await tx.first<{ id: string }>`
      INSERT INTO workspace_template (name, description, icon, color, reports, history, tenants)
      VALUES (${texts}::jsonb, ${texts}::jsonb, 'folder', 'gray', '[]', '[]', ARRAY[${tenant}]::uuid[]) RETURNING id`;
    return template!.id;
  });
}

/** Of alder's person, both. */
function addTokenAndPicture(): Promise<string> {
  return portal.database.withGlobal(SYSTEM, async (tx) => {
    await tx.run`INSERT INTO account_picture (account_id, media_type, bytes) VALUES (${alderPerson}, 'image/png', 'alder')`;
    await tx.run`UPDATE account SET picture = '0123456789abcdef' WHERE id = ${alderPerson}`;
    const token = await tx.first<{ id: string }>`
      INSERT INTO api_token (token_hash, account_id, name, expires_at)
      VALUES ('alder', ${alderPerson}, 'For alder only', now() + interval '1 day') RETURNING id`;
    return token!.id;
  });
}

/** A view of alder's report that all of alder find. */
function addView(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const view = await tx.first<{ id: string }>`
      INSERT INTO report_view (tenant_id, report_id, account_id, name, state, shared)
      VALUES (${tenant}, ${alderReport}, ${alderPerson}, 'For alder only', '{"filters": {}}', true) RETURNING id`;
    return view!.id;
  });
}

/** A file of alder's report that is prepared for one person. */
function addExport(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const prepared = await tx.first<{ id: string }>`
      INSERT INTO report_export (tenant_id, id, account_id, report_id, title, format, status, name, content_type, expires_at)
      VALUES (${tenant}, ${randomUUID()}, ${alderPerson}, ${alderReport}, '{"en": "For alder only"}', 'xlsx', 'ready',
              'a.xlsx', 'application/octet-stream', now() + interval '1 day') RETURNING id`;
    return prepared!.id;
  });
}

/** An alert on alder's report. */
function addAlert(tenant: string): Promise<string> {
  const { tile, measure, condition } = ALERT;
  const figure = { title: { en: 'F' }, format: { unit: 'percent', decimals: 2, truncate: false }, currency: 'USD', grain: null, member: null, statistic: null }; // prettier-ignore
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const alert = await tx.first<{ id: string }>`
      INSERT INTO report_alert (tenant_id, report_id, account_id, tile, measure, scope, state, title, condition, mail, figure, next_check_at, is_paused)
      VALUES (${tenant}, ${alderReport}, ${alderPerson}, ${tile}, ${measure}, '{"kind": "total"}', '{"filters": {}}', 'For alder only',
              ${JSON.stringify(condition)}::jsonb, false, ${JSON.stringify(figure)}::jsonb, now() + interval '1 year', true)
      RETURNING id`;
    return alert!.id;
  });
}

/** A domain that is not checked during the test, and someone who asks to join by it. */
async function addDomain(tenant: string): Promise<{ domain: string; request: string }> {
  const someone = await portal.signIn({ email: 'someone@alder.example', roles: ['tenant.user'] });
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const domain = await tx.first<{ id: string }>`
      INSERT INTO tenant_domain (tenant_id, domain, token, next_check_at)
      VALUES (${tenant}, 'alder.example', repeat('a', 32), now() + interval '1 year') RETURNING id`;
    const request = await tx.first<{ id: string }>`
      INSERT INTO join_request (tenant_id, domain_id, account_id, email)
      VALUES (${tenant}, ${domain!.id}, ${someone.accountId}, 'someone@alder.example') RETURNING id`;
    return { domain: domain!.id, request: request!.id };
  });
}

/** A request of someone who is in none of the identities. */
async function addSearchRules(): Promise<typeof searchRules> {
  return portal.database.withGlobal(SYSTEM, async (tx) => {
    const id = (row: { id: string } | null) => row!.id;
    return {
      rebuild: id(
        await tx.first<{ id: string }>`
          INSERT INTO search_rebuild (state, requested_at, ended_at) VALUES ('done', now(), now()) RETURNING id`,
      ),
      synonym: id(
        await tx.first<{ id: string }>`
          INSERT INTO search_synonym (language, from_text, to_text, is_two_way) VALUES ('en', 'one', 'two', false) RETURNING id`,
      ),
      pin: id(
        await tx.first<{ id: string }>`
          INSERT INTO search_pin (term, kind, entry) VALUES ('one', 'reports', ${alderReport}) RETURNING id`,
      ),
      hidden: id(
        await tx.first<{ id: string }>`
          INSERT INTO search_hidden (kind, entry) VALUES ('reports', 'nothing') RETURNING id`,
      ),
    };
  });
}

async function addVisit(tenant: string): Promise<string> {
  const { accountId } = await portal.signIn({ email: 'sue@rise.example', roles: ['global.support'] });
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const visit = await tx.first<{ id: string }>`
      INSERT INTO support_visit (tenant_id, account_id, person, email, reason, minutes)
      VALUES (${tenant}, ${accountId}, 'Sue', 'sue@rise.example', 'For alder alone', 60) RETURNING id`;
    return visit!.id;
  });
}

/** A Confluence site that is not due, with a run that has ended. */
function addWiki(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const source = await tx.first<{ id: string }>`
      INSERT INTO knowledge_source (tenant_id, name, kind, url, email, token, next_run_at)
      VALUES (${tenant}, 'For alder only', 'cloud', 'https://wiki.invalid/wiki', 'reader@alder.example', '', now() + interval '1 day')
      RETURNING id`;
    await tx.run`
      INSERT INTO knowledge_run (tenant_id, source_id, status, is_complete, finished_at)
      VALUES (${tenant}, ${source!.id}, 'done', true, now())`;
    return source!.id;
  });
}

/** A webhook with a delivery that has ended. */
function addWebhook(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const webhook = await tx.first<{ id: string }>`
      INSERT INTO webhook (tenant_id, name, url, secret)
      VALUES (${tenant}, 'For alder only', 'https://hooks.invalid/alder', '') RETURNING id`;
    await tx.run`
      INSERT INTO webhook_delivery (tenant_id, webhook_id, kind, slot, sent_at) VALUES (${tenant}, ${webhook!.id}, 'test', 'a', now())`;
    return webhook!.id;
  });
}

/** A mail that failed. */
function addMail(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const mail = await tx.first<{ id: string }>`
      INSERT INTO mail_outbox (tenant_id, kind, slot, message_id, recipient, subject, text, html, failed_at)
      VALUES (${tenant}, 'report-alert', 'isolation', '<isolation@rise.example>', 'a@alder.example', 'For alder only', '', '', now())
      RETURNING id`;
    return mail!.id;
  });
}

/** A freeze of alder's report. */
function addFreeze(tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const freeze = await tx.first<{ id: string }>`
      INSERT INTO report_freeze (tenant_id, report_id, id, number, name, data_version, manifest, hash, content)
      VALUES (${tenant}, ${alderReport}, gen_random_uuid(), 1, 'For alder only', 1, '{}', repeat('0', 64), '') RETURNING id`;
    return freeze!.id;
  });
}

/** Uploads a small file and drafts its import. */
async function draftImport(cookie: string): Promise<{ upload: string; import: string }> {
  const text = Buffer.from('id,amount\n1,2\n');
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await portal.fetch('POST /api/v1/uploads', {
    cookie,
    headers: { ...tus, 'upload-length': String(text.length) },
  });
  const upload = created.headers.get('location')!.split('/').at(-1)!;
  await fetch(`${portal.url}/api/v1/uploads/${upload}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      cookie,
      'x-rise-request': '1',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: text,
  });
  const drafted = await portal.fetch('POST /api/v1/imports', { cookie, body: { uploads: [upload] } });
  return { upload, import: ((await drafted.json()) as { id: string }).id };
}

const bearer = (name: string) => ({ authorization: `Bearer ${tokens[name]!}` });

const CODES: Record<number, string> = { 400: 'VALIDATION_FAILED', 403: 'INSUFFICIENT_SCOPE', 404: 'NOT_FOUND' };

/** What a caller gets for a route with a token: an invalid id or body only fails behind the checks. */
async function errorWith(token: string, key: RouteKey): Promise<string> {
  const body = bodies[key]?.();
  const response = await portal.fetch(key, { headers: bearer(token), ...(body !== undefined && { body }) });
  if (response.ok) {
    await response.body?.cancel();
    return 'OK';
  }
  // A response to HEAD has no body.
  if (key.startsWith('HEAD')) return CODES[response.status] ?? `${response.status}`;
  return ((await response.json()) as ErrorBody).error.code;
}

const ANY_UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The same with ids that never existed. */
function neverWas<T>(named: T): T {
  return JSON.parse(JSON.stringify(named).replace(ANY_UUID, () => randomUUID())) as T;
}

/** The body of a response; of an endless stream, its beginning. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? '';
}

/** A question of a tenant, and a run that has ended. */
function addEvaluation(tenantId: string): Promise<{ question: string; run: string }> {
  return portal.database.withTenant(systemIn(tenantId), async (tx) => {
    const question = await tx.first<{ id: string }>`
      INSERT INTO evaluation_question (tenant_id, text, language) VALUES (${tenantId}, 'Fees by branch?', 'en') RETURNING id`;
    const run = await tx.first<{ id: string }>`
      INSERT INTO evaluation_run (tenant_id, id, question_set, mode, status, total, ended_at)
      VALUES (${tenantId}, gen_random_uuid(), 'own', 'rules', 'done', 1, now()) RETURNING id`;
    return { question: question!.id, run: run!.id };
  });
}

/** A token of alder's provider, and a group that it has provisioned. */
function addProvisioning(tenantId: string): Promise<{ token: string; group: string }> {
  return portal.database.withTenant(systemIn(tenantId), async (tx) => {
    const token = await tx.first<{ id: string }>`
      INSERT INTO scim_token (tenant_id, name, token_hash, expires_at)
      VALUES (${tenantId}, 'Entra ID', sha256('isolation'), now() + interval '1 day') RETURNING id`;
    const group = await tx.first<{ id: string }>`
      INSERT INTO scim_group (tenant_id, display_name) VALUES (${tenantId}, 'Loans') RETURNING id`;
    return { token: token!.id, group: group!.id };
  });
}

/** A response without what always differs: the request's id, and the ids in the request. */
async function comparable(response: Response): Promise<unknown> {
  return { status: response.status, body: (await response.text()).replace(ANY_UUID, 'ID') };
}

function uuidFields(schema: z.ZodType | undefined): boolean {
  return (
    schema !== undefined &&
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"format":"uuid"')
  );
}

test('every route that takes an id or a body has an entry in the table', () => {
  const missing = entries.flatMap(([key, { input }]) => [
    ...(key.includes(':') && !foreignIds[key] ? [`${key}: foreignIds`] : []),
    ...(input.body && !bodies[key] ? [`${key}: bodies`] : []),
    ...(uuidFields(input.body) && !foreignBodies[key] ? [`${key}: foreignBodies`] : []),
    ...(uuidFields(input.query) && !foreignQueries[key] ? [`${key}: foreignQueries`] : []),
  ]);
  expect(missing).toEqual([]);
});

describe.each(entries)('%s', (key, route) => {
  test('an anonymous caller gets 401 or public content only', async () => {
    const { status } = await sendRequest(key, 'nobody');
    expect(status).toBe(BY_TOKEN.has(key) ? 404 : route.permission === 'public' ? 200 : 401);
  });

  test.each(IDENTITIES.filter((identity) => identity !== 'nobody'))(
    '%s: alder’s id gets the same response as an id that never existed',
    async (identity) => {
      const id = foreignIds[key];
      const foreign = foreignBodies[key];
      const query = foreignQueries[key];
      if (!id && !foreign && !query) {
        // No id to guess: the response must contain nothing of alder's.
        const text = await textOf(await sendRequest(key, identity));
        expect(text).not.toContain(alderReport);
        expect(text).not.toContain(alderSession);
        expect(text).not.toContain(alderChat);
        expect(text).not.toContain(alderPerson);
        for (const own of [
          alderMessage,
          alderNotification,
          alderShortcut,
          alderTab,
          alderQuery,
          alderWorkspace,
          alderKey.id,
          alderWebhook,
          // The monitor of jobs names failed ones by their ids, to people above the tenants alone.
          ...(key === 'GET /api/v1/global/jobs/dead' && identity.startsWith('global') ? [] : [alderMail]),
          alderInvitation,
        ])
          expect(text).not.toContain(own);
        if (!identity.startsWith('global')) expect(text).not.toContain(portal.tenants.alder);
        // The home above the tenants leads those who publish announcements to the active ones.
        const publishes = key === 'GET /api/v1/global/home' && identity === 'globalAdmin';
        if (!publishes && !isAbove(route, identity)) expect(text).not.toContain(alderAnnouncement);
        return;
      }
      if (isAbove(route, identity) || (requests.has(key) && identity.startsWith('global'))) return;
      if (id) {
        const response = await comparable(await sendRequest(key, identity, id()));
        expect(response).toMatchObject({ status: 404 });
        expect(response).toEqual(await comparable(await sendRequest(key, identity, randomUUID())));
      }
      if (foreign) {
        const response = await comparable(await sendRequest(key, identity, undefined, foreign()));
        expect(response).toMatchObject({ status: 404 });
        expect(response).toEqual(await comparable(await sendRequest(key, identity, undefined, neverWas(foreign()))));
      }
      if (query) {
        const send = (named: Record<string, string>) =>
          sendRequest(key, identity, undefined, undefined, `?${new URLSearchParams(named).toString()}`);
        const response = await comparable(await send(query()));
        expect(response).toMatchObject({ status: 404 });
        expect(response).toEqual(await comparable(await send(neverWas(query()))));
      }
    },
  );
});

describe('the token of a site', () => {
  test('opens its report, and no other route, also of that report, and beside an administrator’s cookie', async () => {
    const opened: string[] = [];
    for (const [key, { permission }] of entries) {
      if (permission === 'public') continue;
      const body = bodies[key]?.();
      const response = await portal.fetch(key, {
        id: birchReport,
        headers: { authorization: `Embed ${birchEmbed}` },
        cookie: cookies.birchAdmin!,
        ...(body !== undefined && { body }),
      });
      await response.body?.cancel();
      if (response.status !== 404) opened.push(`${key} ${response.status}`);
    }
    expect(opened).toEqual([
      'GET /api/v1/embed/report 200',
      'POST /api/v1/embed/run 200',
      'POST /api/v1/embed/choices 200',
    ]);
  });

  test('is nobody on public routes', async () => {
    const response = await sendRequest('GET /api/application-settings', 'birchEmbed');
    expect(await response.json()).toMatchObject({ signedIn: false });
  });

  test('is of no use as any other kind of token', async () => {
    for (const authorization of [`Bearer ${birchEmbed}`, `Basic ${birchEmbed}`, birchEmbed]) {
      const response = await portal.fetch('GET /api/v1/embed/report', { headers: { authorization } });
      expect(response.status).toBe(401);
    }
  });

  test('no role has its permission', () => {
    for (const permissions of Object.values(ROLE_PERMISSIONS)) expect(permissions).not.toContain('embed.read');
  });
});

describe('the page that unsubscribes addresses', () => {
  test.each(['GET', 'POST'])(
    'answers %s with a made-up link to everybody alike, and unsubscribes nobody',
    async (method) => {
      const [one, other] = [alderMail, randomUUID()];
      for (const cookie of [undefined, cookies.birchAdmin!])
        for (const token of [
          one,
          other,
          Buffer.from(`["${portal.tenants.alder}","a@alder.example","en"]`).toString('base64url'),
        ]) {
          const response = await fetch(`${portal.url}/unsubscribe/${token}`, {
            method,
            ...(cookie && { headers: { cookie } }),
          });
          expect(response.status).toBe(404);
          expect(await response.text()).toContain('This link isn’t valid');
        }
      const stored = await portal.database.withTenant(
        systemIn(portal.tenants.alder),
        (tx) => tx.rows`SELECT FROM mail_unsubscription WHERE tenant_id = ${tx.tenantId}`,
      );
      expect(stored).toEqual([]);
    },
  );
});

describe('API tokens', () => {
  /** Routes that change nothing although they are not GET. */
  const readers = new Set(
    entries.filter(([key, { readOnly }]) => key.startsWith('POST') && readOnly).map(([key]) => key),
  );

  test('only queries, searches, checks, previews and runs of reports are declared as reading', () => {
    const pattern =
      /^POST \/api\/(v1\/(query(\/[\w-]+)?|sql(\/(plan|export))?|reports\/:id\/(run|export|draft\/run|alerts\/course)|embed\/(run|choices)|model\/(draft\/)?check|model\/draft\/(impact|joins|query|tests)|model\/(generate|profile)|model\/exchange\/(read|write)|(source|copy-sources)\/test|copies\/query-check|data-view\/(count|export|profile|rows)|parameters\/preview|provisioning\/roles\/preview|configuration\/impact|mapping\/file|imports\/:id\/tables\/:table\/preview|identity-provider\/trial|audit\/chain\/verify|global\/search\/trial|questions)|common\/search)$/;
    expect(entries.filter(([, { readOnly }]) => readOnly).every(([key]) => pattern.test(key))).toBe(true);
  });

  test('one of a tenant reaches no global route, and nothing that its owner has in all tenants', async () => {
    const outside = entries.filter(
      ([, { tenant, permission }]) =>
        tenant === 'global' || permission.startsWith('global') || permission === 'account.self',
    );
    expect(outside.length).toBeGreaterThan(12);
    for (const [key] of outside) expect(`${key} ${await errorWith('birch', key)}`).toBe(`${key} NOT_FOUND`);
    const { tenants, tenant, permissions } = (await (
      await sendRequest('GET /api/v1/session', 'birchToken')
    ).json()) as Session;
    expect({ tenants: tenants.map(({ slug }) => slug), tenant: tenant?.slug }).toEqual({
      tenants: ['birch'],
      tenant: 'birch',
    });
    expect(permissions).not.toContain('global.administer');
    expect(permissions).not.toContain('tenants.view');
    const entering = { headers: bearer('birch'), body: { tenantId: portal.tenants.alder } };
    expect((await portal.fetch('PUT /api/v1/session/tenant', entering)).status).toBe(404);
  });

  test.each(['birch read', 'read'])('one with the scope read alone reads and changes nothing (%s)', async (token) => {
    const changed: string[] = [];
    const unread: string[] = [];
    for (const [key, route] of entries) {
      if (route.permission === 'public' || route.permission === 'signed-in') continue;
      const changes = route.mutates === true || !(/^(GET|HEAD)/.test(key) || readers.has(key));
      const code = await errorWith(token, key);
      if (changes && code !== 'INSUFFICIENT_SCOPE' && code !== 'NOT_FOUND') changed.push(`${key} ${code}`);
      if (requiredScope(key, route) === 'read' && code === 'INSUFFICIENT_SCOPE') unread.push(key);
    }
    expect({ changed, unread }).toEqual({ changed: [], unread: [] });
    expect(await errorWith(token, 'GET /api/common/messages')).toBe(token === 'read' ? 'TENANT_REQUIRED' : 'OK');
  });

  test('one whose stored scopes are unknown may do nothing', async () => {
    for (const [key, { permission }] of entries) {
      if (permission === 'public' || permission === 'signed-in') continue;
      expect(['INSUFFICIENT_SCOPE', 'NOT_FOUND']).toContain(await errorWith('unknown', key));
    }
  });
});

test('a tenant named in headers, query or extra fields has no effect', async () => {
  const own = (await (await sendRequest('GET /api/v1/reports', 'birchUser')).json()) as unknown;
  const response = await portal.fetch('GET /api/v1/reports', {
    cookie: cookies.birchUser!,
    headers: { 'x-tenant': 'alder', 'x-tenant-id': portal.tenants.alder, 'x-http-method-override': 'DELETE' },
    search: `?tenant=${portal.tenants.alder}&tenantId=${portal.tenants.alder}`,
  });
  expect(await response.json()).toEqual(own);
  const extra = await sendRequest('POST /api/v1/query', 'birchUser', undefined, {
    dataset: 'call_report',
    measures: ['total_assets'],
    tenantId: portal.tenants.alder,
  });
  expect(extra.status).toBe(400);
});

test('a cross-site request, or one without our header, changes nothing', async () => {
  const body = { defaultLandingPage: '/home' };
  const plain = await portal.fetch('PATCH /api/v1/account', {
    cookie: cookies.birchUser!,
    body,
    headers: { 'x-rise-request': null },
  });
  expect(plain.status).toBe(403);
  const cross = await portal.fetch('PATCH /api/v1/account', {
    cookie: cookies.birchUser!,
    body,
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(cross.status).toBe(403);
});

test('alternative spellings of a path get no other response', async () => {
  const spellings = [
    '//api//v1//reports',
    '/api/v1/reports/',
    '/api/v1/reports/%2e%2e/reports',
    '/api/v1/reports/../reports',
    '/api/v1/reports/..%2freports',
    '/api/v1/reports/:id',
    '/API/V1/REPORTS',
    '/api/v1/reports;/',
  ];
  for (const path of spellings) {
    const { status, type } = await rawGet(path);
    // Either not found or the portal's own start page: never data.
    expect(status === 404 || type.startsWith('text/html'), `${path} ${status} ${type}`).toBe(true);
  }
});

/** `fetch` normalizes a path before sending it; this sends it unchanged. */
function rawGet(path: string): Promise<{ status: number; type: string }> {
  const { hostname, port } = new URL(portal.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { cookie: cookies.birchUser } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' });
    });
    sent.on('error', reject).end();
  });
}
