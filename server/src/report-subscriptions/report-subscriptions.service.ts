import type {
  HomeSubscription,
  NewSubscription,
  ReportSubscription,
  ReportSubscriptions,
  SubscriptionChange,
  SubscriptionPerson,
  SubscriptionRun,
} from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import { nextOccurrence, nextOccurrences } from '../kernel/time/occurrences.ts';
import { zoneOf } from '../tenant-settings/tenant-settings.service.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { nullIfNotFound, notFound, UserError } from '../kernel/errors/user-error.ts';
import type { TenantMail } from '../mail/mail.ts';
import { readOutsideMail } from '../mail-administration/outside-mail.service.ts';
import { mailFates, type MailFate } from '../mail/outbox.service.ts';
import { authorOf } from '../models/author.service.ts';
import { findReport, requireReport, type OpenReport } from '../reports/report-documents.service.ts';
import { listChoices, requireWebhook } from '../webhooks/webhook-outbox.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { peopleOf, type TenantPerson } from '../workspaces/workspaces.service.ts';
import * as sql from './report-subscriptions.sql.ts';
import { mailSlot } from './recipient-mail.service.ts';
import { outcomeFor, shownRun, type ListedRun } from './run-history.rules.ts';
import {
  outsideChoices,
  outsideOf,
  requireNumber,
  requireOutside,
  requireRecipients,
  toOutside,
} from './recipients.service.ts';

/** Of one person for one report. */
const MAX_SUBSCRIPTIONS = 20;
const SHOWN_RUNS = 5;
const HISTORY = 100;

interface Ids {
  readonly id: string;
  readonly subscription: string;
}

export interface ReportSubscriptionOptions {
  readonly database: Database;
  readonly warehouses: WarehouseService;
  readonly mail: TenantMail;
  readonly now: () => Date;
  /** A run waits. */
  readonly wake: () => void;
}

/** A person at a report that they may open. */
interface Reader extends OpenReport {
  readonly account: string;
}

/** Subscriptions of reports: those that a person set up or receives, and all where they may edit the workspace. */
export class ReportSubscriptionService {
  readonly #options: ReportSubscriptionOptions;
  readonly #database: Database;

