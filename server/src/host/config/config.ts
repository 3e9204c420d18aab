import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { LAYOUTS, ROLES, SCHEMES, THEMES, type Role } from '@rise/contract';
import { z } from 'zod';
import { isHostEntry } from '../../kernel/security/host-allowance.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import type { NamedFolder } from '../../knowledge/folders/knowledge-folders.ts';
import type { PortalChoices } from '../../settings/settings.routes.ts';
import { readDemoUrl } from './demo-url.ts';
import { readKnowledgeFolders } from './knowledge-folders.ts';
import { isLoopback } from './loopback.ts';
import { weaknessOf } from './secret-strength.ts';
import { readTracing, type TracingSettings } from './tracing-settings.ts';
import { Variables, type Environment } from './variables.ts';
import type { OidcSettings } from '../../sessions/sessions.slice.ts';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** The language model of the assistant. */
export interface LlmConfig {
  /** Without `/chat/completions`. */
  readonly baseUrl: URL;
  readonly apiKey: string | null;
  readonly model: string;
  readonly times: { readonly firstByteMs: number; readonly idleMs: number; readonly totalMs: number };
  /** In US dollars for a million tokens; 0: not known. */
  readonly prices: { readonly input: number; readonly output: number };
}

export interface Config {
  readonly environment: 'development' | 'test' | 'production';
  /** Absolute path of the folder that holds all state of the embedded services. */
  readonly dataDirectory: string;
  /** The folder of files that all servers of an installation share; null: one server, with its files in its data directory. */
  readonly sharedDirectory: string | null;
  readonly host: string;
  readonly port: number;
  /** The portal's public URL; no path, query or fragment. */
  readonly publicUrl: URL;
  /** Host names that requests may name; null: any, where no public URL is set and other machines may connect. */
  readonly hosts: readonly string[] | null;
  /** Null: embedded PostgreSQL. `ownerUrl` is the role that runs migrations. */
  readonly database: { readonly url: string; readonly ownerUrl: string } | null;
  /** Null: the embedded identity provider. */
  readonly oidc: OidcSettings | null;
  /** Null: development generates and stores one. */
  readonly sessionSecret: string | null;
  /** Whose X-Forwarded-* headers are trusted: all (true), none (false), or those of these addresses, separated by commas. */
  readonly trustProxy: boolean | string;
  readonly logLevel: LogLevel;
  /** Where traces are sent; null: none are recorded. */
  readonly tracing: TracingSettings | null;
  /** Requests per minute and address; more get RATE_LIMITED. */
  readonly requestsPerMinute: number;
  /** Memory limit of responses that wait for their readers. */
  readonly outgoingMb: number;
  /** Absolute path of the folder from which files are imported; null: `inbox` in the data directory. */
  readonly inboxDirectory: string | null;
  /** How long requests are still served after a stop was requested, while `/readyz` says that none should come. */
  readonly drainSeconds: number;
  /** Megabytes that one tenant's uploaded files may take up together. */
  /** Days between scheduling a tenant's deletion and the deletion. */
  readonly tenantDeletionDays: number;
  readonly uploadStorageMb: number;
  /** Days after which records of the audit trail are deleted. */
  readonly auditRetentionDays: number;
  /** Contact messages per hour and address. */
  readonly contactPerHour: number;
  /** Questions to the assistant per minute and person. */
  readonly questionsPerMinute: number;
  readonly warehouse: {
    /** Memory limit of one reader process. */
    readonly memoryMb: number;
    /** Query timeout. */
    readonly deadlineMs: number;
    readonly maxProcesses: number;
    /** Concurrent queries. */
    readonly queries: number;
    /** Queries that may wait, per tenant. */
    readonly queue: number;
    /** Size limit of one result, as JSON. */
    readonly resultMb: number;
    /** Memory limit of the result cache. */
    readonly cacheMb: number;
    /**
     * Hosts that warehouses may be connected at: names, `*.` names, addresses, networks. Empty: any public host, no
     * internal one.
     */
    readonly hosts: readonly string[];
  };
  /** Hosts that webhooks may be sent to, in the same way. */
  readonly webhookHosts: readonly string[];
  /** Hosts of Confluence sites; empty: public ones. */
  readonly confluenceHosts: readonly string[];
  /** Folders of Markdown files that the assistant answers from. */
  readonly knowledgeFolders: readonly NamedFolder[];
  /** Hosts at which tenants may have identity providers, in the same way. */
  readonly providerHosts: readonly string[];
  /** Servers that are asked for the records of domains, with ports if not 53; empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly portal: PortalChoices;
  /** Whether the assistant is available. */
  readonly assistant: boolean;
  /** Whether people can connect AI clients of their own. */
  readonly mcp: boolean;
  /** Whether tenants without their own setting have the insights area. */
  readonly insights: boolean;
  /** Where the audit trail is shipped to; the authority is a file with its certificate, null: public ones. */
  readonly auditShipping: {
    readonly syslog: URL | null;
    readonly http: { readonly url: URL; readonly token: string | null } | null;
    readonly authorityFile: string | null;
  };
  readonly smtpUrl: URL | null;
  /** Recipient of contact messages, and sender of our mail. */
  readonly contactEmail: string | null;
  readonly llm: LlmConfig | null;
}

