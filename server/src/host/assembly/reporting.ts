import { EmbedIdentityService } from '../../embedding/embed-identity.service.ts';
import { EmbeddedReportService } from '../../embedding/embedded-reports.service.ts';
import { embeddingHandlers } from '../../embedding/embedding.routes.ts';
import { type EmbeddingOptions, EmbeddingService } from '../../embedding/embedding.service.ts';
import { exportJobHandlers } from '../../export-jobs/export-jobs.routes.ts';
import { ExportJobService } from '../../export-jobs/export-jobs.service.ts';
import { ExportLinkService } from '../../export-jobs/export-links.service.ts';
import { homeHandlers } from '../../home/home.routes.ts';
import { HomeService } from '../../home/home.service.ts';
import { mailAdministrationHandlers } from '../../mail-administration/mail-administration.routes.ts';
import { MailAdministrationService } from '../../mail-administration/mail-administration.service.ts';
import type { TenantMail } from '../../mail/mail.ts';
import type { ViewAsService } from '../../query/view-as.service.ts';
import { createAlerts } from '../../report-alerts/create-alerts.ts';
import { reportAlertHandlers } from '../../report-alerts/report-alerts.routes.ts';
import { CommentMailService } from '../../report-comments/comment-mail.service.ts';
import { reportCommentHandlers } from '../../report-comments/report-comments.routes.ts';
import { ReportCommentService } from '../../report-comments/report-comments.service.ts';
import { reportDraftHandlers } from '../../report-drafts/report-drafts.routes.ts';
import { ReportDraftService } from '../../report-drafts/report-drafts.service.ts';
import { reportOriginHandlers } from '../../report-drafts/report-origin.routes.ts';
import { ReportOriginService } from '../../report-drafts/report-origin.service.ts';
import { ReportPreviewService } from '../../report-drafts/report-preview.service.ts';
import { ReportPublishingService } from '../../report-drafts/report-publishing.service.ts';
import { ReportPrinter } from '../../report-exports/print/report-printer.ts';
import { reportExportHandlers } from '../../report-exports/report-exports.routes.ts';
import { type ReportExportOptions, ReportExportService } from '../../report-exports/report-exports.service.ts';
import { createFreezes } from '../../report-freezes/create-freezes.ts';
import { reportPictureHandlers } from '../../report-pictures/report-pictures.routes.ts';
import type { PictureReader } from '../../report-pictures/report-pictures.service.ts';
import { ReportPictureService } from '../../report-pictures/report-pictures.service.ts';
import { reportPresenceHandlers } from '../../report-presence/report-presence.routes.ts';
import { ReportPresenceService } from '../../report-presence/report-presence.service.ts';
import { type SubscriptionsOptions, createSubscriptions } from '../../report-subscriptions/create-subscriptions.ts';
import { reportSubscriptionHandlers } from '../../report-subscriptions/report-subscriptions.routes.ts';
import { reportViewHandlers } from '../../report-views/report-views.routes.ts';
import { ReportViewService } from '../../report-views/report-views.service.ts';
import { ReportManagementService } from '../../reports/report-management.service.ts';
import { reportHandlers } from '../../reports/reports.routes.ts';
import { ViewedReportService } from '../../reports/viewed-reports.service.ts';
import type { SessionService } from '../../sessions/sessions.service.ts';
import { type WebhookReach, WebhookSender } from '../../webhooks/webhook-sender.service.ts';
import { webhookHandlers } from '../../webhooks/webhooks.routes.ts';
import { WebhookService } from '../../webhooks/webhooks.service.ts';
import { TemplatePublishingService } from '../../workspace-templates/template-publishing.service.ts';
import { TemplateUseService } from '../../workspace-templates/template-use.service.ts';
import { workspaceTemplateHandlers } from '../../workspace-templates/workspace-templates.routes.ts';
import { workspaceHandlers } from '../../workspaces/workspaces.routes.ts';
import { WorkspaceService } from '../../workspaces/workspaces.service.ts';
import { PRINT, PRINT_ENTRY } from '../config/paths.ts';

type ReportingOptions = Omit<ReportExportOptions, 'printer'> &
  Omit<SubscriptionsOptions, 'exports' | 'webhooks' | 'mail'> &
  EmbeddingOptions & {
    readonly sessions: SessionService;
    readonly version: string;
    readonly webhookReach: WebhookReach;
    readonly mail: TenantMail;
    readonly pictures: PictureReader;
    readonly exportLinkKey: Buffer;
    readonly viewAs: ViewAsService;
  };

/** Reports: what is in which workspace, their figures, their files, how they are sent, and who sees them outside. */
export function createReporting({ sessions, pictures, ...options }: ReportingOptions) {
  const { database, reports, warehouses } = options;
  const printer = new ReportPrinter({ folder: PRINT, entry: PRINT_ENTRY });
  const exports = new ReportExportService({ ...options, printer });
  const webhooks = new WebhookSender(options);
  const { runner, subscriptions } = createSubscriptions({ ...options, warehouses, exports, webhooks });
  const exportJobs = new ExportJobService({ ...options, exports });
  const alerting = createAlerts({ ...options, webhooks });
  const identities = new EmbedIdentityService(options);
  const drafts = new ReportDraftService({ database });
  const handlers = [
    reportHandlers(reports, new ReportManagementService({ database }), new ViewedReportService(options)),
    reportExportHandlers(exports),
    exportJobHandlers(exportJobs, new ExportLinkService({ ...options, key: options.exportLinkKey })),
    reportOriginHandlers(new ReportOriginService({ database, drafts })),
    reportDraftHandlers(
      drafts,
      new ReportPreviewService(options),
      new ReportPublishingService({ database, warehouses }),
    ),
    reportPictureHandlers(new ReportPictureService({ database, reader: pictures })),
    reportViewHandlers(new ReportViewService({ database })),
    reportPresenceHandlers(new ReportPresenceService({ database })),
    reportCommentHandlers(new ReportCommentService({ database, mails: new CommentMailService(options) })),
    createFreezes({ ...options, warehouses, software: options.version }),
    reportSubscriptionHandlers(subscriptions),
    reportAlertHandlers(alerting.alerts),
    homeHandlers(new HomeService({ database, reports, subscriptions })),
    workspaceHandlers(new WorkspaceService({ database })),
    workspaceTemplateHandlers(new TemplatePublishingService({ database }), new TemplateUseService({ database })),
    embeddingHandlers(new EmbeddingService(options), new EmbeddedReportService(options)),
    mailAdministrationHandlers(new MailAdministrationService(options)),
    webhookHandlers(new WebhookService({ ...options, wake: () => webhooks.wake() })),
  ] as const;
  const embeds = {
    identify: identities.beside((headers, options) => sessions.identify(headers, options)),
    frameAncestors: (key: string) => identities.frameAncestors(key),
  };
  const runners = [runner, alerting.runner, exportJobs, webhooks];
  return { handlers, runners, embeds, jobs: [...runners, printer] };
}
