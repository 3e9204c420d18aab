import {
  localize,
  type Language,
  type Paper,
  type Report,
  type ReportDocument,
  type ReportEvent,
  type ReportState,
  type ResolvedChoices,
  type SignedFilters,
  type SubscriptionAttachment,
  type SubscriptionRule,
} from '@rise/contract';
import type { Logger } from 'pino';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { writeMail, type Block, type MailText } from '../mail/mail-document.ts';
import type { MailAttachment } from '../mail/mail.ts';
import {
  nameOfExport,
  type Answers,
  type RanReport,
  type ReportExportService,
} from '../report-exports/report-exports.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import { dayText } from '../reports/figure-text.ts';
import { filterWords } from '../reports/filter-words.ts';
import { keyFigures, keyTiles } from './key-figures.rules.ts';
import { mailTexts } from './mail-texts.ts';
import { reportLink } from '../reports/report-link.ts';
import { subscriptionsPath } from './notices.rules.ts';
import { pictureBlocks, picturedTiles } from './pictures.rules.ts';

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
  /** For an address without an account; omitted for people with one. */
  readonly outside?: OutsideCopy;
}

interface OutsideCopy {
  /** The part of the report that is shown outside. */
  readonly document: ReportDocument;
  /** The rows that the address gets. */
  readonly filters: SignedFilters;
  /** The page on which it unsubscribes. */
  readonly unsubscribe: URL;
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
  readonly log: Logger;
}

/** A report as a mail: what its recipient may see at that moment, all of it, or an error. */
export class ReportMailService {
  readonly #options: ReportMailOptions;

  constructor(options: ReportMailOptions) {
    this.#options = options;
  }

  /** NOT_FOUND for a report that the recipient may not open; the error of a tile that fails, other than a chart for good. */
  readonly compose: ComposeMail = async (actor, mailed, request) => {
    const { language } = request;
    const state = { ...mailed.state, page: undefined };
    const of = mailed.outside ? { document: mailed.outside.document } : {};
    const report = await this.#options.reports.read(actor, mailed.report, of);
    const { failed, ...run } = await this.#run(actor, report, { state, of }, request);
    const files = await this.#files(actor, report, { ...mailed, state, of }, request);
    const tiles = picturedTiles(report.document);
    const pictured = tiles.map(({ id }) => id).filter((id) => run.answers.has(id));
    const pictures = await this.#pictures(actor, { report, state, run, pictured }, request);
    const charts = pictureBlocks(tiles, pictures, failed, language);
    const facts = await this.#facts(actor, report, { ...mailed, state }, request);
    const figures = keyFigures(report, run.answers, language);
    const title = localize(report.document.title, language);
    const day = report.asOf === null ? null : dayText(report.asOf, language);
    const texts = mailTexts[language];
    const blocks: Block[] = [
      { paragraph: title },
      { facts },
      ...figures,
      ...charts.blocks,
      ...(figures.length + charts.blocks.length === 0 && !mailed.outside ? [{ paragraph: texts.withoutFigures }] : []),
      ...mailed.attachments.map((format) => ({ paragraph: texts.attached[format] })),
      ...this.#endOf(report, { ...mailed, state }, facts[0]![1], language),
    ];
    return {
      content: writeMail({ language, subject: texts.subject(title, day), blocks }),
      attachments: [...charts.attachments, ...files],
    };
  };