  constructor(options: ReportSubscriptionOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async list(actor: TenantActor, report: string): Promise<ReportSubscriptions> {
    const account = accountOf(actor);
    const found = await this.#database.withTenant(
      actor,
      async (tx) => {
        const reader = { account, ...(await requireReport(tx, actor, report)) };
        const rows = (await sql.listSubscriptions(tx, report)).filter((row) => finds(reader, row));
        const runs = await sql.listRuns(
          tx,
          rows.map(({ id }) => id),
          account,
          SHOWN_RUNS,
        );
        return {
          reader,
          rows,
          runs: await withDeliveries(tx, runs),
          zone: await zoneOf(tx),
          webhooks: await listChoices(tx),
          outside: await outsideChoices(tx, reader, this.#options.warehouses),
          allowed: await readOutsideMail(
            tx,
            rows.flatMap(({ addresses }) => addresses),
          ),
        };
      },
      'reads',
    );
    const { reader, rows, zone } = found;
    const accounts = [account, ...rows.flatMap(({ recipients }) => recipients)];
    const people = await peopleOf(this.#database, actor, accounts);
    const runs = await this.#toRuns(found.runs);
    return {
      subscriptions: rows.map((row) => ({
        ...this.#toSubscription(row, reader, { zone, people, runs }),
        outside: mayChange(reader, row) ? toOutside(row, found.allowed) : null,
      })),
      people: people.filter(({ id, isActive }) => id === account || (reader.canShare && isActive)).map(toPerson),
      zone,
      mail: !this.#options.mail.isHeld,
      outside: found.outside,
      webhooks: found.webhooks,
      can: { share: reader.canShare },
    };
  }

  /** Those that the person set up or receives, of all reports that they may open. */
  async listOwn(actor: TenantActor): Promise<HomeSubscription[]> {
    const account = accountOf(actor);
    const { rows, open, runs, zone } = await this.#database.withTenant(
      actor,
      async (tx) => {
        const all = await sql.listSubscriptionsOf(tx, account);
        const open = new Map((await readOpen(tx, actor, all)).map((report) => [report.id, report]));
        const rows = all.filter(({ reportId }) => open.has(reportId));
        const ids = rows.map(({ id }) => id);
        const runs = await withDeliveries(tx, await sql.listRuns(tx, ids, account, 1));
        return { rows, open, runs, zone: await zoneOf(tx) };
      },
      'reads',
    );
    const last = new Map((await this.#toRuns(runs)).map((run) => [run.subscriptionId, run]));
    return rows.map(({ id, title, reportId, accountId, nextRunAt, paused }) => {
      const run = last.get(id);
      return {
        id,
        title,
        report: reportId,
        reportTitle: open.get(reportId)!.title,
        isOwn: accountId === account,
        zone,
        next: nextRunAt?.toISOString() ?? null,
        paused,
        last: run ? outcomeFor(run, account) : null,
      };
    });
  }

  /** VALIDATION_FAILED for recipients to whom the person may not send; CONFLICT where they have too many. */
  async create(actor: TenantActor, report: string, subscription: NewSubscription): Promise<ReportSubscriptions> {
    const account = accountOf(actor);
    const email = (await authorOf(this.#database, actor))!;
    const people = await peopleOf(this.#database, actor, []);
    await this.#database.withTenant(actor, async (tx) => {
      const reader = { account, ...(await requireReport(tx, actor, report)) };
      await requireCurrent(tx, report);
      requireNumber(subscription);
      requireRecipients(reader, subscription.recipients, people);
      await requireOutside(tx, reader, subscription.outside, this.#options);
      await requireWebhook(tx, subscription.webhook);
      await sql.lockSubscriptions(tx, report);
      const own = (await sql.listSubscriptions(tx, report)).filter(({ accountId }) => accountId === account);
      if (own.length >= MAX_SUBSCRIPTIONS)
        throw new UserError(
          'CONFLICT',
          `You can have ${MAX_SUBSCRIPTIONS} subscriptions of a report at most. Delete one first.`,
        );
      const owner = { accountId: account, email };
      await sql.insertSubscription(tx, report, subscription, {
        owner,
        nextRunAt: nextOccurrence(subscription.rule, await zoneOf(tx), this.#options.now()),
      });
    });
    return this.list(actor, report);
  }

  /** CONFLICT where it was changed since. */
  async change(
    actor: TenantActor,
    ids: Ids,
    { basedOn, webhook, ...change }: SubscriptionChange,
  ): Promise<ReportSubscriptions> {
    const people = await peopleOf(this.#database, actor, []);
    return this.#change(actor, ids, async (tx, row, reader) => {
      if (row.revision !== basedOn)
        throw new UserError(
          'CONFLICT',
          'This subscription was changed since you opened it. Reload it, and change it again.',
        );
      const stated = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const webhookId = webhook === undefined ? row.webhookId : webhook;
      const next = { ...row, outside: outsideOf(row), ...stated, webhookId };
      await requireWebhook(tx, webhook);
      if (change.recipients) requireRecipients(reader, change.recipients, people, row.recipients);
      requireNumber(next);
      if (change.outside) {
        const { warehouses } = this.#options;
        await requireOutside(tx, reader, change.outside, { warehouses, known: row.addresses });
      }
      // A time that is due already stays, where the rule is the same.
      const isSameRule = JSON.stringify(next.rule) === JSON.stringify(row.rule);
      const nextRunAt =
        row.paused !== null || isSameRule
          ? row.nextRunAt
          : nextOccurrence(next.rule, await zoneOf(tx), this.#options.now());
      await sql.updateSubscription(tx, row.id, { ...next, nextRunAt });
    });
  }

  /** Where the person only receives it, they leave it. */
  async delete(actor: TenantActor, { id: report, subscription }: Ids): Promise<ReportSubscriptions> {
    const account = accountOf(actor);
    await this.#database.withTenant(actor, async (tx) => {
      const reader = { account, ...(await requireReport(tx, actor, report)) };
      await sql.lockSubscriptions(tx, report);
      const row = await requireFound(tx, report, subscription, reader);
      const isLast = row.addresses.length === 0 && row.recipients.every((one) => one === account);
      if (mayChange(reader, row) || isLast) await sql.deleteSubscription(tx, row.id);
      else await sql.deleteRecipient(tx, row.id, account);
    });
    return this.list(actor, report);
  }

  pause(actor: TenantActor, ids: Ids): Promise<ReportSubscriptions> {
    return this.#change(actor, ids, async (tx, row) => {
      if (row.paused === null) await sql.savePause(tx, row.id, { paused: 'person', nextRunAt: null });
    });
  }

  /** One whose owner may not send it any more becomes the caller's. */
  async resume(actor: TenantActor, ids: Ids): Promise<ReportSubscriptions> {
    const email = (await authorOf(this.#database, actor))!;
    return this.#change(actor, ids, async (tx, row, { account, canShare }) => {
      if (row.paused === null) return;
      await requireCurrent(tx, row.reportId);
      if (!canShare && (row.addresses.length > 0 || row.recipients.some((one) => one !== account)))
        throw new UserError(
          'CONFLICT',
          'You may send this report to yourself only. Remove the other recipients first.',
        );
      if (row.paused === 'owner') await sql.saveOwner(tx, row.id, { accountId: account, email });
      const nextRunAt = nextOccurrence(row.rule, await zoneOf(tx), this.#options.now());
      await sql.savePause(tx, row.id, { paused: null, nextRunAt });
    });
  }

  /** CONFLICT while it is being sent to the person already. */
  async sendNow(actor: TenantActor, { id: report, subscription }: Ids): Promise<ReportSubscriptions> {
    const account = accountOf(actor);
    await this.#database.withTenant(actor, async (tx) => {
      const reader = { account, ...(await requireReport(tx, actor, report)) };
      const row = await requireFound(tx, report, subscription, reader);
      await sql.lockSubscriptions(tx, report);
      if (!(await sql.insertSendNow(tx, row.id, account)))
        throw new UserError('CONFLICT', 'It is being sent to you already. Wait until it has arrived.');
      await sql.deleteOldRuns(tx, row.id, HISTORY);
    });
    this.#options.wake();
    return this.list(actor, report);
  }

  async runs(actor: TenantActor, { id: report, subscription }: Ids): Promise<{ runs: SubscriptionRun[] }> {
    const account = accountOf(actor);
    const { reader, row, rows } = await this.#database.withTenant(
      actor,
      async (tx) => {
        const reader = { account, ...(await requireReport(tx, actor, report)) };
        const row = await requireFound(tx, report, subscription, reader);
        return { reader, row, rows: await withDeliveries(tx, await sql.listRuns(tx, [row.id], account, HISTORY)) };
      },
      'reads',
    );
    return { runs: (await this.#toRuns(rows)).map((run) => shownRun(run, mayChange(reader, row), account)) };
  }

  /** Changes a subscription that the person may change. */
  async #change(
    actor: TenantActor,
    { id: report, subscription }: Ids,
    work: (tx: TenantTx, row: sql.SubscriptionRow, reader: Reader) => Promise<void>,
  ): Promise<ReportSubscriptions> {
    const account = accountOf(actor);
    await this.#database.withTenant(actor, async (tx) => {
      const reader = { account, ...(await requireReport(tx, actor, report)) };
      await sql.lockSubscriptions(tx, report);
      const row = await requireFound(tx, report, subscription, reader);
      if (!mayChange(reader, row)) throw notFound();
      await work(tx, row, reader);
    });
    return this.list(actor, report);
  }

  #toSubscription(
    row: sql.SubscriptionRow,
    reader: Reader,
    { zone, people, runs }: { zone: string; people: readonly TenantPerson[]; runs: readonly ListedRun[] },
  ): Omit<ReportSubscription, 'outside'> {
    const { id, title, owner, rule, state, attachments, onlyNew, revision, paused } = row;
    const { accountId, reportId, nextRunAt, webhookId, recipients } = row;
    const { account } = reader;
    const may = mayChange(reader, row);
    const first = nextRunAt === null ? [] : [nextRunAt];
    return {
      id,
      title,
      owner,
      rule,
      state,
      attachments,
      onlyNew,
      revision,
      paused,
      webhook: webhookId,
      report: reportId,
      zone,
      recipients: recipients
        .filter((one) => may || one === account)
        .flatMap((one) => people.find(({ id }) => id === one) ?? [])
        .map(toPerson),
      isOwn: accountId === account,
      next: [...first, ...first.flatMap((from) => nextOccurrences(row.rule, zone, from, 2))].map((time) =>
        time.toISOString(),
      ),
      lastRuns: runs.filter((run) => run.subscriptionId === row.id).map((run) => shownRun(run, may, account)),
      can: { change: may, leave: !may && recipients.includes(account) },
    };
  }

  /** With what became of their mails since they were written. */
  async #toRuns(rows: readonly RunWithDeliveries[]): Promise<ListedRun[]> {
    const slots = rows.flatMap(({ deliveries }) => deliveries.map(slotOf));
    const fates =
      slots.length === 0 ? new Map<string, MailFate>() : await mailFates(this.#database, 'report-subscription', slots);
    return rows.map(({ onlyTo, ...run }) => ({
      id: run.id,
      subscriptionId: run.subscriptionId,
      status: run.status,
      skipped: run.skipped,
      failure: run.failure,
      dataVersion: run.dataVersion,
      slot: run.slot.toISOString(),
      scheduled: onlyTo === null,
      finishedAt: run.finishedAt?.toISOString() ?? null,
      deliveries: run.deliveries.map((row) => {
        const { accountId, email, status, skipped, failure } = row;
        const fate = fates.get(slotOf(row));
        return status !== 'sent' || !fate
          ? { accountId, email, status, skipped, failure }
          : {
              accountId,
              email,
              status: fate.status,
              skipped,
              failure: fate.status === 'failed' ? fate.lastError : null,
            };
      }),
    }));
  }
}

