import type { CallResult } from '../../client/client.ts';

/** A folder or a file. */
export type Item = CallResult<'GET /api/apps/file-manager'>['files'][number];

export const folderHref = (id: string): string => `/apps/file-manager/folders/${id}`;
