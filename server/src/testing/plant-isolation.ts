import { randomUUID } from 'node:crypto';
import type { RouteKey } from '@rise/contract';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import type { SiteKey } from './embed-token.ts';
import type { SignedIn, TestPortal } from './portal.ts';

/** Whose ids are planted, and by whom what belongs to a person. */
interface Ground {
  readonly portal: TestPortal;
  readonly tenant: string;
  readonly slug: string;
  readonly owner: SignedIn;
  readonly report: string;
}

/** One of everything that has an id in a tenant, of a person who administers it. */
export interface Things {
  readonly owner: SignedIn;
  /** Published, and changed in the portal: a sample's own one is not found by any route that changes one. */
  readonly report: string;
  /** Of the owner, who has the report's builder open. */
  readonly page: string;
  readonly session: string;
  readonly person: string;
  readonly message: string;
  readonly notification: string;
  readonly shortcut: string;
  readonly query: string;
  readonly tab: string;
  readonly workspace: string;
  readonly member: string;
  /** Offered to this tenant alone. */
  readonly template: string;
  /** The same. */
  readonly announcement: string;
  readonly token: string;
  readonly view: string;
  readonly thread: string;
  readonly comment: string;
  readonly subscription: string;
  readonly alert: string;
  readonly freeze: string;
  readonly link: string;
  /** Hash of a picture in the report. */
  readonly picture: string;
  readonly export: string;
  readonly key: SiteKey;
  readonly mail: string;
  readonly webhook: string;
  /** Of its identity provider. */
  readonly scimToken: string;
  readonly scimGroup: string;
  readonly invitation: string;
  readonly visit: string;
  readonly domain: string;
  readonly joinRequest: string;
  readonly upload: string;
  readonly import: string;
  readonly source: string;
  readonly copy: string;
  readonly chat: string;
  readonly conversation: string;
  readonly knowledge: string;
  readonly question: string;
  readonly run: string;
  readonly wiki: string;
  /** Of its audit trail. */
  readonly record: string;
}

export const SHORTCUT = { label: 'Scorecards', icon: 'report', link: '/reports', useRouter: true };
export const SAVED_QUERY = { name: 'For alder only', sql: 'SELECT 1', shared: true };
export const WORKSPACE = { name: 'For alder only', description: '', icon: 'folder', color: 'gray', everyone: 'edit' };
export const PUBLICATION = {
  name: { en: 'Taken over', tr: 'Taken over' },
  description: { en: 'Taken over', tr: 'Taken over' },
  tenants: null,
  note: '',
  basedOn: 0,
};
export const ALERT = {
  tile: 'kpis',
  measure: 'net_worth_ratio',
  title: 'Taken over',
  condition: { kind: 'threshold', when: 'below', value: 0.07 },
};
export const SOURCE = {
  engine: 'postgres',
  host: '127.0.0.1',
  database: 'd',
  user: 'u',
  password: 'p',
  tenant: 'none',
};

export const ANNOUNCEMENT = { title: { en: 'For alder only' }, startDate: '2026-01-01T00:00:00Z' };

export const sqlTab = (savedQuery: string | null) => ({ title: 'A', sql: 'SELECT 1', parameters: [], savedQuery });

export const asking = (chatId: string | null) => ({
  message: 'What is the net worth ratio?',
  chatId,
  openAIRequest: { messages: [{ role: 'user', content: 'What is the net worth ratio?' }] },
});

