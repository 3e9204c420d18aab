export const KNOWLEDGE_KINDS = ['markdown', 'text', 'pdf'] as const;
/** Everyone in the tenant, or its administrators alone. */
export const KNOWLEDGE_AUDIENCES = ['everyone', 'administrators'] as const;
/** Characters of a document, bytes of a PDF, and documents of a tenant. */
export const KNOWLEDGE_LIMITS = {
  characters: 500_000,
  pdfBytes: 8 * 1024 * 1024,
  documents: 200,
  name: 200,
} as const;

/** Confluence at Atlassian, with an API token; or on the customer's servers, with a personal access token. */
export const CONFLUENCE_KINDS = ['cloud', 'data-center'] as const;

/** Of a folder of Markdown files: files, bytes of a file, and folders within folders. */
export const FOLDER_LIMITS = { files: 2000, bytes: 2_000_000, depth: 16 } as const;

export const KNOWLEDGE_RUN_STATUSES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const;

/**
 * Why Confluence could not be read. `token`: it does not accept the credentials. `rights`: their account may not read what
 * is needed. `address`: the operator does not allow the host. `name`: there is no such host. `certificate`,
 * `connection`, `timeout`: no answer. `busy`: too many requests for too long. `server`: it failed. `protocol`: what
 * answers is no Confluence of the kind, or a version without what is needed. `space`: a chosen space is not there.
 * `secret`: the stored token cannot be opened. `interrupted`: the server stopped. `other`: our own fault.
 */
export const CONFLUENCE_FAILURES = [
  'token',
  'rights',
  'address',
  'name',
  'certificate',
  'connection',
  'timeout',
  'busy',
  'server',
  'protocol',
  'space',
  'secret',
  'interrupted',
  'other',
] as const;

/** Why a source could not be read. `folder`: the server cannot read the folder, or there is none. */
export const KNOWLEDGE_FAILURES = [...CONFLUENCE_FAILURES, 'folder'] as const;

/**
 * Why something has no passages. `kind`: an attachment that is not read. `large`: beyond the limits. `unreadable`: a damaged
 * or protected file. `empty`: no text. `restriction`: who may read it is not known, so that nobody may. `readers`: who
 * may read the space is not known. `limit`: too many documents. `outside`: a link that leads out of its folder.
 */
export const KNOWLEDGE_SKIPS = [
  'kind',
  'large',
  'unreadable',
  'empty',
  'restriction',
  'readers',
  'limit',
  'outside',
] as const;