const SECRET_LENGTH = 32;

/**
 * Reads, validates and completes the configuration. `root` is the project's folder, against which a relative RISE_DATA
 * is resolved. Throws an `OperatorError` with one line for each issue.
 */
export function loadConfig(environment: Environment, root: string): Config {
  const variables = new Variables(environment);
  const mode = variables.choice('NODE_ENV', 'development', ['development', 'test', 'production']);
  const host = readHost(variables);
  const port = variables.integer('PORT', 8080, 1, 65_535);
  const oidc = readOidc(variables);
  const statedUrl = readPublicUrl(variables, mode === 'production');
  const publicUrl = statedUrl ?? new URL(`http://${reachable(host)}:${port}`);
  if (mode !== 'production') checkDevelopmentSignIn(variables, host, publicUrl);
  const listening = new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}`);
  const hostsAreKnown = statedUrl !== null || isLoopback(listening);
  const config: Config = {
    environment: mode,
    dataDirectory: readDataDirectory(variables, root),
    sharedDirectory: readSharedDirectory(variables, root),
    host,
    port,
    publicUrl,
    hosts: hostsAreKnown ? [publicUrl.hostname, host] : null,
    database: readDatabase(variables),
    oidc,
    sessionSecret: readSessionSecret(variables, mode === 'production'),
    trustProxy: readTrustProxy(variables),
    logLevel: variables.choice('LOG_LEVEL', mode === 'production' ? 'info' : 'warn', LOG_LEVELS),
    tracing: readTracing(variables),
    requestsPerMinute: variables.integer('RATE_LIMIT_PER_MINUTE', 6000, 1, 100_000_000),
    outgoingMb: variables.integer('OUTGOING_MB', 256, 16, 65_536),
    drainSeconds: variables.integer('DRAIN_SECONDS', 0, 0, 300),
    inboxDirectory: readInboxDirectory(variables, root),
    tenantDeletionDays: variables.integer('TENANT_DELETION_DAYS', 30, 1, 365),
    auditRetentionDays: variables.integer('AUDIT_RETENTION_DAYS', 2557, 90, 36_500),
    uploadStorageMb: variables.integer('UPLOAD_STORAGE_MB', 20_480, 1, 100_000_000),
    contactPerHour: variables.integer('CONTACT_LIMIT_PER_HOUR', 5, 1, 100_000),
    questionsPerMinute: variables.integer('ASSISTANT_LIMIT_PER_MINUTE', 20, 1, 100_000),
    warehouse: {
      memoryMb: variables.integer('WAREHOUSE_MEMORY_MB', 512, 64, 1_048_576),
      deadlineMs: variables.integer('WAREHOUSE_DEADLINE_MS', 30_000, 100, 3_600_000),
      maxProcesses: variables.integer(
        'WAREHOUSE_MAX_PROCESSES',
        Math.min(8, Math.max(4, availableParallelism())),
        1,
        256,
      ),
      queries: variables.integer('WAREHOUSE_QUERIES', Math.max(4, availableParallelism()), 1, 1024),
      queue: variables.integer('WAREHOUSE_QUEUE', 500, 1, 100_000),
      resultMb: variables.integer('WAREHOUSE_RESULT_MB', 16, 1, 128),
      cacheMb: variables.integer('WAREHOUSE_CACHE_MB', 64, 0, 65_536),
      hosts: readHosts(variables, 'WAREHOUSE_HOSTS'),
    },
    webhookHosts: readHosts(variables, 'WEBHOOK_HOSTS'),
    confluenceHosts: readHosts(variables, 'CONFLUENCE_HOSTS'),
    knowledgeFolders: readKnowledgeFolders(variables, root),
    providerHosts: readHosts(variables, 'IDENTITY_PROVIDER_HOSTS'),
    dnsServers: readDnsServers(variables),
    portal: readPortal(variables, mode === 'development', publicUrl),
    assistant: variables.choice('ASSISTANT', 'on', ['on', 'off']) === 'on',
    mcp: variables.choice('MCP', 'on', ['on', 'off']) === 'on',
    insights: variables.choice('INSIGHTS', 'on', ['on', 'off']) === 'on',
    auditShipping: readAuditShipping(variables, root),
    smtpUrl: variables.url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
    contactEmail: readEmail(variables, 'CONTACT_EMAIL'),
    llm: readLlm(variables),
  };
  if (mode === 'production' && variables.text('OIDC_ISSUER') === null) {
    variables.addIssue(
      'OIDC_ISSUER',
      'is missing, and production refuses the embedded identity provider',
      'set the issuer address of your identity provider, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    );
  }
  if (variables.issues.length > 0) throw new OperatorError(variables.issues);
  return config;
}

function readDataDirectory(variables: Variables, root: string): string {
  const text = variables.text('RISE_DATA') ?? '.data';
  return isAbsolute(text) ? resolve(text) : resolve(root, text);
}

/** Where versions of data, uploads and rejected rows are. */
export function filesDirectory(config: Pick<Config, 'dataDirectory' | 'sharedDirectory'>): string {
  return config.sharedDirectory ?? config.dataDirectory;
}

/** Servers share a database and a secret as well. */
function readSharedDirectory(variables: Variables, root: string): string | null {
  const text = variables.text('RISE_SHARED');
  if (text === null) return null;
  for (const name of ['DATABASE_URL', 'SESSION_SECRET'] as const)
    if (variables.text(name) === null)
      variables.addIssue(
        name,
        'is missing, and RISE_SHARED is set',
        'set it to the same in all servers that share the folder',
      );
  return resolve(root, text);
}

function readInboxDirectory(variables: Variables, root: string): string | null {
  const text = variables.text('INBOX_DIRECTORY');
  return text === null ? null : resolve(root, text);
}

function readHost(variables: Variables): string {
  const host = variables.text('HOST') ?? '127.0.0.1';
  if (isIP(host) === 0 && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host)) {
    variables.addIssue(
      'HOST',
      `is '${host}'`,
      'set an address or host name without scheme and port, such as 127.0.0.1 or 0.0.0.0',
    );
    return '127.0.0.1';
  }
  return host;
}

/**
 * The embedded identity provider signs everyone in as everyone, global administrators included: it is for this machine
 * alone, unless the operator says otherwise.
 */
function checkDevelopmentSignIn(variables: Variables, host: string, publicUrl: URL): void {
  const scope = variables.choice('DEVELOPMENT_SIGN_IN', 'local', ['local', 'network']);
  if (variables.text('OIDC_ISSUER') !== null || scope === 'network') return;
  const listening = new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}`);
  if (isLoopback(listening) && isLoopback(publicUrl)) return;
  const [name, value] = isLoopback(listening) ? ['PUBLIC_URL', publicUrl.origin] : ['HOST', host];
  variables.addIssue(
    name,
    `is '${value}', where everyone could sign in as every account of the embedded identity provider`,
    'set OIDC_ISSUER to your identity provider, use an address of this machine such as 127.0.0.1, or DEVELOPMENT_SIGN_IN=network to allow it',
  );
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function readAuditShipping(variables: Variables, root: string): Config['auditShipping'] {
  const syslog = variables.url('AUDIT_SYSLOG_URL', ['tls:'], 'tls://siem.example.org:6514');
  const url = variables.url('AUDIT_HTTP_URL', ['https:', 'http:'], 'https://siem.example.org/rise');
  if (syslog !== null && syslog.hostname === '')
    variables.addIssue('AUDIT_SYSLOG_URL', 'names no host', 'write it as tls://siem.example.org:6514');
  const file = variables.text('AUDIT_SHIPPING_CA');
  return {
    syslog,
    http: url && { url, token: variables.text('AUDIT_HTTP_TOKEN') },
    authorityFile: file === null ? null : resolve(root, file),
  };
}

