import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment } from './fields.ts';

const type = z.enum(['folder', 'PDF', 'DOC', 'XLS', 'TXT', 'JPG']);
const name = z.string().trim().min(1, 'Write a name').max(200);

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
});

/**
 * As it is returned: the size as text, a folder's being the total of its content; `contents` describes a folder's
 * content, null for a file.
 */
const itemOutput = item.omit({ bytes: true }).extend({ size: z.string(), contents: z.string().nullable() });

const change = z.object({ name, folderId: anyId.nullable(), description: z.string().max(2000).nullable() }).partial();

export const fileManagerCalls = {
  'GET /api/apps/file-manager': {
    summary: 'The content and path of a folder; empty for an unknown folder',
    query: z.object({ folderId: z.string().default('null') }),
    output: z.object({ folders: z.array(itemOutput), files: z.array(itemOutput), path: z.array(itemOutput) }),
  },
  'POST /api/apps/file-manager/item': {
    summary: 'Add a folder, or a file of the given size',
    body: z.object({
      item: z.object({
        folderId: anyId.nullable(),
        name,
        type,
        bytes: z.int().min(0).default(0),
        description: change.shape.description,
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
} as const satisfies DemoCallTable;

export const fileManagerState = z.object({ items: z.array(item) });
