import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
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
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SYSTEM, systemIn } from '../../kernel/actor.ts';
import { signEmbed } from '../../testing/embed-token.ts';
import {
  ALERT,
  ANNOUNCEMENT,
  asking,
  plantThings,
  PUBLICATION,
  SAVED_QUERY,
  SHORTCUT,
  SOURCE,
  sqlTab,
  WORKSPACE,
  type Things,
} from '../../testing/plant-isolation.ts';
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
  'GET /api/v1/reports/:id': () => alder.report,
  'POST /api/v1/reports/:id/run': () => alder.report,
  'GET /api/v1/reports/:id/readers/:account': () => alder.report,
  'PATCH /api/v1/reports/:id': () => alder.report,
  'POST /api/v1/reports/:id/export': () => alder.report,
  'POST /api/v1/reports/:id/exports': () => alder.report,
  'GET /api/v1/exports/:id/file': () => alder.export,
  'POST /api/v1/exports/:id/link': () => alder.export,
  // Its id alone is no token.
  'GET /api/v1/export-downloads/:token': () => alder.export,
  'DELETE /api/v1/exports/:id': () => alder.export,
  'GET /api/v1/reports/:id/draft': () => alder.report,
  'GET /api/v1/reports/:id/draft/report': () => alder.report,
  'POST /api/v1/reports/:id/draft/run': () => alder.report,
  'POST /api/v1/reports/:id/draft/changes': () => alder.report,
  'POST /api/v1/reports/:id/draft/undo': () => alder.report,
  'POST /api/v1/reports/:id/draft/redo': () => alder.report,
  'POST /api/v1/reports/:id/draft/discard': () => alder.report,
  'POST /api/v1/reports/:id/publish': () => alder.report,
  'GET /api/v1/reports/:id/versions': () => alder.report,
  'GET /api/v1/reports/:id/versions/:number': () => alder.report,
  'POST /api/v1/reports/:id/versions/:number/restore': () => alder.report,
  'PUT /api/v1/reports/:id/favorite': () => alder.report,
  'PUT /api/v1/reports/:id/home': () => alder.report,
  'GET /api/v1/reports/:id/views': () => alder.report,
  'POST /api/v1/reports/:id/views': () => alder.report,
  'DELETE /api/v1/reports/:id/views/:view': () => alder.report,
  'PUT /api/v1/reports/:id/default-view': () => alder.report,
  'GET /api/v1/reports/:id/comments': () => alder.report,
  'GET /api/v1/reports/:id/comments/people': () => alder.report,
  'POST /api/v1/reports/:id/comments': () => alder.report,
  'POST /api/v1/reports/:id/comments/:thread/replies': () => alder.report,
  'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment': () => alder.report,
  'DELETE /api/v1/reports/:id/comments/:thread/replies/:comment': () => alder.report,
  'POST /api/v1/reports/:id/comments/:thread/resolve': () => alder.report,
  'POST /api/v1/reports/:id/comments/:thread/reopen': () => alder.report,
  'GET /api/v1/reports/:id/origin': () => alder.report,
  'POST /api/v1/reports/:id/origin/merge': () => alder.report,
  'POST /api/v1/reports/:id/origin/dismiss': () => alder.report,
  'POST /api/v1/reports/:id/pictures': () => alder.report,
  'GET /api/v1/reports/:id/pictures/:hash': () => alder.report,
  'GET /api/v1/embed/pictures/:hash': () => alder.report,
  'PUT /api/v1/reports/:id/presence/:visit': () => alder.report,
  'DELETE /api/v1/reports/:id/presence/:visit': () => alder.report,
  'PUT /api/v1/reports/:id/verification': () => alder.report,
  'DELETE /api/v1/reports/:id/verification': () => alder.report,
  'GET /api/v1/reports/:id/subscriptions': () => alder.report,
  'POST /api/v1/reports/:id/subscriptions': () => alder.report,
  'PATCH /api/v1/reports/:id/subscriptions/:subscription': () => alder.report,
  'DELETE /api/v1/reports/:id/subscriptions/:subscription': () => alder.report,
  'POST /api/v1/reports/:id/subscriptions/:subscription/pause': () => alder.report,
  'POST /api/v1/reports/:id/subscriptions/:subscription/send': () => alder.report,
  'GET /api/v1/reports/:id/subscriptions/:subscription/runs': () => alder.report,
  'POST /api/v1/reports/:id/alerts': () => alder.report,
  'POST /api/v1/reports/:id/alerts/course': () => alder.report,
  'PATCH /api/v1/report-alerts/:id': () => alder.alert,
  'POST /api/v1/report-alerts/:id/pause': () => alder.alert,
  'DELETE /api/v1/report-alerts/:id': () => alder.alert,
  'GET /api/v1/report-alerts/:id/checks': () => alder.alert,
  'GET /api/v1/reports/:id/freezes': () => alder.report,
  'POST /api/v1/reports/:id/freezes': () => alder.report,
  'GET /api/v1/reports/:id/freezes/:freeze': () => alder.report,
  'GET /api/v1/reports/:id/freezes/:freeze/verification': () => alder.report,
  'GET /api/v1/reports/:id/freezes/:freeze/comparison': () => alder.report,
  'POST /api/v1/reports/:id/move': () => alder.report,
  'POST /api/v1/reports/:id/copy': () => alder.report,
  'POST /api/v1/reports/:id/archive': () => alder.report,
  'POST /api/v1/reports/:id/restore': () => alder.report,
  'GET /api/v1/reports/:id/sharing': () => alder.report,
  'POST /api/v1/reports/:id/links': () => alder.report,
  'DELETE /api/v1/reports/:id/links/:link': () => alder.report,
  'PATCH /api/v1/embedding/keys/:id': () => alder.key.id,
  'DELETE /api/v1/embedding/keys/:id': () => alder.key.id,
  'GET /api/v1/mail/:id': () => alder.mail,
  'POST /api/v1/mail/:id/retry': () => alder.mail,
  'DELETE /api/v1/provisioning/tokens/:id': () => alder.scimToken,
  'PATCH /api/v1/webhooks/:id': () => alder.webhook,
  'DELETE /api/v1/webhooks/:id': () => alder.webhook,
  'POST /api/v1/webhooks/:id/test': () => alder.webhook,
  'GET /api/v1/webhooks/:id/deliveries': () => alder.webhook,
  'GET /api/v1/users/:id': () => alder.person,
  'PATCH /api/v1/users/:id': () => alder.person,
  'POST /api/v1/users/:id/disable': () => alder.person,
  'POST /api/v1/users/:id/enable': () => alder.person,
  'POST /api/v1/users/:id/remove': () => alder.person,
  'GET /api/v1/users/:id/row-rules': () => alder.person,
  'GET /api/v1/global/users/:id': () => alder.person,
  'PATCH /api/v1/global/users/:id': () => alder.person,
  'POST /api/v1/global/users/:id/disable': () => alder.person,
  'POST /api/v1/global/users/:id/enable': () => alder.person,
  'GET /api/v1/invitations/:id': () => alder.invitation,
  'POST /api/v1/invitations/:id/resend': () => alder.invitation,
  'DELETE /api/v1/invitations/:id': () => alder.invitation,
  'POST /api/v1/support-visits/:id/allow': () => alder.visit,
  'POST /api/v1/support-visits/:id/decline': () => alder.visit,
  'POST /api/v1/support-visits/:id/end': () => alder.visit,
  'DELETE /api/v1/global/support-visits/:id': () => alder.visit,
  'POST /api/v1/global/tenants/:id/support-visits': () => portal.tenants.alder,
  'POST /api/v1/global/jobs/:id/retry': () => alder.mail,
  'POST /api/v1/global/jobs/:id/dismiss': () => alder.mail,
  'POST /api/v1/global/jobs/:id/restore': () => alder.mail,
  'PATCH /api/v1/domains/:id': () => alder.domain,
  'POST /api/v1/domains/:id/check': () => alder.domain,
  'POST /api/v1/domains/:id/restart': () => alder.domain,
  'DELETE /api/v1/domains/:id': () => alder.domain,
  'POST /api/v1/join-requests/:id/approve': () => alder.joinRequest,
  'POST /api/v1/join-requests/:id/decline': () => alder.joinRequest,
  'PATCH /api/v1/workspaces/:id': () => alder.workspace,
  'POST /api/v1/workspaces/:id/archive': () => alder.workspace,
  'POST /api/v1/workspaces/:id/restore': () => alder.workspace,
  'GET /api/v1/workspaces/:id/members': () => alder.workspace,
  'PUT /api/v1/workspaces/:id/members': () => alder.workspace,
  'DELETE /api/v1/workspaces/:id/members/:member': () => alder.workspace,
  'GET /api/v1/workspaces/:id/template': () => alder.workspace,
  'POST /api/v1/workspaces/:id/template': () => alder.workspace,
  'POST /api/v1/workspaces/:id/fork': () => alder.workspace,
  'PATCH /api/v1/global/workspace-templates/:id': () => alder.template,
  'POST /api/v1/global/workspace-templates/:id/withdraw': () => alder.template,
  'POST /api/v1/global/workspace-templates/:id/offer': () => alder.template,
  'POST /api/v1/workspace-templates/:id/add': () => alder.template,
  'POST /api/v1/workspace-templates/:id/update': () => alder.template,
  'DELETE /api/v1/account/sessions/:id': () => alder.session,
  'DELETE /api/v1/account/tokens/:id': () => alder.token,
  'GET /api/v1/people/:id/picture': () => alder.person,
  'GET /api/v1/openai/confluence/chat/:id': () => alder.conversation,
  'DELETE /api/v1/openai/confluence/chat/:id': () => alder.conversation,
  'PATCH /api/v1/insights/findings/:key': () => 'a'.repeat(32),
  'GET /api/v1/knowledge/:id': () => alder.knowledge,
  'DELETE /api/v1/knowledge/:id': () => alder.knowledge,
  'PUT /api/v1/question-evaluation/questions/:id': () => alder.question,
  'DELETE /api/v1/question-evaluation/questions/:id': () => alder.question,
  'GET /api/v1/question-evaluation/runs/:id': () => alder.run,
  'DELETE /api/v1/question-evaluation/runs/:id': () => alder.run,
  'PATCH /api/v1/knowledge-sources/:id': () => alder.wiki,
  'DELETE /api/v1/knowledge-sources/:id': () => alder.wiki,
  'GET /api/v1/knowledge-sources/:id/runs': () => alder.wiki,
  'POST /api/v1/knowledge-sources/:id/runs': () => alder.wiki,
  'POST /api/v1/knowledge-sources/:id/cancel': () => alder.wiki,
  'GET /api/v1/openai/conversations/:id': () => alder.conversation,
  'PATCH /api/v1/openai/conversations/:id': () => alder.conversation,
  'DELETE /api/v1/openai/conversations/:id': () => alder.conversation,
  'POST /api/v1/openai/conversations/:id/restore': () => alder.conversation,
  'PUT /api/v1/openai/conversations/:id/share': () => alder.conversation,
  'DELETE /api/v1/openai/conversations/:id/share': () => alder.conversation,
  'PUT /api/v1/openai/conversations/:id/messages/:number/rating': () => alder.conversation,
  'PUT /api/v1/openai/conversations/:id/messages/:number/query': () => alder.conversation,
  'GET /api/v1/openai/shared/:id': () => alder.conversation,
  'PUT /api/v1/announcements/:id/read': () => alder.announcement,
  'POST /api/v1/global/search/rebuilds/:id/cancel': () => searchRules.rebuild,
  'PUT /api/v1/global/search/synonyms/:id': () => searchRules.synonym,
  'DELETE /api/v1/global/search/synonyms/:id': () => searchRules.synonym,
  'DELETE /api/v1/global/search/pins/:id': () => searchRules.pin,
  'DELETE /api/v1/global/search/hidden/:id': () => searchRules.hidden,
  'PATCH /api/v1/global/announcements/:id': () => alder.announcement,
  'DELETE /api/v1/global/announcements/:id': () => alder.announcement,
  'GET /api/v1/global/announcements/:id': () => alder.announcement,
  'GET /api/v1/global/announcements/:id/readers': () => alder.announcement,
  'POST /api/v1/global/announcements/:id/end': () => alder.announcement,
  'PATCH /api/v1/sql/tabs/:id': () => alder.tab,
  'DELETE /api/v1/sql/tabs/:id': () => alder.tab,
  'GET /api/v1/sql/queries/:id/report': () => alder.query,
  'PATCH /api/v1/sql/queries/:id': () => alder.query,
  'DELETE /api/v1/sql/queries/:id': () => alder.query,
  'GET /api/v1/global/tenants/:id/warehouse': () => portal.tenants.alder,
  'PUT /api/v1/global/tenants/:id/warehouse': () => portal.tenants.alder,
  'PATCH /api/v1/global/tenants/:id': () => portal.tenants.alder,
  'GET /api/v1/global/tenants/:id/defaults': () => portal.tenants.alder,
  'PATCH /api/v1/global/tenants/:id/defaults': () => portal.tenants.alder,
  'GET /api/v1/global/tenants/:id/logo': () => portal.tenants.alder,
  'PUT /api/v1/global/tenants/:id/logo': () => portal.tenants.alder,
  'DELETE /api/v1/global/tenants/:id/logo': () => portal.tenants.alder,
  'POST /api/v1/global/tenants/:id/administrator': () => portal.tenants.alder,
  'POST /api/v1/global/tenants/:id/suspend': () => portal.tenants.alder,
  'POST /api/v1/global/tenants/:id/deletion': () => portal.tenants.alder,
  'DELETE /api/v1/global/tenants/:id/deletion': () => portal.tenants.alder,
  'GET /api/v1/global/invitations/:id': () => globalInvitation,
  'POST /api/v1/global/invitations/:id/resend': () => globalInvitation,
  'DELETE /api/v1/global/invitations/:id': () => globalInvitation,
  'POST /api/v1/global/tenants/:id/restore': () => portal.tenants.alder,
  'DELETE /api/v1/global/tenants/:id/warehouse': () => portal.tenants.alder,
  'HEAD /api/v1/uploads/:id': () => alder.upload,
  'PATCH /api/v1/uploads/:id': () => alder.upload,
  'DELETE /api/v1/uploads/:id': () => alder.upload,
  'GET /api/v1/imports/:id': () => alder.import,
  'PATCH /api/v1/imports/:id': () => alder.import,
  'POST /api/v1/imports/:id/tables/:table/preview': () => alder.import,
  'POST /api/v1/imports/:id/run': () => alder.import,
  'POST /api/v1/imports/:id/cancel': () => alder.import,
  'DELETE /api/v1/imports/:id': () => alder.import,
  'GET /api/v1/imports/:id/rejects': () => alder.import,
  'PUT /api/v1/copy-sources/:id': () => alder.source,
  'DELETE /api/v1/copy-sources/:id': () => alder.source,
  'GET /api/v1/copy-sources/:id/tables': () => alder.source,
  'PUT /api/v1/copies/:id': () => alder.copy,
  'DELETE /api/v1/copies/:id': () => alder.copy,
  'POST /api/v1/copies/:id/pause': () => alder.copy,
  'POST /api/v1/copies/:id/run': () => alder.copy,
  'POST /api/v1/copies/:id/cancel': () => alder.copy,
  'GET /api/v1/copies/:id/runs': () => alder.copy,
  'GET /api/v1/audit/records/:id': () => alder.record,
  // Only alder has a version with this number.
  'PUT /api/v1/data-version/:id/pin': () => '2',
  'DELETE /api/v1/data-version/:id/pin': () => '2',
};