function readHosts(
  variables: Variables,
  name: 'WAREHOUSE_HOSTS' | 'WEBHOOK_HOSTS' | 'CONFLUENCE_HOSTS' | 'IDENTITY_PROVIDER_HOSTS',
): string[] {
  const entries = (variables.text(name) ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  const wrong = entries.find((entry) => !isHostEntry(entry));
  if (wrong !== undefined)
    variables.addIssue(
      name,
      `names '${wrong}'`,
      'write host names, *.example.org, addresses or networks such as 10.1.0.0/16, with commas between',
    );
  return entries;
}

function readDnsServers(variables: Variables): string[] {
  const servers = (variables.text('DNS_SERVERS') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    variables.addIssue(
      'DNS_SERVERS',
      `is '${servers.join(',')}'`,
      'write addresses, with ports if not 53, such as 10.0.0.53,[2001:db8::53]:5353, or leave it out for those of the system',
    );
    return [];
  }
}

function readPublicUrl(variables: Variables, production: boolean): URL | null {
  const url = variables.url('PUBLIC_URL', ['http:', 'https:'], 'https://portal.example.org');
  if (url === null) return null;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    return variables.addIssue(
      'PUBLIC_URL',
      'has more than scheme, host and port',
      `write ${url.protocol}//${url.host}`,
    );
  }
  if (production && url.protocol === 'http:' && !isLoopback(url)) {
    return variables.addIssue(
      'PUBLIC_URL',
      'is plain http',
      `write https://${url.host}, and let a proxy in front end TLS`,
    );
  }
  return url;
}