/** Plants one of everything, where it can without the guards that the isolation table is about. */
export async function plantThings(portal: TestPortal, tenant: string, slug: string): Promise<Things> {
  const email = `owner@${slug}.example`;
  const owner = await portal.signIn({ email, roles: ['tenant.admin'], tenants: [tenant] });
  const add = async (key: RouteKey, body: unknown, of?: string) => {
    const response = await portal.fetch(key, { cookie: owner.cookie, body, ...(of !== undefined && { id: of }) });
    if (!response.ok) throw new Error(`${key} for ${slug}: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  // Of its own in each tenant: where guards are removed, one tenant's names are taken in the other, too.
  const name = `For ${slug} only`;
  const query = await add('POST /api/v1/sql/queries', { ...SAVED_QUERY, name });
  const workspace = await add('POST /api/v1/workspaces', { ...WORKSPACE, name });
  const copied = { workspace, title: { en: name } };
  const report = await add('POST /api/v1/reports/:id/copy', copied, await findScorecard(portal, tenant));
  const ground = { portal, tenant, slug, owner, report };
  const page = randomUUID();
  const body = { tile: null };
  await portal.fetch('PUT /api/v1/reports/:id/presence/:visit', {
    cookie: owner.cookie,
    id: report,
    visit: page,
    body,
  });
  return {
    owner,
    report,
    page,
    freeze: await add('POST /api/v1/reports/:id/freezes', { name }, report),
    session: owner.sessionId,
    person: owner.accountId,
    message: await add('POST /api/common/messages', { message: { title: name } }),
    notification: await add('POST /api/common/notifications', { notification: { title: name } }),
    shortcut: await add('POST /api/common/shortcuts', { shortcut: SHORTCUT }),
    query,
    tab: await add('POST /api/v1/sql/tabs', sqlTab(query)),
    workspace,
    key: await portal.siteKey(tenant),
    invitation: await add('POST /api/v1/invitations', { email: `invited@${slug}.example`, roles: ['tenant.user'] }),
    ...(await plantAcrossTenants(ground)),
    ...(await draftImport(ground)),
    chat: await plantChat(ground),
    conversation: await plantConversation(ground),
    knowledge: await add('POST /api/v1/knowledge', {
      name: `Fees of ${slug}`,
      kind: 'text',
      audience: 'everyone',
      content: 'Wires cost $15.',
    }),
    ...(await portal.database.withTenant(systemIn(tenant), async (tx) => ({
      ...(await plantBesideReport(tx, ground)),
      ...(await plantOfTenant(tx, ground, workspace)),
    }))),
  };
}

/** The scorecard of a tenant. */
function findScorecard(portal: TestPortal, tenant: string): Promise<string> {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const found = await tx.first<{ id: string }>`
      SELECT id FROM report WHERE tenant_id = ${tenant} AND key = 'board-scorecard'`;
    return found!.id;
  });
}

const idOf = async (row: Promise<{ id: string } | null>) => (await row)!.id;

/** What has an id of its own in a report. */
async function plantBesideReport(tx: TenantTx, { tenant, owner, report, slug }: Ground) {
  const { accountId } = owner;
  const rule = JSON.stringify({ every: 'day', at: '08:00' });
  const figure = { title: { en: 'F' }, format: { unit: 'percent', decimals: 2, truncate: false }, currency: 'USD', grain: null, member: null, statistic: null }; // prettier-ignore
  const thread = await idOf(
    tx.first`INSERT INTO report_comment_thread (tenant_id, report_id) VALUES (${tenant}, ${report}) RETURNING id`,
  );
  const picture = (slug === 'alder' ? 'a' : 'b').repeat(64);
  await tx.run`
    INSERT INTO report_picture (tenant_id, hash, media_type, width, height, bytes)
    VALUES (${tenant}, ${picture}, 'image/png', 1, 1, ${Buffer.from(slug)})`;
  await tx.run`INSERT INTO report_picture_use (tenant_id, report_id, hash) VALUES (${tenant}, ${report}, ${picture})`;
  return {
    thread,
    picture,
    comment: await idOf(tx.first`
      INSERT INTO report_comment (tenant_id, report_id, thread_id, account_id, author, text)
      VALUES (${tenant}, ${report}, ${thread}, ${accountId}, 'Owner', 'For alder only') RETURNING id`),
    view: await idOf(tx.first`
      INSERT INTO report_view (tenant_id, report_id, account_id, name, state, shared)
      VALUES (${tenant}, ${report}, ${accountId}, 'For alder only', '{"filters": {}}', true) RETURNING id`),
    subscription: await idOf(tx.first`
      INSERT INTO report_subscription (tenant_id, report_id, account_id, owner, title, rule, state, attachments, only_new, paused)
      VALUES (${tenant}, ${report}, ${accountId}, 'Owner', 'For alder only', ${rule}::jsonb, '{"filters": {}}', '{}', false, 'person')
      RETURNING id`),
    alert: await idOf(tx.first`
      INSERT INTO report_alert (tenant_id, report_id, account_id, tile, measure, scope, state, title, condition, mail, figure, next_check_at, is_paused)
      VALUES (${tenant}, ${report}, ${accountId}, ${ALERT.tile}, ${ALERT.measure}, '{"kind": "total"}', '{"filters": {}}', 'For alder only',
              ${JSON.stringify(ALERT.condition)}::jsonb, false, ${JSON.stringify(figure)}::jsonb, now() + interval '1 year', true)
      RETURNING id`),
    link: await idOf(tx.first`
      INSERT INTO report_link (tenant_id, report_id, name, secret_hash, filters, expires_at)
      VALUES (${tenant}, ${report}, 'For alder only', sha256('isolation'), '{}', now() + interval '1 year') RETURNING id`),
    // Prepared for one person.
    export: await idOf(tx.first`
      INSERT INTO report_export (tenant_id, id, account_id, report_id, title, format, status, name, content_type, expires_at)
      VALUES (${tenant}, ${randomUUID()}, ${accountId}, ${report}, '{"en": "For alder only"}', 'xlsx', 'ready',
              'a.xlsx', 'application/octet-stream', now() + interval '1 day') RETURNING id`),
  };
}

/** What has an id in the tenant, none of it due. */
async function plantOfTenant(tx: TenantTx, { tenant, slug, owner }: Ground, workspace: string) {
  const webhook = await idOf(tx.first`
    INSERT INTO webhook (tenant_id, name, url, secret)
    VALUES (${tenant}, 'For alder only', ${`https://hooks.invalid/${slug}`}, '') RETURNING id`);
  await tx.run`
    INSERT INTO webhook_delivery (tenant_id, webhook_id, kind, slot, sent_at) VALUES (${tenant}, ${webhook}, 'test', 'a', now())`;
  const wiki = await idOf(tx.first`
    INSERT INTO knowledge_source (tenant_id, name, kind, url, email, token, next_run_at)
    VALUES (${tenant}, 'For alder only', 'cloud', 'https://wiki.invalid/wiki', ${`reader@${slug}.example`}, '', now() + interval '1 day')
    RETURNING id`);
  await tx.run`
    INSERT INTO knowledge_run (tenant_id, source_id, status, is_complete, finished_at)
    VALUES (${tenant}, ${wiki}, 'done', true, now())`;
  const content = { kind: 'file', url: 'https://files.invalid/loans.csv', target: 'loans', mode: 'replace' };
  return {
    webhook,
    wiki,
    member: await idOf(tx.first`
      INSERT INTO workspace_member (tenant_id, workspace_id, account_id, role)
      VALUES (${tenant}, ${workspace}, ${owner.accountId}, 'manage')
      ON CONFLICT (tenant_id, workspace_id, account_id) DO UPDATE SET role = 'manage' RETURNING id`),
    mail: await idOf(tx.first`
      INSERT INTO mail_outbox (tenant_id, kind, slot, message_id, recipient, subject, text, html, failed_at)
      VALUES (${tenant}, 'report-alert', ${`isolation ${slug}`}, ${`<${slug}@rise.example>`}, ${`a@${slug}.example`}, 'For alder only', '', '', now())
      RETURNING id`),
    scimToken: await idOf(tx.first`
      INSERT INTO scim_token (tenant_id, name, token_hash, expires_at)
      VALUES (${tenant}, 'Entra ID', sha256(${slug}::text::bytea), now() + interval '1 day') RETURNING id`),
    scimGroup: await idOf(
      tx.first`INSERT INTO scim_group (tenant_id, display_name) VALUES (${tenant}, 'Loans') RETURNING id`,
    ),
    source: await idOf(tx.first`
      INSERT INTO copy_source (tenant_id, name, settings) VALUES (${tenant}, 'Core', ${JSON.stringify(SOURCE)}::jsonb) RETURNING id`),
    copy: await idOf(tx.first`
      INSERT INTO data_copy (tenant_id, name, content) VALUES (${tenant}, 'Nightly', ${JSON.stringify(content)}::jsonb) RETURNING id`),
    question: await idOf(tx.first`
      INSERT INTO evaluation_question (tenant_id, text, language) VALUES (${tenant}, 'Fees by branch?', 'en') RETURNING id`),
    run: await idOf(tx.first`
      INSERT INTO evaluation_run (tenant_id, id, question_set, mode, status, total, ended_at)
      VALUES (${tenant}, gen_random_uuid(), 'own', 'rules', 'done', 1, now()) RETURNING id`),
    record: String(
      (await tx.first<{ id: number }>`SELECT id FROM audit_record WHERE tenant_id = ${tenant} LIMIT 1`)!.id,
    ),
  };
}

/** The owner's token and picture, what is for the tenant alone, and people who are not its members. */
async function plantAcrossTenants({ portal, tenant, slug, owner }: Ground) {
  const texts = JSON.stringify(PUBLICATION.name);
  const { token, template } = await portal.database.withGlobal(SYSTEM, async (tx) => {
    await tx.run`INSERT INTO account_picture (account_id, media_type, bytes) VALUES (${owner.accountId}, 'image/png', 'alder')`;
    await tx.run`UPDATE account SET picture = '0123456789abcdef' WHERE id = ${owner.accountId}`;
    return {
      token: await idOf(tx.first`
        INSERT INTO api_token (token_hash, account_id, name, expires_at)
        VALUES (${slug}, ${owner.accountId}, 'For alder only', now() + interval '1 day') RETURNING id`),
      template: await idOf(tx.first`
        INSERT INTO workspace_template (name, description, icon, color, reports, history, tenants)
        VALUES (${texts}::jsonb, ${texts}::jsonb, 'folder', 'gray', '[]', '[]', ARRAY[${tenant}]::uuid[]) RETURNING id`),
    };
  });
  const above = await portal.signIn({ email: `above-${slug}@rise.example`, roles: ['global.admin'] });
  const announced = await portal.fetch('POST /api/v1/global/announcements', {
    cookie: above.cookie,
    body: { ...ANNOUNCEMENT, tenants: [tenant] },
  });
  const { id: announcement } = (await announced.json()) as { id: string };
  const someone = await portal.signIn({ email: `someone@${slug}.example`, roles: ['tenant.user'] });
  // In none of the identities.
  const sue = await portal.signIn({ email: `sue-${slug}@rise.example`, roles: ['global.support'] });
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const domain = await idOf(tx.first`
      INSERT INTO tenant_domain (tenant_id, domain, token, next_check_at)
      VALUES (${tenant}, ${`${slug}.example`}, repeat('a', 32), now() + interval '1 year') RETURNING id`);
    return {
      token,
      template,
      announcement,
      domain,
      joinRequest: await idOf(tx.first`
        INSERT INTO join_request (tenant_id, domain_id, account_id, email)
        VALUES (${tenant}, ${domain}, ${someone.accountId}, ${`someone@${slug}.example`}) RETURNING id`),
      visit: await idOf(tx.first`
        INSERT INTO support_visit (tenant_id, account_id, person, email, reason, minutes)
        VALUES (${tenant}, ${sue.accountId}, 'Sue', ${`sue-${slug}@rise.example`}, 'For alder alone', 60) RETURNING id`),
    };
  });
}

/** Uploads a small file and drafts its import. */
async function draftImport({ portal, owner: { cookie } }: Ground): Promise<{ upload: string; import: string }> {
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

/** A chat in which a colleague has written to the owner. */
async function plantChat({ portal, tenant, slug, owner }: Ground): Promise<string> {
  const email = `colleague@${slug}.example`;
  const colleague = await portal.signIn({ email, roles: ['tenant.user'], tenants: [tenant] });
  const written = await portal.fetch('POST /api/apps/chat/message', {
    cookie: colleague.cookie,
    body: { id: randomUUID(), contactId: owner.accountId, value: 'Only for you' },
  });
  return ((await written.json()) as { chatId: string }).chatId;
}

/** A conversation with the assistant that the owner shares with the tenant. */
async function plantConversation({ portal, owner: { cookie } }: Ground): Promise<string> {
  const sent = await portal.fetch('POST /api/v1/openai/confluence/chat', { cookie, body: asking(null) });
  const id = ((await sent.json()) as { chatId: string }).chatId;
  await portal.fetch('PUT /api/v1/openai/conversations/:id/share', { cookie, id });
  return id;
}
