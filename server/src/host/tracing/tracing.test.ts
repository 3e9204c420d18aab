import { randomBytes } from 'node:crypto';
import { reportDocument, type ExportJobs } from '@rise/contract';
import {
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_SCHEME,
} from '@opentelemetry/semantic-conventions';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../../kernel/actor.ts';
import { traceFields } from '../../kernel/tracing.ts';
import { traceQueries } from '../../query/trace-query.ts';
import { onePage } from '../../testing/one-page.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../../testing/portal.ts';
import { freePort } from '../../testing/program.ts';
import { putReport } from '../../testing/put-report.ts';
import { until } from '../../testing/until.ts';
import { startTraceCollector, type ReceivedSpan, type TraceCollector } from '../../testing/trace-collector.ts';
import { loadConfig } from '../config/config.ts';
import { toUserError } from '../http/error-response.ts';
import { startTracing } from './start-tracing.ts';

const CANARY = 'Quetzal Savings Kanarya';
const EMAIL = 'wilhelmina.kanarya@alder.example';
/** A busy machine may need longer to send spans than a stop waits elsewhere. */
const PATIENCE_MS = 60_000;

const DOCUMENT = reportDocument.parse({
  title: { en: `Institutions of ${CANARY}` },
  purpose: { en: 'For tests.' },
  dataset: 'call_report',
  peers: [],
  filters: ['state'],
  measures: ['institutions'],
  ...onePage([
    { id: 'by-state', kind: 'table', title: { en: 'By state' }, dimensions: ['state'], measures: ['institutions'] },
    { id: 'by-group', kind: 'table', title: { en: 'By group' }, dimensions: ['peer_group'], measures: ['institutions'] },
  ]),
}); // prettier-ignore

let portal: TestPortal;
let person: SignedIn;
let report: string;
const lines: string[] = [];
const log = pino({ level: 'info', mixin: traceFields }, { write: (line) => void lines.push(line) });

beforeAll(async () => {
  portal = await startTestPortal({ log, engine: { onQuery: traceQueries(toUserError) } });
  const { alder } = portal.tenants;
  const names = { firstName: 'Wilhelmina', lastName: 'Kanarya' };
  person = await portal.signIn({ email: EMAIL, ...names, roles: ['tenant.user', 'tenant.admin'], tenants: [alder] });
  ({ id: report } = await portal.database.withTenant(systemIn(alder), (tx) => putReport(tx, DOCUMENT)));
});
afterAll(() => portal?.close());

const settingsOf = (environment: Record<string, string>) => loadConfig(environment, '/project').tracing;

/** What arrives at a collector of a piece of work. */
async function traced(work: () => Promise<void>, environment: Record<string, string> = {}): Promise<TraceCollector> {
  const collector = await startTraceCollector();
  try {
    const settings = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...environment });
    const stop = await startTracing({ settings, version: '1.2.3', log, flushMs: PATIENCE_MS });
    // A stop sends what waits.
    await work().finally(stop);
  } finally {
    await collector.close();
  }
  return collector;
}

const query = (body: object, headers: Record<string, string> = {}) =>
  portal.fetch('POST /api/v1/query', { cookie: person.cookie, headers, body });
const byState = (name: string) => ({
  dataset: 'call_report',
  dimensions: ['state'],
  measures: ['institutions'],
  filter: { not: { field: 'name', op: 'in', values: [name] } },
});
const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

