import { ERRORS, type ErrorBody, type ErrorCode } from '@rise/contract';
import { EngineBusy, ModelError, QueryError, QueryTimeout, schemaIssues, WarehouseUnavailable } from '@rise/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import { noteErrorCode } from './request-spans.ts';
import { toModelUserError } from '../../models/models.service.ts';

/** Nobody reads more of them. */
const MOST_DETAILS = 100;

/** Turns anything thrown into an error of the closed list. Unexpected errors become INTERNAL. */
export function toUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  if (error instanceof z.ZodError) {
    return new UserError(
      'VALIDATION_FAILED',
      undefined,
      schemaIssues(error)
        .slice(0, MOST_DETAILS)
        .map(({ path, message }) => ({ field: path.join('.'), message })),
    );
  }
  if (error instanceof DatabaseUnavailable) return new UserError('SERVICE_UNAVAILABLE');
  if (error instanceof QueryError) return new UserError('QUERY_INVALID', error.message, error.details);
  if (error instanceof EngineBusy) return new UserError('BUSY');
  if (error instanceof ModelError) return toModelUserError(error);
  if (error instanceof QueryTimeout) return new UserError('QUERY_TIMEOUT');
  if (error instanceof WarehouseUnavailable) return new UserError('WAREHOUSE_UNAVAILABLE');
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new UserError('PAYLOAD_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new UserError('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new UserError('VALIDATION_FAILED', 'The request cannot be read.');
  if (code !== undefined && DISK_UNAVAILABLE.has(code)) return new UserError('SERVICE_UNAVAILABLE');
  return new UserError('INTERNAL');
}

/** Error codes of a file system that takes nothing more: full, over its quota, or read-only after a fault. */
const DISK_UNAVAILABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

export function errorBody(userError: UserError, requestId: string): ErrorBody {
  const error: ErrorBody['error'] = { code: userError.code, message: userError.message, requestId };
  if (userError.details && userError.details.length > 0) error.details = [...userError.details];
  return { error };
}

/** Client disconnected (499, nginx convention); logged only. */
const CLIENT_CLOSED_REQUEST = 499;

/** `Retry-After` of a server or warehouse that is overloaded or not available, in seconds. */
const RETRY_SECONDS = '2';

/** Says how much the route accepts. */
function withLimit(error: UserError, { routeOptions }: FastifyRequest): UserError {
  const { bodyLimit } = routeOptions;
  if (error.code !== 'PAYLOAD_TOO_LARGE' || bodyLimit === undefined) return error;
  return new UserError(error.code, `The request is too large. Send at most ${Math.floor(bodyLimit / 1024)} KB.`);
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (reply.raw.destroyed) {
    request.log.info('client disconnected');
    return reply.status(CLIENT_CLOSED_REQUEST).send();
  }
  const userError = withLimit(toUserError(error), request);
  const { status } = ERRORS[userError.code satisfies ErrorCode];
  noteErrorCode(request, userError.code);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (status === 503) reply.header('retry-after', RETRY_SECONDS);
  if (status === 429) reply.header('retry-after', reply.getHeader('retry-after') ?? '60');
  return reply.status(status).send(errorBody(userError, request.id));
}
