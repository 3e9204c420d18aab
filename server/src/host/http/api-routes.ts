import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import {
  BODY_BYTES,
  ERRORS,
  isUuid,
  isWithinBounds,
  requiredScope,
  TUS_VERSION,
  type Route,
  type RouteKey,
} from '@rise/contract';
import { schemaMessage } from '@rise/engine';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor.ts';
import type { Database } from '../../kernel/database/database.ts';
import {
  BinaryBody,
  JsonText,
  Events,
  type Binding,
  type Call,
  type HeadersOnly,
  type JoinEvents,
  type RowStream,
  type Transfer,
} from '../../kernel/api/api.ts';
import { findTargetsOf } from '../../audit/target-names.service.ts';
import { audit, RequestRecord, type AuditEntry } from '../../kernel/audit.ts';
import { UserError, notFound } from '../../kernel/errors/user-error.ts';
import { currentOrigin, viaOf, withOrigin } from '../../kernel/origin.ts';
import { bearerToken } from '../../kernel/api/bearer.ts';
import { languageOf } from '../../kernel/api/language.ts';
import type { LimitName, LimitService } from '../../limits/limits.service.ts';
import type { HttpOptions } from './http-options.ts';
import { describeBody, isAuditedChange } from './audited-fields.ts';
import type { OutgoingResponses } from './outgoing.ts';
import { sendRows, type RowStreamOptions } from './row-stream.ts';
import { startLines } from './start-lines.ts';
import { paced, readableOf, sendBody } from './send-parts.ts';
import { rightsCheck } from './stream-rights.ts';
import { currentBearerOf, lastEventId, openEventStream } from './event-stream.ts';

type Guarded = Pick<HttpOptions, 'database' | 'identify' | 'limits' | 'rightsMs'> & {
  readonly outgoing: OutgoingResponses;
};

/** Bytes of a stream that are in memory at a time: the parts that were read ahead, and those of its connection. */
const STREAM_BYTES = 1024 * 1024;

/** The media type of a file's bytes in tus 1.0. */
const TRANSFER_TYPE = 'application/offset+octet-stream';

/** Mounts every bound route behind the same checks: origin, rate limit, identity, permission, tenant, input. */
export function apiRoutes(options: Guarded & Pick<HttpOptions, 'bindings'>): FastifyPluginAsync {
  return async (app) => {
    const mount = (on: FastifyInstance, binding: Binding) => {
      const [method, url] = binding.key.split(' ') as [string, string];
      on.route({
        method: method as 'GET',
        url,
        bodyLimit: binding.route.bodyBytes ?? BODY_BYTES,
        // Before the body is read: an attempt counts, whatever it contains.
        ...(binding.route.limit && { onRequest: countAttempt(options.limits, binding.route, binding.route.limit) }),
        handler: (request, reply) =>
          withOrigin({ via: 'anonymous', requestId: request.id, address: request.ip }, () =>
            handleRequest(options, binding, request, reply),
          ),
      });
    };
    const transfers = options.bindings.filter(({ route }) => route.transfer);
    for (const binding of options.bindings) if (!binding.route.transfer) mount(app, binding);
    await app.register(async (files) => {
      // Only here are bytes accepted, unread: the handler reads them once the caller is known.
      files.removeAllContentTypeParsers();
      files.addContentTypeParser(TRANSFER_TYPE, (_request, payload, done) => done(null, payload));
      for (const binding of transfers) mount(files, binding);
    });
    app.all('/api/*', async () => {
      throw notFound();
    });
  };
}

async function handleRequest(
  options: Guarded,
  binding: Binding,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { key, route } = binding;
  if (route.transfer) reply.header('tus-resumable', TUS_VERSION);
  rejectCrossSite(route, request);
  const identified = await authorize(options, key, route, request);
  try {
    return await respond(options, binding, { request, reply, identified });
  } catch (error) {
    if (identified && isDenial(error, request))
      await recordDenial(options.database, identified, route, request, { code: error.code });
    throw error;
  }
}

/**
 * Whether someone asked for a thing that is not theirs. It is not told apart from one that does not exist: in another
 * tenant, the database shows neither.
 */
function isDenial(error: unknown, { params }: FastifyRequest): error is UserError {
  if (!(error instanceof UserError)) return false;
  if (error.code === 'NOT_FOUND') return Object.keys(params as object).length > 0;
  return ERRORS[error.code].status === 403;
}

/** Of the tenant in which it was tried, or above the tenants where the route is. */
async function recordDenial(
  database: Database,
  actor: Actor,
  route: Route,
  request: FastifyRequest,
  details?: Record<string, unknown>,
): Promise<void> {
  const author = route.tenant === 'global' && actor.kind === 'global' ? { ...actor, tenantId: null } : actor;
  const entry = entryOf(route, request, 'denied');
  await audit(database, author, { ...entry, details: { ...entry.details, ...details } });
}