function readDatabase(variables: Variables): Config['database'] {
  const url = variables.database('DATABASE_URL');
  const ownerUrl = variables.database('DATABASE_OWNER_URL');
  if (variables.text('DATABASE_URL') === null && ownerUrl !== null) {
    variables.addIssue(
      'DATABASE_OWNER_URL',
      'is set without DATABASE_URL',
      'set both, or neither for the embedded database',
    );
  }
  return url === null ? null : { url, ownerUrl: ownerUrl ?? url };
}

function readSessionSecret(variables: Variables, production: boolean): string | null {
  const secret = variables.text('SESSION_SECRET');
  const remedy = `set at least ${SECRET_LENGTH} random characters, for example those that 'openssl rand -base64 48' prints`;
  if (secret === null) return production ? variables.addIssue('SESSION_SECRET', 'is missing', remedy) : null;
  if (secret.length < SECRET_LENGTH) {
    return variables.addIssue('SESSION_SECRET', `has ${secret.length} characters`, remedy);
  }
  const weakness = production ? weaknessOf(secret) : null;
  return weakness === null ? secret : variables.addIssue('SESSION_SECRET', weakness, remedy);
}

function readEmail(variables: Variables, name: string): string | null {
  const text = variables.text(name);
  if (text === null || z.email().safeParse(text).success) return text;
  return variables.addIssue(name, `is '${text}'`, 'write one plain address, such as support@example.org');
}

