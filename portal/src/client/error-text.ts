import type { ErrorBody } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import type { ParseKeys, TFunction } from 'i18next';

export interface ErrorText {
  title: string;
  message: string;
  /** Reference number for support. */
  requestId?: string;
}

type Code = ApiError['code'];

const TEXTS: Record<Code, { title: ParseKeys; message: ParseKeys }> = {
  OFFLINE: { title: 'errors.offline.title', message: 'errors.offline.message' },
  VALIDATION_FAILED: { title: 'errors.refused.title', message: 'errors.refused.message' },
  QUERY_INVALID: { title: 'errors.query.title', message: 'errors.query.message' },
  MODEL_INVALID: { title: 'errors.model.title', message: 'errors.model.message' },
  TENANT_REQUIRED: { title: 'errors.tenant.title', message: 'errors.tenant.message' },
  UNAUTHENTICATED: { title: 'signedOut.title', message: 'signedOut.message' },
  CROSS_SITE: { title: 'errors.refused.title', message: 'errors.refused.message' },
  INSUFFICIENT_SCOPE: { title: 'errors.refused.title', message: 'errors.refused.message' },
  OTHER_ROW_RIGHTS: { title: 'errors.rowRights.title', message: 'errors.rowRights.message' },
  NOT_FOUND: { title: 'errors.notFound.title', message: 'errors.notFound.message' },
  CONFLICT: { title: 'errors.conflict.title', message: 'errors.conflict.message' },
  PROTOCOL_VERSION: { title: 'errors.refused.title', message: 'errors.refused.message' },
  PAYLOAD_TOO_LARGE: { title: 'errors.refused.title', message: 'errors.refused.message' },
  UNSUPPORTED_MEDIA_TYPE: { title: 'errors.refused.title', message: 'errors.refused.message' },
  LOCKED: { title: 'errors.busy.title', message: 'errors.busy.message' },
  RATE_LIMITED: { title: 'errors.busy.title', message: 'errors.busy.message' },
  INTERNAL: { title: 'errors.internal.title', message: 'errors.internal.message' },
  ASSISTANT_UNAVAILABLE: { title: 'errors.busy.title', message: 'errors.busy.message' },
  SERVICE_UNAVAILABLE: { title: 'errors.busy.title', message: 'errors.busy.message' },
  READ_ONLY: { title: 'errors.readOnly.title', message: 'errors.readOnly.message' },
  BUSY: { title: 'errors.busy.title', message: 'errors.busy.message' },
  WAREHOUSE_UNAVAILABLE: { title: 'errors.warehouse.title', message: 'errors.warehouse.message' },
  STORAGE_FULL: { title: 'errors.storage.title', message: 'errors.storage.message' },
  QUERY_TIMEOUT: { title: 'errors.timeout.title', message: 'errors.timeout.message' },
};

/** What happened and what to do, in the reader's language; an unknown error is shown as INTERNAL. */
export function errorText(error: unknown, t: TFunction): ErrorText {
  const apiError = error instanceof ApiError ? error : null;
  return textOf(apiError?.code ?? 'INTERNAL', apiError?.requestId, t);
}

/** The same for an error inside a response, such as one tile's. */
export function errorBodyText(error: ErrorBody['error'], t: TFunction): ErrorText {
  return textOf(error.code, error.requestId, t);
}

function textOf(code: Code, requestId: string | null | undefined, t: TFunction): ErrorText {
  const text = TEXTS[code] ?? TEXTS.INTERNAL;
  return { title: t(text.title), message: t(text.message), ...(requestId ? { requestId } : {}) };
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';