async function respond(
  options: Guarded,
  { key, route, handler }: Binding,
  { request, reply, identified }: { request: FastifyRequest; reply: FastifyReply; identified: Actor | null },
): Promise<unknown> {
  rejectWhileReadOnly(options.database, route, request);
  const record =
    route.audit.when === 'always' || isVisit(route, identified)
      ? new RequestRecord(entryOf(route, request, 'done'), route.tenant === 'global')
      : null;
  // What a visitor only reads is recorded once it was read, not in a transaction that may turn out to be a denial.
  const isChange = route.audit.when === 'always';
  const actor = identified && record && isChange ? { ...identified, record } : identified;
  if (route.stream === 'sse') {
    const stream = {
      actor: actor as Actor,
      lastEventId: lastEventId(request),
      currentBearer: currentBearerOf(options.identify, request),
    };
    return openEventStream(reply, (await handler(stream)) as JoinEvents);
  }
  const input = readInput(route, request);
  if (record && identified && isAuditedChange(key, route))
    await describeChange(options.database, { record, actor: identified, route, request, body: input.body });
  const call: Call<Route> = {
    actor: actor as Actor,
    ...input,
    language: languageOf(actor?.language ?? undefined, request.headers['accept-language']),
    accept: request.headers.accept ?? null,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    requestId: request.id,
    signal: hangUpSignal(reply),
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
  };
  const finish = async () => {
    if (record && identified) await record.finish(options.database, identified);
  };
  if (route.transfer) {
    const { status, headers } = (await handler({ ...call, transfer: transferOf(request) })) as HeadersOnly;
    await finish();
    return reply.status(status).headers(headers).send();
  }
  if (route.arrow) reply.header('vary', 'accept');
  const { outgoing } = options;
  const streaming = (): Streaming => ({
    outgoing: outgoing.open(reply.raw, actor, STREAM_BYTES),
    checkRights: rightsCheck(route, actor as Actor, currentBearerOf(options.identify, request), options.rightsMs),
    onStarted: finish,
  });
  if (route.stream === 'rows') {
    const started = streaming();
    return sendRows(reply, (await handler(call)) as RowStream, started);
  }
  if (route.stream)
    return sendValues(reply, ndjson(route.output), handler(call) as AsyncIterable<unknown>, streaming());
  if (route.events) reply.header('vary', 'accept');
  const output = await (handler(call) as Promise<unknown>);
  if (output instanceof Events) return sendValues(reply, serverSent(route.events!), output.values, streaming());
  await finish();
  if (output instanceof BinaryBody) {
    reply.type(output.contentType);
    return sendBody(reply, [output.bytes], { outgoing, actor });
  }
  reply.type('application/json; charset=utf-8');
  const parts = output instanceof JsonText ? output.parts : [JSON.stringify(route.output.parse(output))];
  return sendBody(reply, parts, { outgoing, actor });
}

/** Whether someone above the tenants uses one's data, which its trail says of everything that they do, reads included. */
function isVisit({ tenant, stream }: Route, actor: Actor | null): boolean {
  return tenant === 'tenant' && stream !== 'sse' && actor?.kind === 'global' && actor.sessionId !== null;
}

/**
 * Cross-site requests cannot set our header: a form or an image cannot, and CORS does not allow it. A bearer token needs
 * no such proof: no browser adds one by itself, and beside one the cookie does not count.
 */
function rejectCrossSite(route: Route, request: FastifyRequest): void {
  const reads = (request.method === 'GET' || request.method === 'HEAD') && !route.mutates;
  if (reads || bearerToken(request.headers.authorization) !== null) return;
  if (request.headers['x-rise-request'] === undefined || request.headers['sec-fetch-site'] === 'cross-site')
    throw new UserError('CROSS_SITE');
}

/** An upload's bytes are not read. What a person may not do is refused for that reason, read-only or not. */
function rejectWhileReadOnly({ readOnly }: Database, route: Route, request: FastifyRequest): void {
  const reads = (request.method === 'GET' || request.method === 'HEAD') && !route.mutates;
  if (readOnly === null || reads || route.readOnly || route.inReadOnly) return;
  throw new UserError('READ_ONLY');
}

/** Counts an attempt by the client's address. Another site's page cannot use up its visitors' attempts. */
function countAttempt(limits: LimitService, route: Route, name: LimitName) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    rejectCrossSite(route, request);
    const wait = await limits.use(name, request.ip);
    if (wait === null) return;
    reply.header('retry-after', String(wait));
    throw new UserError('RATE_LIMITED');
  };
}

