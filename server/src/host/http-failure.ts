import { ERRORS, type ErrorBody, type ErrorCode } from '@rise/contract';
import { EngineBusy, ModelError, QueryError, QueryTimeout, WarehouseUnavailable } from '@rise/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../kernel/failure.ts';
import { modelFailure } from '../models/models.service.ts';

/** Turns anything thrown into an error of the closed list. What is not meant for the caller becomes INTERNAL. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof z.ZodError) {
    return new Failure(
      'VALIDATION_FAILED',
      undefined,
      error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
    );
  }
  if (error instanceof QueryError) return new Failure('QUERY_INVALID', error.message, error.details);
  if (error instanceof EngineBusy) return new Failure('BUSY');
  if (error instanceof ModelError) return modelFailure(error);
  if (error instanceof QueryTimeout) return new Failure('QUERY_TIMEOUT');
  if (error instanceof WarehouseUnavailable) return new Failure('WAREHOUSE_UNAVAILABLE');
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('PAYLOAD_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Failure('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('VALIDATION_FAILED', 'The request cannot be read.');
  if (code !== undefined && DATABASE_AWAY.has(code)) return new Failure('SERVICE_UNAVAILABLE');
  return new Failure('INTERNAL');
}

/** What PostgreSQL and its driver answer when the database is stopped, starting, full or gone. */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53300',
  '08006',
  '08001',
  '08003',
]);

export function errorBody(failure: Failure, requestId: string): ErrorBody {
  const error: ErrorBody['error'] = { code: failure.code, message: failure.message, requestId };
  if (failure.details && failure.details.length > 0) error.details = [...failure.details];
  return { error };
}

/** Not of HTTP and sent to nobody: where a reader left, nothing failed. */
const HUNG_UP = 499;

/** When to come back to a warehouse that has too much to do. */
const BUSY_SECONDS = '2';

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (reply.raw.destroyed) {
    request.log.info('the caller hung up');
    return reply.status(HUNG_UP).send();
  }
  const failure = toFailure(error);
  const { status } = ERRORS[failure.code satisfies ErrorCode];
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (failure.code === 'BUSY') reply.header('retry-after', BUSY_SECONDS);
  if (status === 429) reply.header('retry-after', reply.getHeader('retry-after') ?? '60');
  return reply.status(status).send(errorBody(failure, request.id));
}