/** An id of alder's for each other parameter of a path, by its name. */
const foreignParams: Record<string, () => string> = {
  view: () => alder.view,
  subscription: () => alder.subscription,
  freeze: () => alder.freeze,
  thread: () => alder.thread,
  comment: () => alder.comment,
  link: () => alder.link,
  member: () => alder.member,
  account: () => alder.person,
  hash: () => alder.picture,
  visit: () => alder.page,
};

/** Parameters of paths that are no ids: numbers, names, and what a caller signs or computes. */
const NOT_IDS: ReadonlySet<string> = new Set(['number', 'table', 'token', 'key']);

/** Whose audit trail. */
const ofAlder = () => ({ of: portal.tenants.alder });

/** The same for ids in the query string. */
const foreignQueries: Partial<Record<RouteKey, () => Record<string, string>>> = {
  'DELETE /api/common/messages': () => ({ id: alder.message }),
  'DELETE /api/common/notifications': () => ({ id: alder.notification }),
  'DELETE /api/common/shortcuts': () => ({ id: alder.shortcut }),
  'GET /api/apps/chat/chat': () => ({ id: alder.chat }),
  'GET /api/apps/chat/contact': () => ({ id: alder.person }),
  'GET /api/v1/imports': () => ({ before: alder.import }),
  'GET /api/v1/reports/:id/freezes/:freeze/comparison': () => ({ with: alder.freeze }),
  'GET /api/v1/audit': ofAlder,
  'GET /api/v1/audit/records/:id': ofAlder,
  'GET /api/v1/audit/export': ofAlder,
  'GET /api/v1/audit/chain': ofAlder,
};

