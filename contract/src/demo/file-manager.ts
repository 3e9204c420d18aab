import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment } from './fields.ts';

const type = z.enum(['folder', 'PDF', 'DOC', 'XLS', 'PPT', 'TXT', 'CSV', 'JPG', 'PNG', 'ZIP', 'FILE']);
const name = z.string().trim().min(1, 'Write a name').max(200);

/** Bytes that an uploaded file may have: the demo keeps it in the browser's storage. */
export const MOST_FILE_BYTES = 5 * 1024 * 1024;
/** A file as a data URL; a third longer than its bytes. */
const dataUrl = z
  .string()
  .regex(/^data:[^,]*;base64,/, 'Use a data: address in base64')
  .max(MOST_FILE_BYTES * 1.4, 'Use 5 MB at most');

/** As it is stored: files have a size, folders 0. */
const item = z.object({
  id: z.uuid(),
  /** Null at the root. */
  folderId: z.uuid().nullable(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: moment,
  modifiedAt: moment,
  bytes: z.int().min(0),
  type,
  description: z.string().nullable(),
  /** Of uploaded files; the others are generated when they are read. */
  dataUrl: z.string().optional(),
});

/**
 * As it is returned: the size in bytes and as text, a folder's being the total of its content; `contents` describes a
 * folder's content, null for a file.
 */
const itemOutput = item.omit({ dataUrl: true }).extend({ size: z.string(), contents: z.string().nullable() });

const change = z.object({ name, folderId: anyId.nullable(), description: z.string().max(2000).nullable() }).partial();

export const fileManagerCalls = {
  'GET /api/apps/file-manager': {
    summary: 'The content and path of a folder; empty for an unknown folder',
    query: z.object({ folderId: z.string().default('null') }),
    output: z.object({ folders: z.array(itemOutput), files: z.array(itemOutput), path: z.array(itemOutput) }),
  },
  'GET /api/apps/file-manager/search': {
    summary: 'Files and folders by a part of the name or description, with the names of their folders',
    query: z.object({ query: z.string() }),
    output: z.array(itemOutput.extend({ place: z.string() })),
  },
  'GET /api/apps/file-manager/folders': {
    summary: 'All folders by their names, each after the one it is in',
    output: z.array(z.object({ id: z.uuid(), folderId: z.uuid().nullable(), name: z.string(), depth: z.int().min(0) })),
  },
  'GET /api/apps/file-manager/content': {
    summary: 'A file as a data URL, of exactly its size',
    query: byId,
    output: z.string().nullable(),
  },
  'POST /api/apps/file-manager/item': {
    summary: 'Add a folder, a file with its content, or one of the given size',
    body: z.object({
      item: z.object({
        folderId: anyId.nullable(),
        name,
        type,
        /** Without a content. */
        bytes: z.int().min(0).max(MOST_FILE_BYTES).default(0),
        description: change.shape.description,
        dataUrl: dataUrl.optional(),
      }),
    }),
    output: itemOutput,
  },
  'PATCH /api/apps/file-manager/item': {
    summary: 'Rename, describe or move a file or folder',
    body: z.object({ id: anyId, item: change }),
    output: itemOutput.nullable(),
  },
  'DELETE /api/apps/file-manager/item': {
    summary: 'Delete a file, or a folder with its content',
    query: byId,
    output: deleted,
  },
  'DELETE /api/apps/file-manager/items': {
    summary:
      'Delete several files and folders with their content, as one deletion; returns its id and those that were there, null if none was',
    body: z.object({ ids: z.array(anyId) }),
    output: z.object({ id: z.uuid(), ids: z.array(z.string()) }).nullable(),
  },
  'POST /api/apps/file-manager/restore': {
    summary:
      'Bring back all that a recent deletion removed, by its id or that of the one item, with ids and content; null for anything else',
    body: z.object({ id: anyId }),
    output: z.array(itemOutput).nullable(),
  },
} as const satisfies DemoCallTable;

export const fileManagerState = z.object({
  items: z.array(item),
  /** The last deletions, the latest at the end: each with all that was in its items. One of a single item has its id. */
  removed: z.array(z.object({ id: z.uuid(), items: z.array(item) })),
});