type RunWithDeliveries = sql.RunRow & { deliveries: sql.DeliveryRow[] };
const slotOf = ({ runId, recipient }: sql.DeliveryRow) => mailSlot(runId, recipient);

async function withDeliveries(tx: TenantTx, runs: readonly sql.RunRow[]): Promise<RunWithDeliveries[]> {
  const rows = await sql.listDeliveries(
    tx,
    runs.map(({ id }) => id),
  );
  return runs.map((run) => ({ ...run, deliveries: rows.filter(({ runId }) => runId === run.id) }));
}

/** The reports of subscriptions that a person may open. */
async function readOpen(tx: TenantTx, actor: TenantActor, rows: readonly sql.SubscriptionRow[]) {
  const ids = [...new Set(rows.map(({ reportId }) => reportId))];
  const found = await Promise.all(
    ids.map(async (id) => {
      const report = await requireReport(tx, actor, id).catch(nullIfNotFound);
      return report && { id, title: report.title };
    }),
  );
  return found.flatMap((report) => report ?? []);
}

const mayChange = ({ account, canShare }: Reader, { accountId }: sql.SubscriptionRow): boolean =>
  canShare || accountId === account;

const finds = (reader: Reader, row: sql.SubscriptionRow): boolean =>
  mayChange(reader, row) || row.recipients.includes(reader.account);

async function requireFound(tx: TenantTx, report: string, id: string, reader: Reader): Promise<sql.SubscriptionRow> {
  const row = await sql.findSubscription(tx, id);
  if (!row || row.reportId !== report || !finds(reader, row)) throw notFound();
  return row;
}

async function requireCurrent(tx: TenantTx, report: string): Promise<void> {
  if ((await findReport(tx, report))?.isArchived)
    throw new UserError('CONFLICT', 'This report is archived. Restore it first.');
}

const toPerson = ({ id, name, email }: TenantPerson): SubscriptionPerson => ({ account: id, name, email });
