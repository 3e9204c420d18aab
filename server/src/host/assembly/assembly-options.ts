import type { ApplicationSettings } from '@rise/contract';
import type { Engine } from '@rise/engine';
import type { FastifyInstance } from 'fastify';
import type { LanguageModel } from '../../assistant/language-model.ts';
import type { TokenPrices } from '../../assistant/token-budget.service.ts';
import type { ShippingSettings } from '../../audit-shipping/sinks.ts';
import type { AuditOptions } from '../../audit/create-audit.ts';
import type { ContactMail } from '../../contact/contact.service.ts';
import type { ConfluenceReach } from '../../knowledge/confluence/confluence-http.ts';
import type { NamedFolder } from '../../knowledge/folders/knowledge-folders.ts';
import type { SubscriptionTimes } from '../../report-subscriptions/create-subscriptions.ts';
import type { ReportService } from '../../reports/reports.service.ts';
import type { SearchItem } from '../../search/memory-index.ts';
import type { SessionService } from '../../sessions/sessions.service.ts';
import type { ProviderReach } from '../../sessions/tenant-providers.service.ts';
import type { PortalChoices } from '../../settings/settings.routes.ts';
import type { TenantDeletionJob } from '../../tenants/tenant-deletion-job.service.ts';
import type { ConnectionStoreOptions } from '../../warehouse/connection-store.service.ts';
import type { VersionHistoryService } from '../../warehouse/version-history.service.ts';
import type { WarehouseService } from '../../warehouse/warehouse.service.ts';
import type { WebhookReach } from '../../webhooks/webhook-sender.service.ts';
import type { HttpOptions } from '../http/http-options.ts';

/** What an installation decides about its portal. */
export interface AssemblyOptions extends Omit<
  HttpOptions,
  'bindings' | 'identify' | 'frameAncestors' | 'analytics' | 'limits'
> {
  readonly engine: Engine;
  readonly sessions: SessionService;
  /** Contact messages per hour and address. */
  readonly contactPerHour: number;
  /** Key of the hashes under which addresses are stored. */
  readonly addressKey: Buffer;
  /** Key under which the secrets of sites that embed reports are sealed. */
  readonly embedKey: Buffer;
  /** Key of the links by which addresses without an account unsubscribe from reports. */
  readonly unsubscribeKey: Buffer;
  /** Signs links to prepared exports. */
  readonly exportLinkKey: Buffer;
  /** Folder of the version files, with one folder per tenant. */
  readonly warehouseDirectory: string;
  /** Other servers use the folders of files as well. */
  readonly isShared?: boolean;
  /** Folder of uploaded files, with one folder per tenant. */
  readonly uploadDirectory: string;
  readonly audit: AuditOptions['audit'];
  /** Where the audit trail is shipped to; left out: nowhere. */
  readonly auditShipping?: ShippingSettings;
  /** Folder of rejected rows of imports, with one folder per tenant. */
  readonly rejectDirectory: string;
  /** Folder into which an operator puts files to import, with one folder per tenant, named by its slug. */
  readonly inboxDirectory: string;
  /** Days between scheduling a tenant's deletion and the deletion. */
  readonly deletionDays: number;
  /** Bytes that one tenant's uploads may take up. */
  readonly uploadStorageBytes: number;
  /** How often copies are looked at that may be due, if not every 15 seconds. */
  readonly copyScanMs?: number;
  /** Authority that signs the certificates of servers with files to copy; left out: public ones. */
  readonly fileAuthority?: string;
  /** Clock and intervals of subscriptions and alerts, where tests need others. */
  readonly subscriptionTimes?: SubscriptionTimes;
  /** How soon parameters that could not be written to a warehouse are tried again, if not after 30 seconds. */
  readonly parameterRetryMs?: number;
  /** How external warehouses are reached. */
  readonly warehouseReach: ConnectionStoreOptions;
  /** How webhooks are reached and signed. */
  readonly webhookReach: WebhookReach;
  /** How Confluence sites are reached. */
  readonly confluenceReach: ConfluenceReach;
  /** Folders of Markdown files that the assistant answers from. */
  readonly knowledgeFolders: readonly NamedFolder[];
  /** How the identity providers of tenants are reached, and the issuer of the installation's. */
  readonly providerReach: ProviderReach;
  readonly sharedIssuer: URL;
  /** Servers that are queried for the records of domains, with ports if not 53; empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly features: ApplicationSettings['features'];
  /** Interval of the event streams' heartbeat; the contract's HEARTBEAT_SECONDS by default. */
  readonly heartbeatMs?: number;
  /** The documents that users can search. */
  readonly documentation: readonly SearchItem[];
  /** The installation's settings for its portal. */
  readonly portal: PortalChoices;
  /** Generates the assistant's answers; null: it only quotes passages. */
  readonly languageModel: LanguageModel | null;
  /** False: people cannot connect AI clients of their own. */
  readonly mcp?: boolean;
  /** What its tokens cost. */
  readonly tokenPrices: TokenPrices;
  /** Questions to the assistant per person and minute. */
  readonly questionsPerMinute: number;
  /** Null where mail is not configured: contact messages are stored only. */
  readonly mail: ContactMail | null;
}

/** What the host of the portal uses besides its HTTP server. */
export interface Assembly {
  readonly app: FastifyInstance;
  readonly warehouses: WarehouseService;
  readonly versions: VersionHistoryService;
  readonly reports: ReportService;
  readonly deletions: TenantDeletionJob;
}
