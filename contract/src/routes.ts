import { alertRoutes } from './alerts.ts';
import { announcementRoutes } from './announcements.ts';
import { applicationSettingsRoutes } from './application-settings.ts';
import { assistantRoutes } from './assistant.ts';
import { assistantUseRoutes } from './assistant-use.ts';
import { insightRoutes } from './insights.ts';
import { knowledgeRoutes } from './knowledge.ts';
import { questionEvaluationRoutes } from './question-evaluation.ts';
import { knowledgeSourceRoutes } from './knowledge-sources.ts';
import { conversationRoutes } from './conversations.ts';
import { questionRoutes } from './questions.ts';
import { calendarRoutes } from './calendar.ts';
import { copyRoutes } from './copies.ts';
import { workspaceRoutes } from './workspaces.ts';
import { workspaceTemplateRoutes } from './workspace-templates.ts';
import { currencyRoutes } from './currency.ts';
import { chatRoutes } from './chat.ts';
import { unmappedCodesRoutes } from './unmapped-codes.ts';
import { codeTypeRoutes } from './code-types.ts';
import { configurationRoutes } from './configuration.ts';
import { contactRoutes } from './contact.ts';
import { dataVersionRoutes } from './data-version.ts';
import { dataViewRoutes } from './data-view.ts';
import type { RouteTable } from './protocol/define-route.ts';
import { drillRoutes } from './drill.ts';
import { embeddingRoutes } from './embedding.ts';
import { eventRoutes } from './events.ts';
import { importRoutes } from './imports.ts';
import { installationRoutes } from './installation.ts';
import { mailRoutes } from './mail.ts';
import { mappingApprovalRoutes } from './mapping-approval.ts';
import { mappingRoutes } from './mappings.ts';
import { messageRoutes } from './messages.ts';
import { modelCheckRoutes } from './model-check.ts';
import { catalogRoutes } from './catalog.ts';
import { modelDraftRoutes } from './model-draft.ts';
import { modelExchangeRoutes } from './model-exchange.ts';
import { modelJoinRoutes } from './model-joins.ts';
import { modelTestRoutes } from './model-tests.ts';
import { modelVersionRoutes } from './model-versions.ts';
import { navigationRoutes } from './navigation.ts';
import { apiTokenRoutes } from './api-tokens.ts';
import { notificationChoiceRoutes } from './notification-choices.ts';
import { notificationRoutes } from './notifications.ts';
import { profileRoutes } from './profile.ts';
import { parameterRoutes } from './parameters.ts';
import { queryRoutes } from './query/routes.ts';
import { reportRoutes } from './report.ts';
import { reportDraftRoutes } from './report-drafts.ts';
import { exportJobRoutes } from './export-jobs.ts';
import { reportExportRoutes } from './report-export.ts';
import { reportPreviewRoutes } from './report-preview.ts';
import { reportCommentRoutes } from './report-comments.ts';
import { globalHomeRoutes } from './global-home.ts';
import { homeRoutes } from './home.ts';
import { reportAlertRoutes } from './report-alerts.ts';
import { reportFreezeRoutes } from './report-freezes.ts';
import { reportOriginRoutes } from './report-origin.ts';
import { reportPictureRoutes } from './report-pictures.ts';
import { reportPresenceRoutes } from './report-presence.ts';
import { reportSubscriptionRoutes } from './report-subscriptions.ts';
import { reportViewRoutes } from './report-views.ts';
import { rollupRoutes } from './rollups.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './session.ts';
import { shortcutRoutes } from './shortcuts.ts';
import { sqlQueryRoutes } from './sql-query.ts';
import { sqlWorkbenchRoutes } from './sql-workbench.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './user.ts';
import { tenantUserRoutes } from './users.ts';
import { invitationRoutes } from './invitations.ts';
import { domainRoutes } from './domains.ts';
import { identityProviderRoutes } from './identity-provider.ts';
import { provisioningRoutes } from './provisioning.ts';
import { globalUserRoutes } from './global-users.ts';
import { visibilityRoutes } from './visibility.ts';
import { sourceRoutes } from './sources.ts';
import { warehouseConnectionRoutes } from './warehouse-connection.ts';
import { auditRoutes } from './audit.ts';
import { brandingRoutes } from './branding.ts';
import { planLimitRoutes } from './plan-limits.ts';
import { supportVisitRoutes } from './support-visits.ts';
import { searchAdministrationRoutes } from './search-administration.ts';
import { systemRoutes } from './system.ts';
import { tenantRoutes } from './tenants.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route of the API. The server binds each, the client calls by key; the isolation table and OpenAPI are generated from it. */
export const routes = {
  ...applicationSettingsRoutes,
  ...sessionRoutes,
  ...reportRoutes,
  ...reportDraftRoutes,
  ...reportExportRoutes,
  ...exportJobRoutes,
  ...reportPreviewRoutes,
  ...reportCommentRoutes,
  ...homeRoutes,
  ...globalHomeRoutes,
  ...reportAlertRoutes,
  ...reportFreezeRoutes,
  ...reportOriginRoutes,
  ...reportPictureRoutes,
  ...reportPresenceRoutes,
  ...reportSubscriptionRoutes,
  ...reportViewRoutes,
  ...embeddingRoutes,
  ...mailRoutes,
  ...tenantRoutes,
  ...brandingRoutes,
  ...planLimitRoutes,
  ...supportVisitRoutes,
  ...searchAdministrationRoutes,
  ...systemRoutes,
  ...auditRoutes,
  ...webhookRoutes,
  ...workspaceRoutes,
  ...workspaceTemplateRoutes,
  ...tenantUserRoutes,
  ...invitationRoutes,
  ...domainRoutes,
  ...identityProviderRoutes,
  ...provisioningRoutes,
  ...globalUserRoutes,
  ...queryRoutes,
  ...drillRoutes,
  ...sqlQueryRoutes,
  ...sqlWorkbenchRoutes,
  ...visibilityRoutes,
  ...uploadRoutes,
  ...importRoutes,
  ...installationRoutes,
  ...dataVersionRoutes,
  ...dataViewRoutes,
  ...modelVersionRoutes,
  ...modelCheckRoutes,
  ...modelDraftRoutes,
  ...modelExchangeRoutes,
  ...modelJoinRoutes,
  ...modelTestRoutes,
  ...catalogRoutes,
  ...rollupRoutes,
  ...mappingApprovalRoutes,
  ...mappingRoutes,
  ...parameterRoutes,
  ...calendarRoutes,
  ...currencyRoutes,
  ...eventRoutes,
  ...announcementRoutes,
  ...alertRoutes,
  ...unmappedCodesRoutes,
  ...codeTypeRoutes,
  ...configurationRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...shortcutRoutes,
  ...userRoutes,
  ...apiTokenRoutes,
  ...notificationChoiceRoutes,
  ...profileRoutes,
  ...navigationRoutes,
  ...searchRoutes,
  ...chatRoutes,
  ...assistantRoutes,
  ...assistantUseRoutes,
  ...conversationRoutes,
  ...insightRoutes,
  ...knowledgeRoutes,
  ...questionEvaluationRoutes,
  ...knowledgeSourceRoutes,
  ...questionRoutes,
  ...contactRoutes,
  ...warehouseConnectionRoutes,
  ...sourceRoutes,
  ...copyRoutes,
} as const satisfies RouteTable;
export type Routes = typeof routes;