async function authorize(
  options: Guarded,
  key: RouteKey,
  route: Route,
  request: FastifyRequest,
): Promise<Actor | null> {
  const { cookie, authorization } = request.headers;
  const actor = await options.identify(
    { ...(cookie && { cookie }), ...(authorization && { authorization }) },
    { passive: false, address: request.ip },
  );
  const origin = currentOrigin();
  if (origin) origin.via = viaOf(actor);
  const isEmbed = actor?.kind === 'embed';
  // The viewer of an embed is anonymous everywhere else.
  if (route.permission === 'public') return isEmbed ? null : actor;
  if (!actor) throw new UserError('UNAUTHENTICATED');
  const allowed = route.permission === 'signed-in' ? !isEmbed : actor.permissions.has(route.permission);
  const isInside = actor.token === null || isWithinBounds(key, route, actor.token);
  if (!allowed || !isInside || (route.tenant === 'global' && actor.kind !== 'global')) {
    await recordDenial(options.database, actor, route, request);
    throw notFound();
  }
  const scope = requiredScope(key, route);
  if (actor.token !== null && scope !== null && !actor.token.scopes.has(scope)) {
    await recordDenial(options.database, actor, route, request);
    throw new UserError(
      'INSUFFICIENT_SCOPE',
      `This needs an API token with the scope '${scope}'; create one with --scopes ${scope}.`,
    );
  }
  if (route.tenant === 'tenant' && actor.tenantId === null) throw new UserError('TENANT_REQUIRED');
  return actor;
}

/** An invalid path parameter is NOT_FOUND; issues in query and body are reported field by field. */
function readInput(route: Route, request: FastifyRequest): Pick<Call<Route>, 'params' | 'query' | 'body'> {
  const params = route.input.params?.safeParse(request.params);
  if (params && !params.success) throw notFound();
  const parse = (schema: z.ZodType | undefined, value: unknown) =>
    schema?.parse(value, { error: schemaMessage }) as undefined;
  return {
    params: params?.data as undefined,
    query: parse(route.input.query, request.query),
    body: parse(route.input.body, request.body ?? {}),
  };
}

/** The first value of a header; null where there is none. */
function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function transferOf(request: FastifyRequest): Transfer {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return { headers, body: request.body instanceof Readable ? request.body : null };
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Every query of a report adds a listener; many listeners are no leak.
  setMaxListeners(0, controller.signal);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** How the values of a stream are written, one after the other. */
interface Framing {
  readonly contentType: string;
  frame(value: unknown): string;
}

const json = (schema: z.ZodType, value: unknown): string =>
  value instanceof JsonText ? value.text : JSON.stringify(schema.parse(value));
const ndjson = (schema: z.ZodType): Framing => ({
  contentType: 'application/x-ndjson; charset=utf-8',
  frame: (value) => `${json(schema, value)}\n`,
});
/** JSON has no line breaks of its own, which would end an event's data. */
const serverSent = (schema: z.ZodType): Framing => ({
  contentType: 'text/event-stream; charset=utf-8',
  frame: (value) => `data: ${json(schema, value)}\n\n`,
});

async function* framed(
  { frame }: Framing,
  values: AsyncIterable<unknown>,
  checkRights: () => Promise<void>,
): AsyncGenerator<Buffer> {
  for await (const value of values) {
    await checkRights();
    yield Buffer.from(frame(value));
  }
}

type Streaming = RowStreamOptions;

async function sendValues(
  reply: FastifyReply,
  framing: Framing,
  values: AsyncIterable<unknown>,
  { outgoing, checkRights, onStarted }: Streaming,
): Promise<FastifyReply> {
  const stream = await startLines(framed(framing, values, checkRights), onStarted);
  // Proxies such as Nginx would otherwise collect what is to be shown as it comes.
  reply.type(framing.contentType).header('content-encoding', 'identity').header('x-accel-buffering', 'no');
  return reply.send(readableOf(paced(stream, outgoing)));
}

/** Notes what is sent, and what it is about as it was just before: afterwards a deleted one has no name. */
async function describeChange(
  database: Database,
  {
    record,
    actor,
    route,
    request,
    body,
  }: { record: RequestRecord; actor: Actor; route: Route; request: FastifyRequest; body: unknown },
): Promise<void> {
  const sent = describeBody(body);
  const ids = Object.values(request.params as Record<string, string>).filter((value) => isUuid(value));
  const targets = await findTargetsOf(database, actor, route.tenant === 'global', ids);
  // Of several ids of a path the last one that is known is what is changed, such as a view of a report.
  const target = targets.get(ids.findLast((one) => targets.has(one)) ?? '');
  const isDeletion = request.method === 'DELETE';
  const before = Object.entries(target?.facts ?? {}).filter(([name]) => isDeletion || name in (sent.after ?? {}));
  record.note({
    ...(target?.name && { targetName: target.name }),
    ...(before.length > 0 && { before: Object.fromEntries(before) }),
    ...sent,
  });
}

function entryOf(route: Route, request: FastifyRequest, outcome: 'done' | 'denied'): AuditEntry {
  // A token is a secret, also one that has expired.
  const { id = null, token: _, ...others } = request.params as Record<string, string>;
  const details = Object.keys(others).length > 0 ? { details: others } : {};
  return { action: route.audit.action, outcome, target: id, requestId: request.id, ...details };
}