/**
 * Ids that a client generates for what it creates, by their place: one that another tenant has, too, is like any other
 * there, and means nothing of theirs.
 */
const GENERATED_BY_CLIENTS: Partial<Record<RouteKey, string>> = {
  'PUT /api/v1/reports/:id/presence/:visit': 'visit',
  'DELETE /api/v1/reports/:id/presence/:visit': 'visit',
  'POST /api/v1/reports/:id/draft/changes': 'body',
  'POST /api/v1/reports/:id/draft/run': 'body',
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
  'POST /api/v1/global/search/pins': () => ({ term: 'taken over', set: 'reports', entry: alder.report }),
  'POST /api/v1/global/search/hidden': () => ({ set: 'reports', entry: alder.report }),
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
  'PATCH /api/v1/global/tenants/:id/defaults': () => ({ language: 'tr', currency: 'TRY' }),
  'PUT /api/v1/global/tenants/:id/logo': () => ({ data: 'AAAA' }),
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
  'POST /api/v1/knowledge-sources/test': () => ({ source: alder.wiki, ...WIKI_ACCESS, token: null }),
  'POST /api/v1/global/tenants': () => ({ slug: 'taken-over', name: 'Taken over', templates: [alder.workspace] }),
  'POST /api/v1/reports': () => ({ workspace: alder.workspace, title: { en: 'Taken over' } }),
  'POST /api/v1/reports/:id/draft/changes': () => ({ change: { ...CHANGE, id: alder.report } }),
  'POST /api/v1/reports/:id/draft/run': () => ({ state: {}, changes: [{ ...CHANGE, id: alder.report }] }),
  'POST /api/v1/reports/:id/move': () => ({ workspace: alder.workspace }),
  'POST /api/v1/reports/:id/copy': () => ({ workspace: alder.workspace, title: { en: 'Taken over' } }),
  'PUT /api/v1/reports/:id/default-view': () => ({ view: alder.view }),
  'POST /api/v1/reports/:id/comments': () => ({ ...THREAD, mentions: [alder.person] }),
  'POST /api/v1/reports/:id/comments/:thread/replies': () => ({ text: 'Taken over', mentions: [alder.person] }),
  'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment': () => ({
    text: 'Taken over',
    mentions: [alder.person],
  }),
  'POST /api/v1/reports/:id/subscriptions': () => subscriptionTo(alder.person),
  'PATCH /api/v1/reports/:id/subscriptions/:subscription': () => ({ recipients: [alder.person], basedOn: 1 }),
  'POST /api/v1/reports/:id/alerts': () => ({ ...ALERT, webhook: alder.webhook }),
  'PATCH /api/v1/report-alerts/:id': () => ({ webhook: alder.webhook, basedOn: 1 }),
  'POST /api/v1/reports/:id/freezes': () => ({ name: 'Taken over', corrects: alder.freeze }),
  'PUT /api/v1/workspaces/order': () => ({ ids: [alder.workspace] }),
  'PUT /api/v1/workspaces/:id/members': () => ({ who: { kind: 'person', account: alder.person }, role: 'view' }),
  'POST /api/v1/workspaces/:id/template': () => ({ ...PUBLICATION, tenants: [portal.tenants.alder] }),
  'PATCH /api/v1/global/workspace-templates/:id': () => ({ tenants: [portal.tenants.alder] }),
  'PUT /api/v1/session/tenant': () => ({ tenantId: portal.tenants.alder }),
  'POST /api/v1/imports': () => ({ uploads: [alder.upload] }),
  'POST /api/v1/copies': () => copyFrom(alder.source),
  'PUT /api/v1/copies/:id': () => copyFrom(alder.source),
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
  'POST /api/v1/users/:id/remove': () => ({ handOverTo: alder.person }),
  'POST /api/v1/audit/chain/verify': ofAlder,
  'POST /api/v1/users/bulk': () => ({ ids: [alder.person], action: { kind: 'enable' } }),
  'POST /api/v1/sql/tabs': () => sqlTab(alder.query),
  'PATCH /api/v1/sql/tabs/:id': () => ({ ...sqlTab(alder.query), basedOn: 1 }),
  'POST /api/v1/model/draft/query': () => ({
    document: 'extends: nothing_of_anybody',
    query: { dataset: 'call_report', measures: ['total_assets'] },
    viewAs: alderEyes(),
  }),
  'POST /api/v1/global/announcements': () => ({ ...ANNOUNCEMENT, tenants: [portal.tenants.alder] }),
  'PATCH /api/v1/global/announcements/:id': () => ({ tenants: [portal.tenants.alder] }),
  'PATCH /api/common/messages': () => ({ id: alder.message, message: { title: 'Taken over' } }),
  'POST /api/common/messages/toggle-read-status': () => ({ message: { id: alder.message, read: true } }),
  'PATCH /api/common/notifications': () => ({ id: alder.notification, notification: { title: 'Taken over' } }),
  'POST /api/common/notifications/toggle-read-status': () => ({ notification: { id: alder.notification, read: true } }),
  'POST /api/v1/provisioning/roles': () => roleOf(alder.scimGroup),
  'POST /api/v1/provisioning/roles/preview': () => roleOf(alder.scimGroup),
  'PATCH /api/common/shortcuts': () => ({ id: alder.shortcut, shortcut: { label: 'Taken over' } }),
  'PATCH /api/apps/chat/chat': () => ({ id: alder.chat, chat: { unreadCount: 0 } }),
  'POST /api/apps/chat/message': () => ({ id: randomUUID(), contactId: alder.person, value: 'Hello' }),
  'POST /api/v1/openai/confluence/chat': () => asking(alder.conversation),
};

