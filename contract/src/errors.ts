import { z } from 'zod';

/**
 * Every error that may leave the server: its HTTP status and the sentence shown when nothing more exact is known.
 * The list is closed: what is not in it leaves as INTERNAL, with the cause in the log only.
 */
export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: 'The request is not valid.' },
  QUERY_INVALID: { status: 400, message: 'The query is not valid.' },
  MODEL_INVALID: { status: 400, message: 'The model is not valid.' },
  TENANT_REQUIRED: { status: 400, message: 'Choose a tenant first.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue.' },
  CROSS_SITE: { status: 403, message: 'The request did not come from this portal.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  CONFLICT: { status: 409, message: 'The change conflicts with another one.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the request as application/json.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  ASSISTANT_UNAVAILABLE: { status: 502, message: 'The assistant did not answer. Try again in a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is not ready. Try again in a moment.' },
  BUSY: { status: 503, message: 'More is asked at once than can be answered. Try again in a moment.' },
  WAREHOUSE_UNAVAILABLE: { status: 503, message: 'The warehouse cannot be reached. Try again in a moment.' },
  QUERY_TIMEOUT: { status: 504, message: 'The query ran longer than allowed and was stopped.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/**
 * One thing wrong with the input: the field's path ('filter.all.0.field') and what to do about it. Of a text that was
 * sent, `line` and `column` say where it stands, counted from 1.
 */
export const errorDetail = z.object({
  field: z.string(),
  message: z.string(),
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

/** The body of every answer with a status of 400 or more. */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    details: z.array(errorDetail).optional(),
    requestId: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
