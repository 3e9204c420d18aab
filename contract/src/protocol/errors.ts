import { z } from 'zod';

/**
 * Every error the server may return: its HTTP status and its default message.
 * The list is closed: anything else is returned as INTERNAL, with the cause only in the log.
 */
export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: 'The request is not valid.' },
  QUERY_INVALID: { status: 400, message: 'The query is not valid.' },
  MODEL_INVALID: { status: 400, message: 'The model is not valid.' },
  TENANT_REQUIRED: { status: 400, message: 'Choose a tenant first.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue.' },
  CROSS_SITE: { status: 403, message: 'The request did not come from this portal.' },
  INSUFFICIENT_SCOPE: { status: 403, message: 'The API token does not have the scope that this needs.' },
  OTHER_ROW_RIGHTS: {
    status: 403,
    message:
      'This was frozen under other row rights than yours. Someone who sees the same rows as you can freeze it for you.',
  },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  CONFLICT: { status: 409, message: 'Someone else made changes first.' },
  PROTOCOL_VERSION: { status: 412, message: 'This version of the upload protocol is not supported.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the request as application/json.' },
  LOCKED: { status: 423, message: 'Another request is using this. Try again in a moment.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  ASSISTANT_UNAVAILABLE: { status: 502, message: 'The assistant did not answer. Try again in a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is not ready. Try again in a moment.' },
  READ_ONLY: { status: 503, message: 'Rise is read-only at the moment. Nothing was changed. Try again later.' },
  BUSY: { status: 503, message: 'Too many requests right now. Try again in a moment.' },
  WAREHOUSE_UNAVAILABLE: { status: 503, message: 'The warehouse could not be reached. Try again in a moment.' },
  STORAGE_FULL: { status: 507, message: 'There is no storage left for this. Remove files that are no longer needed.' },
  QUERY_TIMEOUT: { status: 504, message: 'The query took too long and was canceled.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/**
 * One invalid field: its path ('filter.all.0.field') and how to fix it. For text input such as SQL or YAML, `line` and
 * `column` locate the issue, counted from 1.
 */
export const errorDetail = z.object({
  field: z.string(),
  message: z.string(),
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

/** The body of every response with a status of 400 or above. */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    details: z.array(errorDetail).optional(),
    requestId: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