const roleOf = (id: string) => ({ admitsAll: true, groups: [{ id, role: 'tenant.admin' }] });

/** Routes by which anyone above the tenants asks a tenant something, or reads its settings: they may use alder's id there. */
const requests = new Set<RouteKey>([
  'POST /api/v1/global/tenants/:id/support-visits',
  'GET /api/v1/global/tenants/:id/defaults',
  'GET /api/v1/global/tenants/:id/logo',
]);

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
const SYNONYM = { language: 'en', from: 'taken', to: 'over', isTwoWay: false };
const THREAD = { tile: null, place: null, seen: null, text: 'Taken over' };
const alderEyes = () => ({ account: alder.person });

let portal: TestPortal;
/** Bypasses row-level security. */
let superuser: Client;
/** The ids that are tried; `birch` has the same, for those who are tried and for the mirror. */
let alder: Things;
let birch: Things;
/** Ids of rules of the search, which are the installation’s. */
let searchRules: Record<'rebuild' | 'synonym' | 'pin' | 'hidden', string>;
let globalInvitation: string;
/** Of a site, for birch’s report. */
let birchEmbed: string;
const cookies: Partial<Record<Identity, string>> = {};
/** API tokens of a global administrator, by name: 'birch read' is bound to birch and has the scope `read`. */
const tokens: Record<string, string> = {};

