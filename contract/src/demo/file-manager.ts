import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment } from './fields.ts';

const type = z.enum(['folder', 'PDF', 'DOC', 'XLS', 'TXT', 'JPG']);
const name = z.string().trim().min(1, 'Write a name').max(200);

/** As it is stored: a file with its bytes, a folder with none of its own. */
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

/** As it is told: the size in words, of a folder that of all in it; and how much lies in a folder, null for a file. */
const toldItem = item.omit({ bytes: true }).extend({ size: z.string(), contents: z.string().nullable() });

const change = z.object({ name, folderId: anyId.nullable(), description: z.string().max(2000).nullable() }).partial();

export const fileManagerCalls = {
  'GET /api/apps/file-manager': {
    summary: 'What lies in a folder, and the way there; nothing for a folder that there is not',
    query: z.object({ folderId: z.string().default('null') }),
    output: z.object({ folders: z.array(toldItem), files: z.array(toldItem), path: z.array(toldItem) }),
  },
  'POST /api/apps/file-manager/item': {
    summary: 'Add a folder, or a file of so many bytes',
    body: z.object({
      item: z.object({
        folderId: anyId.nullable(),
        name,
        type,
        bytes: z.int().min(0).default(0),
        description: change.shape.description,
      }),
    }),
    output: toldItem,
  },
  'PATCH /api/apps/file-manager/item': {
    summary: 'Rename, describe or move a file or folder',
    body: z.object({ id: anyId, item: change }),
    output: toldItem.nullable(),
  },
  'DELETE /api/apps/file-manager/item': {
    summary: 'Delete a file, or a folder with all that lies in it',
    query: byId,
    output: deleted,
  },
} as const satisfies DemoCallTable;

export const fileManagerState = z.object({ items: z.array(item) });
