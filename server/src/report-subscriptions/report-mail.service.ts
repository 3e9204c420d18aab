import {
  localize,
  type Language,
  type Paper,
  type Report,
  type ReportEvent,
  type ReportState,
  type SubscriptionAttachment,
  type SubscriptionRule,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { writeMail, type Block, type MailText } from '../mail/mail-document.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { nameOfExport, type ReportExportService } from '../report-exports/report-exports.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import { dayText } from '../reports/figure-text.ts';
import { keyFigures, keyTiles, type Answers } from './key-figures.rules.ts';
import { mailTexts } from './mail-texts.ts';
import { reportLink } from '../reports/report-link.ts';
import { subscriptionsPath } from './notices.rules.ts';

/** Larger mails are refused by many servers. */
const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** What a mail is of, besides whom it is to. */
export interface MailedReport {
  readonly report: string;
  readonly state: ReportState;
  readonly attachments: readonly SubscriptionAttachment[];
  readonly title: string;
  /** Email address of who set it up. */
  readonly owner: string;
  readonly rule: SubscriptionRule;
  readonly zone: string;
  /** False: the recipient had it sent to themselves. */
  readonly scheduled: boolean;
}

export interface ComposeRequest {
  /** In logs, in place of a request. */
  readonly id: string;
  readonly language: Language;
  readonly signal: AbortSignal;
}

export interface ComposedMail {
  readonly content: MailText;
  readonly attachments: readonly MailAttachment[];
}

/** Writes the mail of a report with the rights of its recipient. */
export type ComposeMail = (actor: TenantActor, mailed: MailedReport, request: ComposeRequest) => Promise<ComposedMail>;

export interface ReportMailOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly exports: ReportExportService;
  /** The portal's public address. */
  readonly publicUrl: URL;
}

/** A report as a mail: what its recipient may see at that moment, all of it, or an error. */
export class ReportMailService {
  readonly #options: ReportMailOptions;

  constructor(options: ReportMailOptions) {
    this.#options = options;
  }

  /** NOT_FOUND for a report that the recipient may not open; the error of a tile that fails. */
  readonly compose: ComposeMail = async (actor, mailed, request) => {
    const { database, reports, publicUrl } = this.#options;
    const { language } = request;
    const texts = mailTexts[language];
    const state = { ...mailed.state, page: undefined };
    const report = await reports.read(actor, mailed.report);
    const answers = await this.#run(actor, report, state, request);
    const attachments = await this.#files(actor, report, { ...mailed, state }, request);
    const [tenant, subject] = await Promise.all([
      database.withTenant(actor, ownTenant, 'reads'),
      this.#subject(actor, report, state, request),
    ]);
    const { asOf, dataVersion, document } = report;
    const day = asOf === null ? null : dayText(asOf, language);
    const title = localize(document.title, language);
    const facts: (readonly [string, string])[] = [
      [texts.organization, tenant!.name],
      ...(subject === null ? [] : [subject]),
      ...(day === null ? [] : [[texts.asOf, day] as const]),
      [texts.dataVersion, String(dataVersion)],
    ];
    const figures = keyFigures(report, answers, language);
    const blocks: Block[] = [
      { paragraph: title },
      { facts },
      ...(figures.length > 0 ? figures : [{ paragraph: texts.withoutFigures }]),
      ...mailed.attachments.map((format) => ({ paragraph: texts.attached[format] })),
      { link: texts.open, url: reportLink(publicUrl, report.id, state) },
      { paragraph: `${mailed.scheduled ? texts.origin(mailed) : texts.now(mailed)} ${texts.rights}` },
      { link: texts.stop, url: new URL(subscriptionsPath(report.id), publicUrl) },
    ];
    return { content: writeMail({ language, subject: texts.subject(title, day), blocks }), attachments };
  };

  async #run(
    actor: TenantActor,
    report: Report,
    state: ReportState,
    { id, signal }: ComposeRequest,
  ): Promise<Map<string, Answers>> {
    const tiles = keyTiles(report.document).map((tile) => tile.id);
    const answers = new Map<string, Answers>();
    for await (const { text } of this.#options.reports.run(actor, report.id, state, { id, signal }, { tiles })) {
      const event = JSON.parse(text) as ReportEvent;
      if (event.type === 'tile-failed') throw new UserError(event.error.code, event.error.message, event.error.details);
      if (event.type !== 'tile') continue;
      for (const { result } of Object.values(event.results))
        if (result.meta.dataVersion !== report.dataVersion) throw changedMeanwhile();
      answers.set(event.tile, event.results);
    }
    return answers;
  }

  async #files(
    actor: TenantActor,
    report: Report,
    { attachments, state }: Pick<MailedReport, 'attachments' | 'state'>,
    { id: requestId, language, signal }: ComposeRequest,
  ): Promise<MailAttachment[]> {
    const request = { requestId, language, signal };
    const files: MailAttachment[] = [];
    let size = 0;
    for (const format of attachments) {
      const body = format === 'pdf' ? { format, paper: paperOf(report), state } : { format, state };
      const file = await this.#options.exports.export(actor, report.id, body, request);
      const parts: Uint8Array[] = [];
      for await (const part of file.parts) {
        size += part.length;
        if (size > MAX_ATTACHMENT_BYTES) throw new UserError('PAYLOAD_TOO_LARGE', mailTexts[language].tooLarge);
        parts.push(part);
      }
      if (file.headers['rise-data-version'] !== String(report.dataVersion)) throw changedMeanwhile();
      files.push({ name: nameOfExport(file), contentType: file.contentType, content: Buffer.concat(parts) });
    }
    return files;
  }

  /** Label and name of the report's subject, as the recipient may see it; null without one. */
  async #subject(
    actor: TenantActor,
    report: Report,
    state: ReportState,
    { language, signal }: ComposeRequest,
  ): Promise<readonly [string, string] | null> {
    const key = state.subject ?? report.defaultSubject;
    const { subject } = report.document;
    if (key === null || !subject) return null;
    const name = await this.#options.exports.subjectName(actor, report, key, signal);
    return [localize(subject.label, language), name === null ? key : `${name} (${key})`];
  }
}

/** Letter is the paper of those who count in US dollars. */
const paperOf = ({ currency }: Report): Paper => (currency === 'USD' ? 'letter' : 'a4');

const changedMeanwhile = () => new UserError('CONFLICT', 'The data changed while the report was prepared.');