beforeAll(async () => {
  portal = await startTestPortal({ requestsPerMinute: 1_000_000 });
  superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  const { tenants } = portal;
  alder = await plantThings(portal, tenants.alder, 'alder');
  birch = await plantThings(portal, tenants.birch, 'birch');
  searchRules = await addSearchRules();
  birchEmbed = await signEmbed(birch.key, { report: birch.report });
  await portal.warehouses.restore(systemIn(tenants.alder), 1, null);
  cookies.birchUser = (
    await portal.signIn({ email: 'user@birch.example', roles: ['tenant.user'], tenants: [tenants.birch] })
  ).cookie;
  cookies.birchAdmin = (
    await portal.signIn({ email: 'admin@birch.example', roles: ['tenant.admin'], tenants: [tenants.birch] })
  ).cookie;
  cookies.globalSupport = (
    await portal.signIn({ email: 'support@rise.example', roles: ['global.support'], enter: tenants.birch })
  ).cookie;
  cookies.globalAdmin = (
    await portal.signIn({ email: 'admin@rise.example', roles: ['global.admin'], enter: tenants.birch })
  ).cookie;
  for (const [name, tenantId, scopes] of [
    ['birch', tenants.birch, tokenScope.options],
    ['birch read', tenants.birch, ['read']],
    ['read', null, ['read']],
    ['unknown', null, ['everything', '*', 'Global', 'read ']],
  ] as const)
    tokens[name] = await portal.tokenFor({ email: 'admin@rise.example', tenantId, scopes });
  const invited = await portal.fetch('POST /api/v1/global/invitations', {
    cookie: cookies.globalAdmin,
    body: { email: 'invited@rise.example', roles: ['global.support'] },
  });
  globalInvitation = ((await invited.json()) as { id: string }).id;
});
afterAll(async () => {
  await superuser?.end();
  await portal?.close();
});

/** Whose address has a signed token, without which nobody gets anything. */
const BY_TOKEN: ReadonlySet<RouteKey> = new Set(['GET /api/v1/export-downloads/:token']);

const entries = Object.entries(routes) as [RouteKey, Route][];

/** What identifies a caller. */
interface Caller {
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
}