function readOidc(variables: Variables): OidcSettings | null {
  const roleMap = readRoleMap(variables);
  const attributeClaims = readAttributeClaims(variables);
  const issuer = variables.url('OIDC_ISSUER', ['https:', 'http:'], 'https://login.example.org/realm');
  const clientId = variables.text('OIDC_CLIENT_ID');
  const clientSecret = variables.text('OIDC_CLIENT_SECRET');
  if (variables.text('OIDC_ISSUER') === null) {
    if (clientId !== null || clientSecret !== null) {
      variables.addIssue(
        'OIDC_ISSUER',
        'is missing beside OIDC_CLIENT_ID or OIDC_CLIENT_SECRET',
        'set the issuer address too, or none of them',
      );
    }
    return null;
  }
  if (issuer !== null && issuer.protocol === 'http:' && !isLoopback(issuer)) {
    variables.addIssue('OIDC_ISSUER', 'is plain http', `write https://${issuer.host}${issuer.pathname}`);
  }
  if (clientId === null) {
    variables.addIssue('OIDC_CLIENT_ID', 'is missing', 'set the client id under which the provider knows this portal');
  }
  if (issuer === null || clientId === null) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    rolesClaim: variables.text('OIDC_ROLES_CLAIM') ?? 'roles',
    tenantsClaim: variables.text('OIDC_TENANTS_CLAIM') ?? 'tenant',
    groupsClaim: variables.text('OIDC_GROUPS_CLAIM') ?? 'groups',
    attributeClaims,
    roleMap,
  };
}

/** `branch=branch_codes,region=https://example.org/region`: attribute, then claim. */
function readAttributeClaims(variables: Variables): Record<string, string> {
  const text = variables.text('OIDC_ATTRIBUTE_CLAIMS');
  if (text === null) return {};
  const pairs = text.split(',').map((pair) => {
    const cut = pair.indexOf('=');
    return [pair.slice(0, Math.max(0, cut)).trim(), pair.slice(cut + 1).trim()] as const;
  });
  for (const [name, claim] of pairs) {
    if (!/^[a-z][a-z0-9_]{0,40}$/.test(name) || claim === '')
      variables.addIssue(
        'OIDC_ATTRIBUTE_CLAIMS',
        'cannot be read',
        'write attributes and their claims as branch=branch_codes,region=region, names in lower-case letters, digits and _',
      );
    if (name === 'account')
      variables.addIssue(
        'OIDC_ATTRIBUTE_CLAIMS',
        "names 'account'",
        "take another name: that one is the account's own id",
      );
  }
  return Object.fromEntries(pairs);
}

function readRoleMap(variables: Variables): Record<string, Role> {
  const map = Object.create(null) as Record<string, Role>;
  const text = variables.text('OIDC_ROLE_MAP');
  const pairs = text === null ? ROLES.map((role) => [role, role] as const) : rolePairs(text);
  if (pairs === null) {
    variables.addIssue(
      'OIDC_ROLE_MAP',
      'cannot be read',
      `write it as {"their role":"tenant.user"} or their-role=tenant.user,…`,
    );
    return map;
  }
  for (const [theirs, ours] of pairs) {
    const role = ROLES.find((known) => known === ours);
    if (role === undefined) {
      variables.addIssue(
        'OIDC_ROLE_MAP',
        `maps '${theirs}' to '${String(ours)}'`,
        `map it to one of ${ROLES.join(', ')}`,
      );
    } else {
      map[theirs] = role;
    }
  }
  return map;
}

