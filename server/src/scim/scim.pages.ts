import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../kernel/errors/database-unavailable.ts';
import { withOrigin } from '../kernel/origin.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.rules.ts';
import { toList } from './resources.rules.ts';
import { ScimBusy, type ScimAccess, type ScimCaller } from './scim-access.service.ts';
import { groupEndpoints, userEndpoints, type Endpoint } from './scim-endpoints.ts';
import { invalid, missing, ScimError } from './scim-error.ts';
import { toScimError, type ScimRequests, type ScimResponse } from './scim-requests.service.ts';

/** Where providers find the service, below the portal's address. */
export const SCIM_PATH = '/scim/v2';

/** A group with some ten thousand members. */
const BODY_BYTES = 2 * 1024 * 1024;
const MEDIA_TYPE = 'application/scim+json; charset=utf-8';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface ScimPagesOptions {
  readonly access: ScimAccess;
  readonly requests: ScimRequests;
  /** The portal's public address. */
  readonly publicUrl: URL;
}

type Request = FastifyRequest<{ Params: { id?: string }; Querystring: Record<string, unknown> }>;

/** The provider's side of provisioning (RFC 7644): people and groups of the tenant of a token. */
export function scimPages({ access, requests, publicUrl }: ScimPagesOptions): FastifyPluginAsync {
  const base = new URL(SCIM_PATH, publicUrl).href;
  const callers = new WeakMap<FastifyRequest, ScimCaller>();
  const originOf = ({ id, ip }: FastifyRequest) => ({ via: 'token', requestId: id, address: ip }) as const;

  /** Runs in the caller's tenant, with a record in its audit trail. */
  const run = (
    request: Request,
    reply: FastifyReply,
    action: string,
    work: Parameters<ScimRequests['run']>[2],
  ): Promise<FastifyReply> =>
    withOrigin(originOf(request), async () => {
      const { method, url, params } = request;
      const call = {
        caller: callers.get(request)!,
        action,
        method,
        path: url.slice(SCIM_PATH.length),
        target: params.id ?? null,
      };
      return send(reply, await requests.run(call, method === 'GET' ? 'reads' : 'writes', work));
    });

  return async (app) => {
    await app.register(
      async (scim) => {
        scim.removeAllContentTypeParsers();
        scim.addContentTypeParser(
          ['application/scim+json', 'application/json'],
          { parseAs: 'string', bodyLimit: BODY_BYTES },
          (_request, body, done) => {
            try {
              done(null, body === '' ? undefined : JSON.parse(body as string));
            } catch {
              done(invalid('invalidSyntax', 'The body is not valid JSON.'));
            }
          },
        );
        scim.setErrorHandler((error, request, reply) => sendError(error, request, reply));
        // Before the body is read: nobody without a token has the server read one.
        scim.addHook('onRequest', async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const { authorization } = request.headers;
          callers.set(request, await withOrigin(originOf(request), () => access.recognize(authorization)));
        });
        for (const { method, url, action, endpoint } of ROUTES)
          scim.route({
            method,
            url,
            bodyLimit: BODY_BYTES,
            handler: (request, reply) =>
              run(request as Request, reply, action, (tx) => endpoint(tx, incomingOf(request as Request, base))),
          });
        const documents: readonly (readonly [string, readonly Document[]])[] = [
          ['/ResourceTypes', resourceTypes(base)],
          ['/Schemas', schemas(base)],
        ];
        scim.get('/ServiceProviderConfig', (request, reply) =>
          run(request as Request, reply, DISCOVERY_ACTION, async () => ({
            status: 200,
            body: serviceProviderConfig(base),
          })),
        );
        for (const [path, list] of documents) {
          scim.get(path, (request, reply) =>
            run(request as Request, reply, DISCOVERY_ACTION, async () => {
              if ((request as Request).query['filter'] !== undefined)
                throw new ScimError(403, 'These are not filtered (RFC 7644, section 4).');
              return { status: 200, body: toList(list, list.length, 1) };
            }),
          );
          scim.get(`${path}/:id`, (request, reply) =>
            run(request as Request, reply, DISCOVERY_ACTION, async () => {
              const { id = '' } = (request as Request).params;
              const found = list.find((one) => one.id.toLowerCase() === id.toLowerCase());
              if (!found) throw missing('resource', id);
              return { status: 200, body: found };
            }),
          );
        }
        for (const url of ['/', '/*'])
          scim.all(url, async (request) => {
            throw new ScimError(404, `There is nothing at '${request.url.slice(0, 200)}'.`);
          });
      },
      { prefix: SCIM_PATH },
    );
  };
}

type Document = Record<string, unknown> & { readonly id: string };

const DISCOVERY_ACTION = 'scim.discovery';
const ROUTES: readonly { method: string; url: string; action: string; endpoint: Endpoint }[] = [
  { method: 'GET', url: '/Users', action: 'scim.user.list', endpoint: userEndpoints.list },
  { method: 'POST', url: '/Users', action: 'scim.user.create', endpoint: userEndpoints.create },
  { method: 'GET', url: '/Users/:id', action: 'scim.user.read', endpoint: userEndpoints.read },
  { method: 'PUT', url: '/Users/:id', action: 'scim.user.replace', endpoint: userEndpoints.replace },
  { method: 'PATCH', url: '/Users/:id', action: 'scim.user.change', endpoint: userEndpoints.change },
  { method: 'DELETE', url: '/Users/:id', action: 'scim.user.delete', endpoint: userEndpoints.delete },
  { method: 'GET', url: '/Groups', action: 'scim.group.list', endpoint: groupEndpoints.list },
  { method: 'POST', url: '/Groups', action: 'scim.group.create', endpoint: groupEndpoints.create },
  { method: 'GET', url: '/Groups/:id', action: 'scim.group.read', endpoint: groupEndpoints.read },
  { method: 'PUT', url: '/Groups/:id', action: 'scim.group.replace', endpoint: groupEndpoints.replace },
  { method: 'PATCH', url: '/Groups/:id', action: 'scim.group.change', endpoint: groupEndpoints.change },
  { method: 'DELETE', url: '/Groups/:id', action: 'scim.group.delete', endpoint: groupEndpoints.delete },
];

const incomingOf = ({ params, query, body, headers }: Request, base: string) => ({
  id: params.id ?? '',
  query,
  body,
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
  base,
});

function send(reply: FastifyReply, { status, body, headers = {} }: ScimResponse): FastifyReply {
  reply.status(status).headers(headers);
  return body === null ? reply.send() : reply.type(MEDIA_TYPE).send(JSON.stringify(body));
}

/** Errors of the server itself go to its own handler, which logs them; what a provider receives has the standard's form. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toScimError(error) ?? fromFastify(error);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  if (known.status === 401) reply.header('www-authenticate', 'Bearer realm="scim"');
  if (known instanceof ScimBusy) reply.header('retry-after', String(known.seconds));
  if (known.status === 503) reply.header('retry-after', '5');
  const body = {
    schemas: [ERROR_SCHEMA],
    status: String(known.status),
    ...(known.scimType !== null && { scimType: known.scimType }),
    detail: known.message,
  };
  return reply.status(known.status).type(MEDIA_TYPE).send(JSON.stringify(body));
}

function fromFastify(error: unknown): ScimError {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ScimError(413, `Send at most ${BODY_BYTES} bytes.`);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ScimError(415, 'Send application/scim+json.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ScimError(statusCode, (error as Error).message);
  if (error instanceof DatabaseUnavailable) return new ScimError(503, 'The server cannot answer at the moment.');
  return new ScimError(500, 'The server made a mistake. It is recorded; try again.');
}