function callerOf(identity: Identity): Caller {
  if (identity === 'birchToken') return { headers: bearer('birch') };
  if (identity === 'birchEmbed') return { headers: { authorization: `Embed ${birchEmbed}` } };
  const cookie = cookies[identity];
  return cookie === undefined ? {} : { cookie };
}

function sendRequest(
  key: RouteKey,
  identity: Identity,
  id: string = randomUUID(),
  body: unknown = bodies[key]?.(),
  search = '',
) {
  return portal.fetch(key, { id, search, ...callerOf(identity), ...(body !== undefined && { body }) });
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

/** Rules of the search, which are the installation’s. */
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
          INSERT INTO search_pin (term, kind, entry) VALUES ('one', 'reports', ${alder.report}) RETURNING id`,
      ),
      hidden: id(
        await tx.first<{ id: string }>`
          INSERT INTO search_hidden (kind, entry) VALUES ('reports', 'nothing') RETURNING id`,
      ),
    };
  });
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
  const text = JSON.stringify(named).replace(ANY_UUID, () => randomUUID());
  return JSON.parse(text.replace(/[\da-f]{64}/g, () => randomBytes(32).toString('hex'))) as T;
}

/** The body of a response; of an endless stream, its beginning. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? '';
}

/** A response without what always differs: the request's id, and the ids in the request. */
async function comparable(response: Response): Promise<{ status: number; body: string }> {
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
    ...paramsOf(key).flatMap((name) => (name === 'id' || foreignParams[name] ? [] : [`${key}: foreignParams.${name}`])),
    ...(input.body && !bodies[key] ? [`${key}: bodies`] : []),
    ...(uuidFields(input.body) && !foreignBodies[key] ? [`${key}: foreignBodies`] : []),
    ...(uuidFields(input.query) && !foreignQueries[key] ? [`${key}: foreignQueries`] : []),
  ]);
  expect(missing).toEqual([]);
});

/** Ids of a request by their place: parameters of the path, `body` and `query`. */
type Places = Record<string, unknown>;

const paramsOf = (key: RouteKey) =>
  [...key.matchAll(/:(\w+)/g)].map(([, name]) => name!).filter((name) => !NOT_IDS.has(name));

const placesOf = (key: RouteKey) => [
  ...paramsOf(key),
  ...(foreignBodies[key] ? ['body'] : []),
  ...(foreignQueries[key] ? ['query'] : []),
];

/** Alder's id in each place. */
function foreignPlaces(key: RouteKey): Places {
  const idIn = (place: string) => (place === 'id' ? foreignIds[key] : foreignParams[place])!();
  return {
    ...Object.fromEntries(paramsOf(key).map((place) => [place, idIn(place)])),
    ...(foreignBodies[key] && { body: foreignBodies[key]() }),
    ...(foreignQueries[key] && { query: foreignQueries[key]() }),
  };
}

function sendPlaces(key: RouteKey, caller: Caller, { body = bodies[key]?.(), query, ...params }: Places) {
  const search = query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>).toString()}`;
  return portal.fetch(key, { ...params, ...caller, search, ...(body !== undefined && { body }) });
}