test('a request continues its caller’s trace, and its queries are parts of it', async () => {
  const traceId = randomBytes(16).toString('hex');
  const callerSpan = randomBytes(8).toString('hex');
  const requestIds: (string | null)[] = [];
  lines.length = 0;
  const collector = await traced(async () => {
    for (let time = 0; time < 2; time += 1) {
      const response = await query(byState(CANARY), { traceparent: `00-${traceId}-${callerSpan}-01` });
      expect(response.status).toBe(200);
      requestIds.push(response.headers.get('x-request-id'));
      await response.text();
    }
  });
  const spans = collector.spans();
  const requests = named(spans, 'POST /api/v1/query');
  expect(requests.map(({ attributes }) => attributes['rise.request.id'])).toEqual(requestIds);
  expect(requests[0]).toMatchObject({
    traceId,
    parentSpanId: callerSpan,
    kind: 2,
    status: { code: 0 },
    attributes: {
      [ATTR_HTTP_REQUEST_METHOD]: 'POST',
      [ATTR_HTTP_ROUTE]: '/api/v1/query',
      [ATTR_HTTP_RESPONSE_STATUS_CODE]: 200,
      [ATTR_URL_SCHEME]: 'http',
    },
  });
  const queries = named(spans, 'query call_report');
  expect(queries.map(({ parentSpanId }) => parentSpanId)).toEqual(requests.map(({ spanId }) => spanId));
  expect(queries.map(({ attributes }) => attributes['rise.query.cache'])).toEqual(['miss', 'hit']);
  expect(queries[0]).toMatchObject({
    traceId,
    kind: 3,
    attributes: {
      [ATTR_DB_SYSTEM_NAME]: 'duckdb',
      'rise.dataset': 'call_report',
      'rise.query.kind': 'aggregate',
      'rise.tenant.id': portal.tenants.alder,
      'rise.query.wait_ms': expect.any(Number) as number,
    },
  });
  expect(queries[0]!.attributes['db.response.returned_rows']).toBeGreaterThan(50);
  expect(collector.resource()).toMatchObject({ 'service.name': 'rise', 'service.version': '1.2.3' });
  const line = lines.find((text) => text.includes('"/api/v1/query"'))!;
  expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, span_id: requests[0]!.spanId });
});

test('the tiles of a report are parts of its request, a prepared export is a trace of its own', async () => {
  const collector = await traced(async () => {
    const tiles = await portal.fetch('POST /api/v1/reports/:id/run', { cookie: person.cookie, id: report, body: {} });
    expect(tiles.status).toBe(200);
    await tiles.text();
    const body = { format: 'xlsx', state: {} };
    const prepared = await portal.fetch('POST /api/v1/reports/:id/exports', { cookie: person.cookie, id: report, body });
    expect(prepared.status).toBe(200);
    const listed = async () =>
      ((await (await portal.fetch('GET /api/v1/exports', { cookie: person.cookie })).json()) as ExportJobs).exports;
    const [job] = await until(listed, (jobs) => jobs.every(({ status }) => status !== 'running'));
    expect(job!.status).toBe('ready');
    // The job ends a moment after its file is ready, and a deletion waits for that.
    const deleted = await portal.fetch('DELETE /api/v1/exports/:id', { cookie: person.cookie, id: job!.id });
    expect(deleted.status).toBe(200);
  }); // prettier-ignore
  const spans = collector.spans();
  const [run] = named(spans, 'POST /api/v1/reports/:id/run');
  expect(spans.filter(({ parentSpanId }) => parentSpanId === run!.spanId).length).toBeGreaterThanOrEqual(2);
  const [request] = named(spans, 'POST /api/v1/reports/:id/exports');
  const [job] = named(spans, 'job export');
  expect(job).toMatchObject({
    parentSpanId: null,
    attributes: { 'rise.job.kind': 'export', 'rise.job.outcome': 'done', 'rise.tenant.id': portal.tenants.alder },
    links: [{ traceId: request!.traceId, spanId: request!.spanId }],
  });
  expect(job!.traceId).not.toBe(request!.traceId);
  const parts = named(spans, 'query call_report').filter(({ traceId }) => traceId === job!.traceId);
  expect(parts.length).toBeGreaterThanOrEqual(2);
  expect(parts.every(({ parentSpanId }) => parentSpanId === job!.spanId)).toBe(true);
});