  /** None where drawing takes too long or fails as a whole: the mail names its charts then. */
  async #pictures(actor: TenantActor, ran: RanReport, { id, language, signal }: ComposeRequest) {
    if (ran.pictured.length === 0) return [];
    try {
      return await this.#options.exports.pictures(actor, ran, { requestId: id, language, signal });
    } catch (error) {
      signal.throwIfAborted();
      this.#options.log.error({ err: error, requestId: id }, 'could not draw the charts of a mail');
      return [];
    }
  }

  /** Where the report and the subscription are. Who has no account gets no links to what needs one. */
  #endOf(report: Report, mailed: MailedReport, organization: string, language: Language): Block[] {
    const { publicUrl } = this.#options;
    const texts = mailTexts[language];
    const { outside } = mailed;
    if (outside)
      return [
        { paragraph: `${texts.outsideOrigin(mailed, organization)} ${texts.outsideRights}` },
        { link: texts.unsubscribe, url: outside.unsubscribe },
      ];
    return [
      { link: texts.open, url: reportLink(publicUrl, report.id, mailed.state) },
      { paragraph: `${mailed.scheduled ? texts.origin(mailed) : texts.now(mailed)} ${texts.rights}` },
      { link: texts.stop, url: new URL(subscriptionsPath(report.id), publicUrl) },
    ];
  }

  /** Of when, of whom and of which rows it is; the first is the organization. */
  async #facts(
    actor: TenantActor,
    report: Report,
    { state, outside }: MailedReport,
    request: ComposeRequest,
  ): Promise<(readonly [string, string])[]> {
    const texts = mailTexts[request.language];
    const [tenant, subject] = await Promise.all([
      this.#options.database.withTenant(actor, ownTenant, 'reads'),
      this.#subject(actor, report, state, request),
    ]);
    return [
      [texts.organization, tenant!.name],
      ...(subject === null ? [] : [subject]),
      ...(outside ? [[texts.rows, rowsText(outside.filters, report, request.language)] as const] : []),
      ...(report.asOf === null ? [] : [[texts.asOf, dayText(report.asOf, request.language)] as const]),
      [texts.dataVersion, String(report.dataVersion)],
    ];
  }

  /** A chart that would fail again is left out with its reason; whatever else fails, fails the mail. */
  async #run(
    actor: TenantActor,
    report: Report,
    { state, of }: { state: ReportState; of: { readonly document?: ReportDocument } },
    { id, signal }: ComposeRequest,
  ) {
    const key = new Set(keyTiles(report.document).map((tile) => tile.id));
    const tiles = [...new Set([...key, ...picturedTiles(report.document).map((tile) => tile.id)])];
    const answers = new Map<string, Answers>();
    const failed = new Map<string, string>();
    let resolved: ResolvedChoices | null = null;
    for await (const { text } of this.#options.reports.run(actor, report.id, state, { id, signal }, { ...of, tiles })) {
      const event = JSON.parse(text) as ReportEvent;
      if (event.type === 'choices') resolved = event;
      if (event.type === 'tile-failed') {
        const { code, message, details } = event.error;
        if (key.has(event.tile) || code !== 'QUERY_INVALID') throw new UserError(code, message, details);
        failed.set(event.tile, message);
      }
      if (event.type !== 'tile') continue;
      for (const { result } of Object.values(event.results))
        if (result.meta.dataVersion !== report.dataVersion) throw changedMeanwhile();
      answers.set(event.tile, event.results);
    }
    return { resolved: resolved!, answers, failed };
  }

  async #files(
    actor: TenantActor,
    report: Report,
    {
      attachments,
      state,
      of,
    }: Pick<MailedReport, 'attachments' | 'state'> & { of: { readonly document?: ReportDocument } },
    { id: requestId, language, signal }: ComposeRequest,
  ): Promise<MailAttachment[]> {
    const request = { requestId, language, signal };
    const files: MailAttachment[] = [];
    let size = 0;
    for (const format of attachments) {
      const body = format === 'pdf' ? { format, paper: paperOf(report), state } : { format, state };
      const file = await this.#options.exports.export(actor, report.id, body, request, of);
      const parts: Uint8Array[] = [];
      for await (const part of file.parts) {
        size += part.length;
        if (size > MAX_ATTACHMENT_BYTES) throw new UserError('PAYLOAD_TOO_LARGE', mailTexts[language].tooLarge);
        parts.push(part);
      }
      if (file.headers['rise-data-version'] !== String(report.dataVersion)) throw changedMeanwhile();
      files.push({
        name: nameOfExport(file),
        contentType: file.contentType,
        content: Buffer.concat(parts),
        contentId: null,
      });
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

/** Which rows an address gets: 'State: Vermont, Maine; Charter: Federal'. */
const rowsText = (...of: Parameters<typeof filterWords>): string =>
  filterWords(...of)
    .map((pair) => pair.join(': '))
    .join('; ');

const changedMeanwhile = () => new UserError('CONFLICT', 'The data changed while the report was prepared.');