/** The same with birch's id wherever alder has one; what only alder has stays. */
function toBirch<T>(named: T): T {
  const [theirs, ours] = [Object.entries({ ...alder, ...alder.key, tenant: portal.tenants.alder }), { ...birch, ...birch.key, tenant: portal.tenants.birch }] as const; // prettier-ignore
  const counterparts = new Map<unknown, unknown>(theirs.map(([name, id]) => [id, ours[name as keyof typeof ours]]));
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return counterparts.get(value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, convert(inner)]));
  };
  return convert(named) as T;
}

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
        expect(text).not.toContain(alder.report);
        expect(text).not.toContain(alder.session);
        expect(text).not.toContain(alder.chat);
        expect(text).not.toContain(alder.person);
        for (const own of [
          alder.message,
          alder.notification,
          alder.shortcut,
          alder.tab,
          alder.query,
          alder.workspace,
          alder.key.id,
          alder.webhook,
          // The monitor of jobs names failed ones by their ids, to people above the tenants alone.
          ...(key === 'GET /api/v1/global/jobs/dead' && identity.startsWith('global') ? [] : [alder.mail]),
          alder.invitation,
        ])
          expect(text).not.toContain(own);
        if (!identity.startsWith('global')) expect(text).not.toContain(portal.tenants.alder);
        // The home above the tenants leads those who publish announcements to the active ones.
        const publishes = key === 'GET /api/v1/global/home' && identity === 'globalAdmin';
        if (!publishes && !isAbove(route, identity)) expect(text).not.toContain(alder.announcement);
        return;
      }
      if (isAbove(route, identity) || (requests.has(key) && identity.startsWith('global'))) return;
      const expectSame = async (...sent: [Promise<Response>, Promise<Response>]) => {
        const [response, control] = await Promise.all(sent.map(async (one) => comparable(await one)));
        expect(response).toMatchObject({ status: 404 });
        expect(response).toEqual(control);
      };
      if (id) await expectSame(sendRequest(key, identity, id()), sendRequest(key, identity, randomUUID()));
      if (foreign) {
        const send = (body: unknown) => sendRequest(key, identity, undefined, body);
        await expectSame(send(foreign()), send(neverWas(foreign())));
      }
      if (query) {
        const send = (named: Record<string, string>) =>
          sendRequest(key, identity, undefined, undefined, `?${new URLSearchParams(named).toString()}`);
        await expectSame(send(query()), send(neverWas(query())));
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
        id: birch.report,
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
      const [one, other] = [alder.mail, randomUUID()];
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

describe('ids of both tenants in one request', () => {
  const several = entries.filter(([key]) => placesOf(key).length > 1);
  const ALL = 'all places';
  /** What removes something comes last. */
  const order = (key: RouteKey) => (/^DELETE|\/remove$/.test(key) ? 1 : 0);
  const callers = () => [
    ...IDENTITIES.map((identity) => [identity, callerOf(identity)] as const),
    // Who has what belongs to a person.
    ['birchOwner', { cookie: birch.owner.cookie }] as const,
  ];
  let before: Record<string, string>[];

  beforeAll(async () => {
    before = await digests();
  });

  const digests = () => Promise.all([rowsOf(portal.tenants.alder), rowsOf(portal.tenants.birch)]);

  test('are tried in many routes', () => {
    expect(several.length).toBeGreaterThan(35);
  });

  test.each(several)(
    '%s: alder’s id beside birch’s gets the response of one that never existed',
    async (key, route) => {
      const foreign = foreignPlaces(key);
      const own = toBirch(foreign);
      const wrong: string[] = [];
      for (const place of [...placesOf(key), ALL]) {
        if (GENERATED_BY_CLIENTS[key] === place) continue;
        // Who may choose from all tenants whom something is for.
        const chooses = place === 'body' && route.permission === 'global.administer';
        const beside = (id: Places) => (place === ALL ? id : { ...own, [place]: id[place] });
        await Promise.all(
          callers().map(async ([identity, caller]) => {
            if (identity !== 'birchOwner' && (identity === 'nobody' || isAbove(route, identity))) return;
            if (chooses && identity === 'globalAdmin') return;
            const response = await comparable(await sendPlaces(key, caller, beside(foreign)));
            // One that was refused as unknown needs no control of its own: only the owner could tell more.
            if (identity !== 'birchOwner' && isUnknown(response)) return;
            const control = await comparable(await sendPlaces(key, caller, beside(neverWas(foreign))));
            const refused = ['body', 'query'].includes(place) ? [400, 404, 409] : [404];
            if (!isDeepStrictEqual(response, control) || !refused.includes(response.status))
              wrong.push(`${identity}, alder’s in ${place}: ${JSON.stringify({ response, control })}`);
          }),
        );
      }
      expect(wrong).toEqual([]);
    },
  );

  test('changes nothing of either tenant', async () => {
    expect(await digests()).toEqual(before);
  });

  test.each(several.filter(([key]) => GENERATED_BY_CLIENTS[key]))(
    '%s: an id that alder’s client has generated, too, is like any other',
    async (key) => {
      const place = GENERATED_BY_CLIENTS[key]!;
      const foreign = foreignPlaces(key);
      const own = { ...toBirch(foreign), [place]: foreign[place] };
      const cookie = birch.owner.cookie;
      const { status } = await sendPlaces(key, { cookie }, own);
      expect(status).toBe((await sendPlaces(key, { cookie }, { ...own, [place]: neverWas(foreign[place]) })).status);
      expect(await rowsOf(portal.tenants.alder)).toEqual(before[0]);
    },
  );

  // Otherwise what is above would also pass where nothing is ever found.
  test.each([...several].toSorted(([a], [b]) => order(a) - order(b)))('%s: finds birch’s own', async (key, route) => {
    const cookie = route.permission.startsWith('global') ? cookies.globalAdmin! : birch.owner.cookie;
    const response = await sendPlaces(key, { cookie }, toBirch(foreignPlaces(key)));
    // Also a server to copy from that cannot be reached has been found.
    expect([200, 204, 400, 409, 503], await response.text()).toContain(response.status);
  });
});

describe('the mirror: birch’s ids, tried in alder', () => {
  /** Their ids are of no tenant, or of one that birch does not have. */
  const WITHOUT = /\/global\/(search|invitations)\/|\/data-version\//;

  test.each(['alderUser', 'alderAdmin'])('%s gets the response of an id that never existed', async (name) => {
    const { cookie } =
      name === 'alderAdmin'
        ? alder.owner
        : await portal.signIn({ email: 'user@alder.example', roles: ['tenant.user'], tenants: [portal.tenants.alder] });
    const wrong: string[] = [];
    const same: string[] = [];
    let tried = 0;
    const tryOne = async (key: RouteKey, place: string) => {
      const named = foreignPlaces(key)[place];
      const theirs = toBirch(named);
      if (isDeepStrictEqual(theirs, named)) return void same.push(key);
      tried += 1;
      const response = await comparable(await sendPlaces(key, { cookie }, { [place]: theirs }));
      if (isUnknown(response)) return;
      const control = await comparable(await sendPlaces(key, { cookie }, { [place]: neverWas(theirs) }));
      if (!isDeepStrictEqual(response, control) || response.status !== 404)
        wrong.push(`${key}, birch’s in ${place}: ${JSON.stringify({ response, control })}`);
    };
    await inParallel(entries, async ([key]) => {
      for (const place of placesOf(key)) if (GENERATED_BY_CLIENTS[key] !== place) await tryOne(key, place);
    });
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(200);
    expect(same.filter((key) => !WITHOUT.test(key))).toEqual([]);
  });
});

describe('people who have lost access', () => {
  /** By name; all of them could, before. */
  const closed: Record<string, { caller: Caller; own: (key: RouteKey) => Places }> = {};
  const SUSPENDED = ['birchAdmin', 'the token of birchAdmin', 'birchToken', 'birchEmbed']; // prettier-ignore
  const DISABLED = ['a disabled member', 'the token of a disabled member', 'a disabled account', 'the token of a disabled account']; // prettier-ignore
  const ofBirch = (key: RouteKey) => toBirch(foreignPlaces(key));

  beforeAll(async () => {
    const { alder: inAlder, birch: inBirch } = portal.tenants;
    for (const identity of ['birchAdmin', 'birchToken', 'birchEmbed'] as const)
      closed[identity] = { caller: callerOf(identity), own: ofBirch };
    const token = async (email: string, tenantId: string | null) => {
      tokens[email] = await portal.tokenFor({ email, tenantId, scopes: tokenScope.options });
      return { headers: bearer(email) };
    };
    const email = 'admin@birch.example';
    closed['the token of birchAdmin'] = { caller: await token(email, null), own: ofBirch };
    for (const kind of ['member', 'account']) {
      const person = { email: `${kind}@alder.example`, roles: ['tenant.admin' as const], tenants: [inAlder] };
      const { cookie } = await portal.signIn(person);
      closed[`a disabled ${kind}`] = { caller: { cookie }, own: foreignPlaces };
      closed[`the token of a disabled ${kind}`] = { caller: await token(person.email, inAlder), own: foreignPlaces };
    }
    for (const [name, { caller }] of Object.entries(closed)) {
      const key = name === 'birchEmbed' ? 'GET /api/v1/embed/report' : 'GET /api/v1/session';
      const { status } = await portal.fetch(key, caller);
      if (status !== 200) throw new Error(`${name} is not let in before, either: ${status}`);
    }
    // Not by the portal, which also ends sessions: who still has one must not get in with it.
    await superuser.query('UPDATE tenant SET suspended_at = now() WHERE id = $1', [inBirch]);
    await superuser.query(`UPDATE tenant_user u SET disabled_at = now() FROM account a
      WHERE a.id = u.account_id AND a.email = 'member@alder.example'`);
    await superuser.query(`UPDATE account SET disabled_at = now() WHERE email = 'account@alder.example'`);
  });
  afterAll(() =>
    superuser
      .query('UPDATE tenant SET suspended_at = NULL WHERE id = $1', [portal.tenants.birch])
      .then(() => undefined),
  );

  test.each([...SUSPENDED, ...DISABLED])('%s is nobody on every route, also with ids of their own', async (name) => {
    const { caller, own } = closed[name]!;
    const wrong: string[] = [];
    await inParallel(entries, async ([key, { permission, limit }]) => {
      const response = await comparable(await sendPlaces(key, caller, own(key)));
      if (permission !== 'public') {
        if (response.status !== 401) wrong.push(`${key}: ${JSON.stringify(response)}`);
        return;
      }
      // How often an address may call it is counted without regard to who asks.
      if (limit) return;
      const anonymous = await comparable(await sendPlaces(key, {}, own(key)));
      if (!isDeepStrictEqual(response, anonymous)) wrong.push(`${key}: ${JSON.stringify({ response, anonymous })}`);
    });
    expect(wrong).toEqual([]);
  });

  test.each(['globalSupport', 'globalAdmin'] as const)(
    '%s, who was in a suspended tenant, is outside of it',
    async (identity) => {
      const wrong: string[] = [];
      await inParallel(entries, async ([key, { tenant }]) => {
        if (tenant !== 'tenant') return;
        const { status, body } = await comparable(await sendPlaces(key, callerOf(identity), ofBirch(key)));
        // A response to HEAD has no body.
        const isOutside = status === 400 && (body.includes('"TENANT_REQUIRED"') || key.startsWith('HEAD'));
        if (status !== 404 && !isOutside) wrong.push(`${key}: ${status} ${body}`);
      });
      expect(wrong).toEqual([]);
      const session = (await (await portal.fetch('GET /api/v1/session', callerOf(identity))).json()) as Session;
      expect(session.tenant).toBeNull();
    },
  );
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

/** What each table has of a tenant, as a digest. */
async function rowsOf(tenant: string): Promise<Record<string, string>> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT relname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attname = 'tenant_id' AND NOT attisdropped ORDER BY 1`,
  );
  const parts = tables
    .filter(({ name }) => !WRITTEN_BY_READING.has(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS digest
           FROM "${name}" t WHERE tenant_id = $1`,
    );
  const { rows } = await superuser.query<{ name: string; digest: string }>(parts.join(' UNION ALL '), [tenant]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** Who read or was denied something, when something was last used, what was computed, and what a job checks. */
const WRITTEN_BY_READING = new Set([
  'audit_record',
  'audit_link',
  'session',
  'tenant_user',
  'api_token',
  'embed_key',
  'query_log',
  'support_visit',
  'tenant_domain',
]);

/** Whether a response is that of a thing that does not exist, and says no more. */
const isUnknown = ({ status, body }: { status: number; body: string }) =>
  status === 404 &&
  (body === '' || /^\{"error":\{"code":"NOT_FOUND","message":"Not found.","requestId":"ID"\}\}$/.test(body));

/** Some at a time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}