test('an error is a code; no text, value, name, address, or token leaves the server', async () => {
  const token = await portal.tokenFor({ email: EMAIL, tenantId: portal.tenants.alder, scopes: ['read'] });
  const collector = await traced(async () => {
    await (await query({ ...byState(CANARY), measures: [CANARY.replaceAll(' ', '_').toLowerCase()] })).text();
    await (await query({ ...byState(CANARY), dataset: CANARY.replaceAll(' ', '_').toLowerCase() })).text();
    await (await portal.fetch('GET /api/v1/search', { cookie: person.cookie, search: `?q=${CANARY.split(' ')[0]}` })).text(); // prettier-ignore
    const sql = { sql: `SELECT '${CANARY}' AS a`, parameters: {} };
    await (await portal.fetch('POST /api/v1/sql', { cookie: person.cookie, body: sql })).text();
    const bearer = { authorization: `Bearer ${token}`, cookie: null };
    await (await portal.fetch('GET /api/v1/session', { headers: bearer })).text();
    await (await fetch(`${portal.url}/unknown/${encodeURIComponent(CANARY)}?a=${encodeURIComponent(EMAIL)}`)).text();
  });
  const spans = collector.spans();
  const failed = spans.filter(({ name }) => name.startsWith('query')).map(({ status }) => status);
  expect(failed).toContainEqual({ code: 2, message: 'QUERY_INVALID' });
  const requests = named(spans, 'POST /api/v1/query');
  // What the caller did wrong is no failure of the server.
  expect(requests.map(({ status, attributes }) => [status.code, attributes[ATTR_ERROR_TYPE]])).toEqual([
    [0, 'QUERY_INVALID'],
    [0, 'QUERY_INVALID'],
  ]);
  expect(named(spans, 'query aggregate')).toHaveLength(1);
  expect(named(spans, 'query sql')).toMatchObject([{ status: { code: 0 } }]);
  expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(6);
  const sent = collector.requests.map(({ body }) => body).join('\n').toLowerCase(); // prettier-ignore
  const secrets = ['kanarya', 'quetzal', 'wilhelmina', 'alder credit', 'birch', '@alder', 'select ', token, person.cookie.split('=')[1]!]; // prettier-ignore
  expect(secrets.filter((text) => sent.includes(text.toLowerCase()))).toEqual([]);
});

test('headers, the name of the service and the sampler are the installation’s', async () => {
  const unsampled = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
  const environment = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb', OTEL_SERVICE_NAME: 'portal' };
  const collector = await traced(async () => {
    await (await query(byState('x'), { traceparent: unsampled })).text();
    await (await portal.fetch('GET /api/v1/session', { cookie: person.cookie })).text();
    await (await fetch(`${portal.url}/healthz`)).text();
  }, environment);
  expect(collector.spans().map(({ name }) => name)).toEqual(['GET /api/v1/session']);
  expect(collector.resource()).toMatchObject({ 'service.name': 'portal' });
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'api-key': 'a,b' } });
  const off = await traced(async () => void (await query(byState('y'))), { OTEL_TRACES_SAMPLER: 'always_off' });
  expect(off.requests).toEqual([]);
});

test('while a collector is away or takes nothing, requests are answered, and a stop does not wait for it', async () => {
  const silent = await startTraceCollector({ answers: false });
  for (const endpoint of [`http://127.0.0.1:${await freePort()}`, silent.endpoint]) {
    const settings = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const stop = await startTracing({ settings, version: '1.2.3', log, flushMs: 50 });
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await query(byState('z'))).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await stop();
  }
  // It was given the spans, and has not answered.
  await silent.called;
  await silent.close();
});

test('without an endpoint there are no spans, and log lines name no trace', async () => {
  expect(settingsOf({ OTEL_SERVICE_NAME: 'rise' })).toBeNull();
  expect(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' })).toBeNull();
  lines.length = 0;
  const stop = await startTracing({ settings: null, version: '1.2.3', log });
  await (await query(byState('w'))).text();
  await stop();
  const line = lines.find((text) => text.includes('"/api/v1/query"'))!;
  expect(JSON.parse(line)).not.toHaveProperty('trace_id');
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is not an address of the right/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer hunter2' }, /^OTEL_EXPORTER_OTLP_HEADERS cannot be read; write it as name=va/],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /^OTEL_TRACES_SAMPLER is 'sometimes'; set one of parentbased_always_on/],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '7' }, /^OTEL_TRACES_SAMPLER_ARG is '7'; set the/],
])('a wrong setting is named: %o', (environment, expected) => {
  let message = '';
  try {
    settingsOf(environment as Record<string, string>);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(expected);
  expect(message).not.toContain('hunter2');
});
