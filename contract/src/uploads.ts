import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

/**
 * Uploads follow tus 1.0 (https://tus.io/protocols/resumable-upload): core protocol, creation and termination. A file is
 * created with its length and name, sent in parts from the offset that HEAD answers, and is then what imports read.
 */
export const TUS_VERSION = '1.0.0';

/** The largest file in bytes. */
export const UPLOAD_BYTES = 2 * 1024 * 1024 * 1024;
/** Bytes that a client should send at a time: what it loses at most where a connection breaks. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;

export const upload = z.object({
  id: z.uuid(),
  /** As the person who uploaded it named it; not safe as a path. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  /** Bytes that are safely stored; the next part begins here. */
  received: z.int().nonnegative(),
  createdAt: z.iso.datetime(),
  /** It is removed then, unless an import uses it before. */
  expiresAt: z.iso.datetime(),
});
export type Upload = z.infer<typeof upload>;

const byId = z.strictObject({ id: z.uuid() });

export const uploadRoutes = {
  'GET /api/v1/uploads': defineRoute({
    summary: 'List the tenant’s uploaded files, newest first, and the storage that is left for more',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'upload.list', when: 'denied' },
    input: {},
    output: z.object({
      uploads: z.array(upload),
      /** In bytes: what the tenant's uploads may take up together, and what they do, unfinished ones with their whole length. */
      storage: z.object({ limit: z.int().nonnegative(), used: z.int().nonnegative() }),
    }),
    errors: [],
  }),
  'POST /api/v1/uploads': defineRoute({
    summary: 'Create an upload (tus 1.0) with Upload-Length and Upload-Metadata; its address is in Location',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'upload.create', when: 'always' },
    input: {},
    output: z.null(),
    transfer: 'tus',
    errors: ['PAYLOAD_TOO_LARGE', 'STORAGE_FULL', 'PROTOCOL_VERSION'],
  }),
  'HEAD /api/v1/uploads/:id': defineRoute({
    summary: 'Read how much of an upload is stored (tus 1.0): Upload-Offset and Upload-Length',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'upload.read', when: 'denied' },
    input: { params: byId },
    output: z.null(),
    transfer: 'tus',
    errors: ['PROTOCOL_VERSION'],
  }),
  'PATCH /api/v1/uploads/:id': defineRoute({
    summary:
      'Send the next part of an upload (tus 1.0): bytes from Upload-Offset on, as application/offset+octet-stream',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'upload.write', when: 'denied' },
    input: { params: byId },
    output: z.null(),
    transfer: 'tus',
    errors: ['CONFLICT', 'LOCKED', 'PAYLOAD_TOO_LARGE', 'STORAGE_FULL', 'PROTOCOL_VERSION'],
  }),
  'DELETE /api/v1/uploads/:id': defineRoute({
    summary: 'Remove an upload (tus 1.0), unless an import is reading it',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'upload.delete', when: 'always' },
    input: { params: byId },
    output: z.null(),
    transfer: 'tus',
    errors: ['CONFLICT', 'LOCKED', 'PROTOCOL_VERSION'],
  }),
} as const;
