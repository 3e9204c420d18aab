import { type Language, type LocalizedText, localize } from '@rise/contract';
import type { Logger } from 'pino';
import { notify } from '../inbox/inbox.service.ts';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { nullIfNotFound } from '../kernel/errors/user-error.ts';
import { writeMail, type MailText } from '../mail/mail-document.ts';
import type { TenantMail } from '../mail/mail.ts';
import { enqueue, isMailAddress, mailLanguage } from '../mail/outbox.service.ts';
import { reportLink } from '../reports/report-link.ts';
import { requireReport } from '../reports/report-documents.service.ts';
import { personNow } from '../sessions/person-now.service.ts';
import { enqueueDelivery } from '../webhooks/webhook-outbox.service.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.service.ts';
import { asNotified, changeSummary } from './alert-members.rules.ts';
import { withoutMuting } from '../notification-choices/notification-choices.service.ts';
import { alertTexts, noticeText, noticeTexts } from './alert-texts.rules.ts';
import * as sql from './report-alerts.sql.ts';

/** The page of a report on which its alerts are changed. */
const alertsPath = (report: string): string => `/reports/${report}?alerts=open`;

export interface AlertNoticeOptions {
  readonly database: Database;
  readonly mail: TenantMail;
  /** The portal's public address. */
  readonly publicUrl: URL;
  readonly webhooks: Pick<WebhookSender, 'wake'>;
  readonly log: Logger;
}

/** Tells owners of alerts what has changed: in the portal at once, by mail through the outbox. */
export class AlertNoticeService {
  readonly #options: AlertNoticeOptions;
  readonly #database: Database;

  constructor(options: AlertNoticeOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  /** Sends what is due; returns whether there was any. */
  async send(now: Date): Promise<boolean> {
    const due = await this.#database.withGlobal(SYSTEM, (tx) => sql.listNotices(tx, now), 'reads');
    const notified = await this.#each(due, (place) => this.#notify(place, now));
    if (notified > 0) this.#options.webhooks.wake();
    const unmailed = await this.#database.withGlobal(SYSTEM, sql.listUnmailed, 'reads');
    const mailed = await this.#each(unmailed, (place) => this.#mail(place));
    if (mailed > 0) this.#options.mail.wake();
    return notified + mailed > 0;
  }

  /** One that fails holds up no other; returns how many did not. */
  async #each(places: readonly sql.Place[], work: (place: sql.Place) => Promise<void>): Promise<number> {
    let done = 0;
    for (const place of places)
      try {
        await work(place);
        done += 1;
      } catch (error) {
        this.#options.log.error({ err: error, alert: place.id }, 'could not notify of an alert');
      }
    return done;
  }

