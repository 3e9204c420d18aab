import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it was received. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Null: the first of its trace. */
  readonly parentSpanId: string | null;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** `code`: 0 unset, 2 error. */
  readonly status: { readonly code: number; readonly message?: string };
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export interface TraceCollector {
  /** As OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  readonly endpoint: string;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
  spans(): ReceivedSpan[];
  /** Of the service that sent the spans. */
  resource(): Readonly<Record<string, unknown>>;
  /** Resolves once a request has come in. */
  readonly called: Promise<void>;
  close(): Promise<void>;
}

interface Otlp {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}
interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
type OtlpSpan = Omit<ReceivedSpan, 'attributes' | 'parentSpanId' | 'links'> & {
  parentSpanId?: string;
  attributes: Attribute[];
  links?: ReceivedSpan['links'];
};

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Receives traces by OTLP over HTTP on this machine; one that `answers` not leaves every request open. */
export async function startTraceCollector({ answers = true } = {}): Promise<TraceCollector> {
  const requests: TraceCollector['requests'] = [];
  const open = new Set<ServerResponse>();
  let call: () => void = () => undefined;
  const called = new Promise<void>((resolve) => (call = resolve));
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      });
      call();
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      else open.add(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const received = () => requests.flatMap(({ body }) => (JSON.parse(body) as Otlp).resourceSpans);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    called,
    spans: () =>
      received()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, parentSpanId, links, ...span }) => ({
          ...span,
          parentSpanId: parentSpanId || null,
          attributes: valuesOf(attributes),
          links: links ?? [],
        })),
    resource: () => valuesOf(received()[0]!.resource.attributes),
    close() {
      for (const response of open) response.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
