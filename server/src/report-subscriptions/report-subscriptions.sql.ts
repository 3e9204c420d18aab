import type {
  Language,
  NewSubscription,
  OutsideRecipients,
  ReportState,
  SignedFilters,
  SkipReason,
  SubscriptionRule,
  SubscriptionRun,
} from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export type PauseReason = 'person' | 'archived' | 'owner';

export interface SubscriptionRow {
  id: string;
  reportId: string;
  /** Null where the account does not exist any more. */
  accountId: string | null;
  owner: string;
  title: string;
  rule: SubscriptionRule;
  state: ReportState;
  attachments: NewSubscription['attachments'];
  onlyNew: boolean;
  revision: number;
  paused: PauseReason | null;
  nextRunAt: Date | null;
  lastVersion: number | null;
  webhookId: string | null;
  recipients: string[];
  /** Without an account, in lower case. */
  addresses: string[];
  /** Which rows these get, and in which language; null where there are none. */
  outsideFilters: SignedFilters | null;
  outsideLanguage: Language | null;
}

const SUBSCRIPTION = fragment`
  s.id, s.report_id AS "reportId", s.account_id AS "accountId", s.owner, s.title, s.rule, s.state, s.attachments,
  s.only_new AS "onlyNew", s.revision, s.paused, s.next_run_at AS "nextRunAt", s.last_version AS "lastVersion",
  s.webhook_id AS "webhookId", s.outside_filters AS "outsideFilters", s.outside_language AS "outsideLanguage",
  ARRAY(SELECT r.account_id FROM report_subscription_recipient r
         WHERE r.tenant_id = s.tenant_id AND r.subscription_id = s.id ORDER BY r.account_id) AS recipients,
  ARRAY(SELECT a.address FROM report_subscription_address a
         WHERE a.tenant_id = s.tenant_id AND a.subscription_id = s.id ORDER BY a.address) AS addresses`;

/** One at a time changes the subscriptions of a report, so that their number has a limit; also the runner waits. */
export async function lockSubscriptions(tx: TenantTx, report: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('report subscriptions ' || ${tx.tenantId} || ${report}, 0))`;
  await tx.run`
    SELECT FROM report_subscription WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} ORDER BY id FOR UPDATE`;
}

export function listSubscriptions(tx: TenantTx, report: string): Promise<SubscriptionRow[]> {
  return tx.rows<SubscriptionRow>`
    SELECT ${SUBSCRIPTION} FROM report_subscription s WHERE s.tenant_id = ${tx.tenantId} AND s.report_id = ${report}
     ORDER BY lower(s.title), s.created_at, s.id`;
}

/** Those that a person set up or receives, of all reports. */
export function listSubscriptionsOf(tx: TenantTx, account: string): Promise<SubscriptionRow[]> {
  return tx.rows<SubscriptionRow>`
    SELECT ${SUBSCRIPTION} FROM report_subscription s
     WHERE s.tenant_id = ${tx.tenantId} AND (s.account_id = ${account} OR EXISTS (
             SELECT FROM report_subscription_recipient r
              WHERE r.tenant_id = ${tx.tenantId} AND r.subscription_id = s.id AND r.account_id = ${account}))
     ORDER BY s.next_run_at NULLS LAST, lower(s.title), s.id`;
}

export function findSubscription(tx: TenantTx, id: string): Promise<SubscriptionRow | null> {
  return tx.first<SubscriptionRow>`
    SELECT ${SUBSCRIPTION} FROM report_subscription s WHERE s.tenant_id = ${tx.tenantId} AND s.id = ${id}`;
}

/** Locked until the transaction ends; null also where another server has it locked, which then schedules it. */
export function lockDue(
  tx: TenantTx,
  id: string,
  now: Date,
): Promise<Pick<SubscriptionRow, 'rule' | 'nextRunAt'> | null> {
  return tx.first<Pick<SubscriptionRow, 'rule' | 'nextRunAt'>>`
    SELECT s.rule, s.next_run_at AS "nextRunAt" FROM report_subscription s
     WHERE s.tenant_id = ${tx.tenantId} AND s.id = ${id} AND s.next_run_at <= ${now} FOR UPDATE SKIP LOCKED`;
}

export interface Owner {
  accountId: string;
  email: string;
}

export async function insertSubscription(
  tx: TenantTx,
  report: string,
  { title, rule, state, attachments, onlyNew, webhook, recipients, outside }: NewSubscription,
  { owner, nextRunAt }: { owner: Owner; nextRunAt: Date },
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO report_subscription (tenant_id, report_id, account_id, owner, title, rule, state, attachments, only_new, webhook_id,
      next_run_at, outside_filters, outside_language)
    VALUES (${tx.tenantId}, ${report}, ${owner.accountId}, ${owner.email}, ${title}, ${JSON.stringify(rule)}::jsonb,
            ${JSON.stringify(state)}::jsonb, ${attachments}, ${onlyNew}, ${webhook}, ${nextRunAt},
            ${outside && JSON.stringify(outside.filters)}::jsonb, ${outside?.language ?? null}) RETURNING id`;
  await putRecipients(tx, row!.id, recipients);
  await putAddresses(tx, row!.id, outside?.addresses ?? []);
  return row!.id;
}