  /** In the transaction that records that the owner knows, so that no server does it twice. */
  async #notify({ tenantId, id }: sql.Place, now: Date): Promise<void> {
    const system = systemIn(tenantId);
    const found = await this.#database.withTenant(system, (tx) => sql.findAlert(tx, id), 'reads');
    const title = found && (await reportTitleFor(this.#database, tenantId, found));
    await this.#database.withTenant(system, async (tx) => {
      const alert = await sql.lockAlert(tx, id);
      // Another server was first, or it is normal again.
      if (!alert?.noticeAt || alert.noticeAt > now) return;
      if (title === null) return sql.saveNoAccess(tx, id);
      const { memberStates, scope } = alert;
      const members = scope.kind === 'any' ? changeSummary(memberStates) : null;
      await sql.saveNotified(tx, id, { members: asNotified(memberStates), withMail: alert.mail });
      const texts = noticeTexts({ ...alert, members });
      await notify(tx, [alert.accountId], {
        kind: 'alerts',
        icon: 'alert',
        ...texts,
        link: alertsPath(alert.reportId),
      });
      await this.#enqueueChange(tx, { ...alert, members }, title);
    });
  }

  /** With the state that the owner knew before, and the one that they are notified of. */
  async #enqueueChange(tx: TenantTx, alert: sql.AlertRow, title: LocalizedText): Promise<void> {
    if (alert.webhookId === null) return;
    const {
      id,
      tile,
      measure,
      scope,
      figure,
      condition,
      notified,
      status,
      failure,
      value,
      period,
      reference,
      members,
    } = alert;
    await enqueueDelivery(tx, {
      webhook: alert.webhookId,
      kind: 'alert',
      slot: `alert ${id} ${(alert.checkedAt ?? alert.changedAt).toISOString()}`,
      event: 'alert.changed',
      data: {
        alert: { id, title: alert.title },
        report: { id: alert.reportId, title },
        tile,
        measure: { name: measure, title: figure.title, unit: figure.format.unit },
        scope,
        member: figure.member,
        condition,
        before: notified,
        after: status,
        failure,
        value,
        period,
        reference,
        members,
        link: reportLink(this.#options.publicUrl, alert.reportId, alert.state).href,
      },
      account: alert.accountId,
    });
  }

  /** The outbox has one mail for each check: a server that is killed before it is recorded writes no second one. */
  async #mail({ tenantId, id }: sql.Place): Promise<void> {
    const system = systemIn(tenantId);
    const mailed = await this.#database.withTenant(system, (tx) => sql.findMailed(tx, id), 'reads');
    if (mailed) await this.#enqueue(system, mailed);
    await this.#database.withTenant(system, (tx) => sql.saveMailed(tx, id, mailed?.check ?? null));
  }

  async #enqueue(system: TenantActor, mailed: sql.MailedRow): Promise<void> {
    const { mail } = this.#options;
    const reportTitle = await reportTitleFor(this.#database, system.tenantId, mailed);
    const person = await this.#database.withGlobal(
      SYSTEM,
      (tx) => sql.findAddressee(tx, system.tenantId, mailed.accountId),
      'reads',
    );
    if (reportTitle === null || !person || !isMailAddress(person.email)) return;
    const { accountId } = mailed;
    const wanting = await this.#database.withTenant(
      system,
      (tx) => withoutMuting(tx, [accountId], 'alerts', 'mail'),
      'reads',
    );
    if (wanting.length === 0) return;
    await this.#database.withGlobal(SYSTEM, (tx) =>
      enqueue(tx, mail.contactEmail, {
        kind: 'report-alert',
        slot: `${mailed.id} ${mailed.check}`,
        recipient: person.email,
        replyTo: null,
        tenant: { id: system.tenantId, isHeld: mail.isHeld },
        content: this.#compose(mailed, reportTitle, mailLanguage(person.language)),
      }),
    );
  }

  #compose(mailed: sql.MailedRow, reportTitle: LocalizedText, language: Language): MailText {
    const { publicUrl } = this.#options;
    const texts = alertTexts[language];
    const { subject, sentence } = noticeText(mailed, language);
    return writeMail({
      language,
      subject,
      blocks: [
        { paragraph: sentence },
        { facts: [[texts.report, localize(reportTitle, language)]] },
        { link: texts.open, url: reportLink(publicUrl, mailed.reportId, mailed.state) },
        { paragraph: texts.rights },
        { link: texts.change, url: new URL(alertsPath(mailed.reportId), publicUrl) },
      ],
    });
  }
}

/** The report of an alert, where its owner may open it at this moment; null otherwise. */
export async function reportTitleFor(
  database: Database,
  tenantId: string,
  { accountId, reportId }: Pick<sql.AlertRow, 'accountId' | 'reportId'>,
): Promise<LocalizedText | null> {
  const owner = await personNow(database, tenantId, accountId);
  if (!owner?.permissions.has('report.read')) return null;
  return database
    .withTenant(owner, async (tx) => (await requireReport(tx, owner, reportId)).title, 'reads')
    .catch(nullIfNotFound);
}
