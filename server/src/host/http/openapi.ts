import { ERRORS, errorBody, type ErrorCode, type Route, type RouteTable } from '@rise/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Writes the OpenAPI 3.1 description of a route table. Each operation states its permission and its tenant scope. */
export function openApi(table: RouteTable, version: string): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const [key, route] of Object.entries(table)) {
    const [method, path] = key.split(' ') as [string, string];
    const template = path.replace(/:(\w+)/g, '{$1}');
    (paths[template] ??= {})[method.toLowerCase()] = operation(key, route, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rise',
      version,
      description: 'Reporting and analytics for credit unions.',
      license: { name: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'rise',
          description: 'The browser’s session; requests that change something also send x-rise-request: 1.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, or a token of the identity provider.' },
      },
    },
  };
}

const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  sse: 'text/event-stream',
  rows: 'application/x-ndjson',
};
const ARROW = 'application/vnd.apache.arrow.stream';
const DESCRIPTIONS = {
  json: 'Done',
  ndjson: 'One value per line, as they become available',
  rows: 'Rows in the requested format; in NDJSON a head, an array a row, and an end. A CSV or Arrow stream that ends without trailers is incomplete',
  sse: 'Events as they happen, each with one value as its data; a comment as heartbeat',
};
const LAST_EVENT_ID: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event received: the stream goes on after it',
  schema: { type: 'string' },
};

function operation(key: string, route: Route, components: Components): Json {
  const codes = new Set<ErrorCode>(['INTERNAL', 'SERVICE_UNAVAILABLE', ...route.errors]);
  if (route.permission !== 'public') codes.add('UNAUTHENTICATED').add('NOT_FOUND');
  if (route.input.body || route.input.query) codes.add('VALIDATION_FAILED');
  if (route.input.body) codes.add('PAYLOAD_TOO_LARGE');
  if (route.tenant === 'tenant') codes.add('TENANT_REQUIRED');
  const byStatus = new Map<number, string[]>();
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  const responses: Record<string, Json> = success(key, route, components);
  for (const [status, list] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    responses[status] = {
      description: list.join(', '),
      content: { 'application/json': { schema: components.schema(errorBody, 'output') } },
    };
  }
  return {
    operationId: key.replace(/[^\w]+/g, '_').toLowerCase(),
    summary: route.summary,
    'x-permission': route.permission,
    'x-tenant': route.tenant,
    'x-audit': route.audit.action,
    ...(route.permission === 'public' ? {} : { security: [{ session: [] }, { token: [] }] }),
    parameters: [
      ...parameters(route.input.params, 'path', components),
      ...parameters(route.input.query, 'query', components),
      ...(route.stream === 'sse' ? [LAST_EVENT_ID] : []),
    ],
    ...(route.input.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.schema(route.input.body, 'input') } },
      },
    }),
    responses,
  };
}

/** What a request that succeeds gets. */
function success(
  key: string,
  { transfer, stream, output, arrow, events }: Route,
  components: Components,
): Record<string, Json> {
  if (transfer) {
    const status = key.startsWith('POST') ? 201 : key.startsWith('HEAD') ? 200 : 204;
    return { [status]: { description: 'Done; what there is to know is in the headers' } };
  }
  const content = {
    [MEDIA_TYPES[stream ?? 'json']]: { schema: components.schema(output, 'output') },
    ...(events && { [MEDIA_TYPES.sse]: { schema: components.schema(events, 'output') } }),
    ...(arrow && { [ARROW]: { schema: { type: 'string', format: 'binary' } } }),
  };
  return { 200: { description: DESCRIPTIONS[stream ?? 'json'], content } };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', components: Components): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.schema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

/** Collects referenced schemas: a reference inside one operation must point to the document's own list. */
class Components {
  readonly schemas: Json = {};
  #count = 0;

  schema(type: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json & { $defs?: Json };
    const names = new Map(Object.keys($defs).map((name) => [name, `Shape${++this.#count}`]));
    const text = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value).replace(
          /"#\/\$defs\/([^"]+)"/g,
          (_match, name: string) => `"#/components/schemas/${names.get(name)}"`,
        ),
      ) as Json;
    for (const [name, value] of Object.entries($defs)) this.schemas[names.get(name)!] = text(value);
    return text(json);
  }
}