function rolePairs(text: string): (readonly [string, unknown])[] | null {
  if (text.startsWith('{')) {
    try {
      return Object.entries(JSON.parse(text) as Record<string, unknown>);
    } catch {
      return null;
    }
  }
  const pairs = text.split(',').map((pair) => {
    const cut = pair.lastIndexOf('=');
    return [pair.slice(0, Math.max(0, cut)).trim(), pair.slice(cut + 1).trim()] as const;
  });
  return pairs.some(([theirs]) => theirs === '') ? null : pairs;
}

function readTrustProxy(variables: Variables): boolean | string {
  const text = variables.text('TRUST_PROXY');
  if (text === null || text === 'false') return false;
  if (text === 'true') return true;
  const addresses = text.split(',').map((part) => part.trim());
  if (addresses.every(isProxy)) return addresses.join(',');
  variables.addIssue(
    'TRUST_PROXY',
    `is '${text}'`,
    'set true, false, or the addresses of the proxies in front, such as 10.0.0.0/8,loopback',
  );
  return false;
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  return (
    isIP(address) !== 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
  );
}

function readPortal(variables: Variables, development: boolean, publicUrl: URL): PortalChoices {
  const key = variables.text('ANALYTICS_KEY');
  if (key !== null && !/^(GTM|G)-[A-Z\d]{4,20}$/.test(key))
    variables.addIssue(
      'ANALYTICS_KEY',
      `is '${key}'`,
      'set the key of a tag manager, such as GTM-ABC1234, or leave it out',
    );
  const demoUrl = readDemoUrl(variables, publicUrl);
  const layouts = LAYOUTS.filter((layout) => layout !== 'empty');
  return {
    layout: variables.choice('DEFAULT_LAYOUT', 'classic', layouts),
    scheme: variables.choice('DEFAULT_SCHEME', 'light', SCHEMES),
    theme: variables.choice('DEFAULT_THEME', 'default', THEMES),
    settingsDrawer: variables.choice('SETTINGS_DRAWER', development ? 'on' : 'off', ['on', 'off']) === 'on',
    demoSuite: variables.choice('DEMO_SUITE', development || demoUrl ? 'on' : 'off', ['on', 'off']) === 'on',
    demoUrl,
    chat: variables.choice('CHAT', 'on', ['on', 'off']) === 'on',
    analyticsKey: key,
    helpUrl: variables.url('HELP_URL', ['https:', 'http:'], 'https://help.example.org/')?.href ?? null,
  };
}

function readLlm(variables: Variables): Config['llm'] {
  const baseUrl = variables.url('LLM_BASE_URL', ['https:', 'http:'], 'https://models.example.org/v1');
  const model = variables.text('LLM_MODEL');
  const apiKey = variables.text('LLM_API_KEY');
  if (variables.text('LLM_BASE_URL') === null) {
    if (model !== null || apiKey !== null) {
      variables.addIssue(
        'LLM_BASE_URL',
        'is missing beside LLM_MODEL or LLM_API_KEY',
        'set the address of the language model too, or none of them',
      );
    }
    return null;
  }
  if (model === null) variables.addIssue('LLM_MODEL', 'is missing beside LLM_BASE_URL', 'set the name of the model');
  const times = {
    firstByteMs: variables.integer('LLM_FIRST_BYTE_MS', 10_000, 100, 600_000),
    idleMs: variables.integer('LLM_IDLE_MS', 15_000, 100, 600_000),
    totalMs: variables.integer('LLM_DEADLINE_MS', 45_000, 100, 600_000),
  };
  const prices = { input: readPrice(variables, 'LLM_INPUT_PRICE'), output: readPrice(variables, 'LLM_OUTPUT_PRICE') };
  return baseUrl === null || model === null ? null : { baseUrl, apiKey, model, times, prices };
}

/** In US dollars for a million tokens; 0 where it is not set. */
function readPrice(variables: Variables, name: 'LLM_INPUT_PRICE' | 'LLM_OUTPUT_PRICE'): number {
  const text = variables.text(name);
  if (text === null) return 0;
  const price = Number(text);
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return price;
  variables.addIssue(name, `is '${text}'`, 'set US dollars for a million tokens, such as 2.5, or leave it out');
  return 0;
}