type Content = Pick<
  SubscriptionRow,
  'title' | 'rule' | 'state' | 'attachments' | 'onlyNew' | 'webhookId' | 'nextRunAt' | 'recipients'
> & { readonly outside: OutsideRecipients | null };

export async function updateSubscription(
  tx: TenantTx,
  id: string,
  { title, rule, state, attachments, onlyNew, webhookId, nextRunAt, recipients, outside }: Content,
): Promise<void> {
  await tx.run`
    UPDATE report_subscription SET title = ${title}, rule = ${JSON.stringify(rule)}::jsonb,
      state = ${JSON.stringify(state)}::jsonb, attachments = ${attachments}, only_new = ${onlyNew}, next_run_at = ${nextRunAt},
      webhook_id = ${webhookId}, revision = revision + 1,
      outside_filters = ${outside && JSON.stringify(outside.filters)}::jsonb, outside_language = ${outside?.language ?? null}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
  await putRecipients(tx, id, recipients);
  await putAddresses(tx, id, outside?.addresses ?? []);
}

async function putAddresses(tx: TenantTx, id: string, addresses: readonly string[]): Promise<void> {
  await tx.run`
    DELETE FROM report_subscription_address
    WHERE tenant_id = ${tx.tenantId} AND subscription_id = ${id} AND address <> ALL (${addresses as string[]})`;
  await tx.run`
    INSERT INTO report_subscription_address (tenant_id, subscription_id, address)
    SELECT ${tx.tenantId}, ${id}, address FROM unnest(${addresses as string[]}::text[]) AS address
    ON CONFLICT DO NOTHING`;
}

async function putRecipients(tx: TenantTx, id: string, accounts: readonly string[]): Promise<void> {
  await tx.run`
    DELETE FROM report_subscription_recipient
    WHERE tenant_id = ${tx.tenantId} AND subscription_id = ${id} AND account_id <> ALL (${accounts as string[]}::uuid[])`;
  await tx.run`
    INSERT INTO report_subscription_recipient (tenant_id, subscription_id, account_id)
    SELECT ${tx.tenantId}, ${id}, account FROM unnest(${accounts as string[]}::uuid[]) AS account
    ON CONFLICT DO NOTHING`;
}

export async function deleteRecipient(tx: TenantTx, id: string, account: string): Promise<void> {
  await tx.run`
    DELETE FROM report_subscription_recipient
    WHERE tenant_id = ${tx.tenantId} AND subscription_id = ${id} AND account_id = ${account}`;
}

export async function deleteSubscription(tx: TenantTx, id: string): Promise<void> {
  await tx.run`DELETE FROM report_subscription WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Paused, or due next. A run that has not started does not start once a person pauses it. */
export async function savePause(
  tx: TenantTx,
  id: string,
  { paused, nextRunAt }: Pick<SubscriptionRow, 'paused' | 'nextRunAt'>,
): Promise<void> {
  await tx.run`
    UPDATE report_subscription SET paused = ${paused}, next_run_at = ${nextRunAt}, revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
  if (paused === 'person')
    await tx.run`
      DELETE FROM report_subscription_run
      WHERE tenant_id = ${tx.tenantId} AND subscription_id = ${id} AND status = 'waiting' AND attempt = 0 AND only_to IS NULL`;
}

export async function saveOwner(tx: TenantTx, id: string, { accountId, email }: Owner): Promise<void> {
  await tx.run`
    UPDATE report_subscription SET account_id = ${accountId}, owner = ${email}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function saveNextRun(tx: TenantTx, id: string, nextRunAt: Date): Promise<void> {
  await tx.run`
    UPDATE report_subscription SET next_run_at = ${nextRunAt} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface RunRow {
  id: string;
  subscriptionId: string;
  slot: Date;
  /** The person who had it sent to themselves; null for a scheduled one. */
  onlyTo: string | null;
  status: SubscriptionRun['status'];
  skipped: SkipReason | null;
  failure: string | null;
  dataVersion: number | null;
  attempt: number;
  finishedAt: Date | null;
}

const RUN = fragment`
  id, subscription_id AS "subscriptionId", slot, only_to AS "onlyTo", status, skipped, failure,
  data_version AS "dataVersion", attempt, finished_at AS "finishedAt"`;

/** A slot that exists already stays as it is. `missed`: it is too late for it. */
export async function insertSlot(
  tx: TenantTx,
  subscription: string,
  { slot, missed }: { slot: Date; missed: boolean },
): Promise<void> {
  await tx.run`
    INSERT INTO report_subscription_run (tenant_id, subscription_id, slot, status, skipped, finished_at)
    VALUES (${tx.tenantId}, ${subscription}, ${slot}, ${missed ? 'skipped' : 'waiting'}, ${missed ? 'missed' : null},
            CASE WHEN ${missed}::boolean THEN clock_timestamp() END)
    ON CONFLICT (tenant_id, subscription_id, slot) WHERE only_to IS NULL DO NOTHING`;
}

/** False while another one to the same person has not ended. The caller has the subscriptions locked. */
export async function insertSendNow(tx: TenantTx, subscription: string, account: string): Promise<boolean> {
  const inserted = await tx.run`
    INSERT INTO report_subscription_run (tenant_id, subscription_id, slot, only_to)
    SELECT ${tx.tenantId}, ${subscription}, date_trunc('milliseconds', clock_timestamp()), ${account}
    WHERE NOT EXISTS (SELECT FROM report_subscription_run
      WHERE tenant_id = ${tx.tenantId} AND subscription_id = ${subscription} AND only_to = ${account} AND status IN ('waiting', 'running'))`;
  return inserted === 1;
}

/** The newest runs of each subscription that the person may see: scheduled ones, and their own. */
export function listRuns(
  tx: TenantTx,
  subscriptions: readonly string[],
  account: string,
  most: number,
): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    SELECT ${RUN} FROM (
      SELECT *, row_number() OVER (PARTITION BY subscription_id ORDER BY slot DESC, id DESC) AS place
        FROM report_subscription_run
       WHERE tenant_id = ${tx.tenantId} AND subscription_id = ANY (${subscriptions as string[]}::uuid[])
         AND (only_to IS NULL OR only_to = ${account})) AS ranked
     WHERE place <= ${most} ORDER BY slot DESC, id DESC`;
}

export async function deleteOldRuns(tx: TenantTx, subscription: string, most: number): Promise<void> {
  await tx.run`
    DELETE FROM report_subscription_run
    WHERE tenant_id = ${tx.tenantId} AND status NOT IN ('waiting', 'running') AND id IN (
      SELECT id FROM report_subscription_run WHERE tenant_id = ${tx.tenantId} AND subscription_id = ${subscription}
       ORDER BY slot DESC, id DESC OFFSET ${most})`;
}

/** Takes a run that waits, or whose server has not renewed its lease; null where another server was first. */
export function takeRun(
  tx: TenantTx,
  id: string,
  { lease, leaseMs }: { lease: string; leaseMs: number },
): Promise<RunRow | null> {
  return tx.first<RunRow>`
    UPDATE report_subscription_run SET status = 'running', attempt = attempt + 1, lease = ${lease},
      lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}
      AND ((status = 'waiting' AND due_at <= clock_timestamp()) OR (status = 'running' AND lease_until < clock_timestamp()))
    RETURNING ${RUN}`;
}

/** False where the lease is another server's by now. */
export async function renewLease(
  tx: TenantTx,
  id: string,
  { lease, leaseMs }: { lease: string; leaseMs: number },
): Promise<boolean> {
  const renewed = await tx.run`
    UPDATE report_subscription_run SET lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND lease = ${lease} AND status = 'running'`;
  return renewed === 1;
}

/** Waits again. `isAttempt`: false where the server stops and the attempt does not count. */
export async function requeueRun(
  tx: TenantTx,
  id: string,
  { lease, waitMs, failure, isAttempt }: { lease: string; waitMs: number; failure: string | null; isAttempt: boolean },
): Promise<void> {
  await tx.run`
    UPDATE report_subscription_run SET status = 'waiting', lease = NULL, lease_until = NULL, failure = ${failure},
      attempt = attempt - ${isAttempt ? 0 : 1}, due_at = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND lease = ${lease} AND status = 'running'`;
}

export type RunEnd = Pick<RunRow, 'status' | 'skipped' | 'failure' | 'dataVersion'>;

/** False where the lease is another server's by now, which ends the run. */
export async function endRun(
  tx: TenantTx,
  id: string,
  lease: string,
  { status, skipped, failure, dataVersion }: RunEnd,
): Promise<boolean> {
  const ended = await tx.run`
    UPDATE report_subscription_run SET status = ${status}, skipped = ${skipped}, failure = ${failure},
      data_version = ${dataVersion}, lease = NULL, lease_until = NULL, finished_at = clock_timestamp()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND lease = ${lease} AND status = 'running'`;
  return ended === 1;
}

export async function saveLastVersion(tx: TenantTx, id: string, version: number): Promise<void> {
  await tx.run`
    UPDATE report_subscription SET last_version = greatest(last_version, ${version})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface DeliveryRow {
  runId: string;
  /** Id of the account, or the address outside. */
  recipient: string;
  /** Null for an address outside. */
  accountId: string | null;
  email: string;
  status: 'sent' | 'skipped' | 'failed';
  skipped: SkipReason | null;
  failure: string | null;
}

export function listDeliveries(tx: TenantTx, runs: readonly string[]): Promise<DeliveryRow[]> {
  return tx.rows<DeliveryRow>`
    SELECT run_id AS "runId", recipient, account_id AS "accountId", email, status, skipped, failure
    FROM report_subscription_delivery
    WHERE tenant_id = ${tx.tenantId} AND run_id = ANY (${runs as string[]}::uuid[]) ORDER BY lower(email), recipient`;
}

/** False where it is recorded already, and stays as it was. */
export async function insertDelivery(tx: TenantTx, row: DeliveryRow): Promise<boolean> {
  const inserted = await tx.run`
    INSERT INTO report_subscription_delivery (tenant_id, run_id, recipient, account_id, email, status, skipped, failure)
    VALUES (${tx.tenantId}, ${row.runId}, ${row.recipient}, ${row.accountId}, ${row.email}, ${row.status}, ${row.skipped}, ${row.failure})
    ON CONFLICT (tenant_id, run_id, recipient) DO NOTHING`;
  return inserted === 1;
}

export interface Place {
  tenantId: string;
  id: string;
}

/** Subscriptions of all tenants that are due. */
export function listDue(tx: GlobalTx, now: Date): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT s.tenant_id AS "tenantId", s.id FROM report_subscription s JOIN tenant t ON t.id = s.tenant_id
    WHERE s.next_run_at <= ${now} AND t.suspended_at IS NULL ORDER BY s.next_run_at LIMIT 1000`;
}

/** Runs of all tenants that a server may take, the longest due first. */
export function listOpenRuns(tx: GlobalTx): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT r.tenant_id AS "tenantId", r.id FROM report_subscription_run r JOIN tenant t ON t.id = r.tenant_id
    WHERE ((r.status = 'waiting' AND r.due_at <= clock_timestamp()) OR (r.status = 'running' AND r.lease_until < clock_timestamp()))
      AND t.suspended_at IS NULL
    ORDER BY r.due_at, r.id LIMIT 20`;
}

export interface RecipientRow {
  email: string;
  name: string;
  language: string | null;
}

/** A person as mail addresses them; null where there is no such account. */
export function findRecipient(tx: GlobalTx, tenantId: string, account: string): Promise<RecipientRow | null> {
  return tx.first<RecipientRow>`
    SELECT email, trim(first_name || ' ' || last_name) AS name, rise_language(language, ${tenantId}) AS language
      FROM account WHERE id = ${account}`;
}

export async function countSubscriptionsOf(tx: TenantTx, account: string): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*) AS count FROM report_subscription WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
  return row!.count;
}

/** Runs that have not started do not start. */
export async function pauseSubscriptionsOf(tx: TenantTx, account: string): Promise<void> {
  await tx.run`
    DELETE FROM report_subscription_run r USING report_subscription s
    WHERE r.tenant_id = ${tx.tenantId} AND s.tenant_id = ${tx.tenantId} AND s.id = r.subscription_id
      AND s.account_id = ${account} AND r.status = 'waiting' AND r.attempt = 0 AND r.only_to IS NULL`;
  await tx.run`
    UPDATE report_subscription SET paused = 'owner', next_run_at = NULL, revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND paused IS NULL`;
}

/** Who received it as its owner does not any more; the new owner decides whether they do. */
export async function replaceOwner(
  tx: TenantTx,
  account: string,
  to: { account: string; email: string },
): Promise<void> {
  await tx.run`
    DELETE FROM report_subscription_recipient WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
  await tx.run`
    UPDATE report_subscription SET account_id = ${to.account}, owner = ${to.email}, revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
}

/** Subscriptions of the tenant with a slot that has passed, locked. */
export function lockPassed(
  tx: TenantTx,
  now: Date,
): Promise<(Pick<SubscriptionRow, 'id' | 'rule'> & { nextRunAt: Date })[]> {
  return tx.rows<Pick<SubscriptionRow, 'id' | 'rule'> & { nextRunAt: Date }>`
    SELECT id, rule, next_run_at AS "nextRunAt" FROM report_subscription
     WHERE tenant_id = ${tx.tenantId} AND next_run_at <= ${now} ORDER BY id FOR UPDATE`;
}

/** Runs that have not ended end as missed; returns how many. */
export function skipOpenRuns(tx: TenantTx): Promise<number> {
  return tx.run`
    UPDATE report_subscription_run SET status = 'skipped', skipped = 'missed', lease = NULL, lease_until = NULL,
      finished_at = clock_timestamp()
    WHERE tenant_id = ${tx.tenantId} AND status IN ('waiting', 'running')`;
}

/** Puts a failed run back into the queue; returns how many: none where it has not failed, or its subscription is paused. */
export function queueFailedRun(tx: TenantTx, id: string): Promise<number> {
  return tx.run`
    UPDATE report_subscription_run r SET status = 'waiting', attempt = 0, failure = NULL, finished_at = NULL, lease = NULL,
      lease_until = NULL, due_at = clock_timestamp()
      FROM report_subscription s
     WHERE r.tenant_id = ${tx.tenantId} AND r.id = ${id} AND r.status = 'failed'
       AND s.tenant_id = ${tx.tenantId} AND s.id = r.subscription_id AND s.paused IS NULL`;
}
