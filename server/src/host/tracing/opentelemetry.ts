import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span as OtelSpan } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { ATTR_ERROR_TYPE, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import type { Span, SpanStart, Tracer } from '../../kernel/tracing.ts';
import type { TraceSampler, TracingSettings } from '../config/tracing-settings.ts';

/** Only this module names packages of OpenTelemetry, and it is loaded where traces are on. */

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export interface OpenTelemetry {
  readonly tracer: Tracer;
  /** Sends what is left; may take as long as an export. */
  shutdown(): Promise<void>;
}

export interface OpenTelemetryOptions {
  readonly settings: TracingSettings;
  readonly version: string;
  /** Called where spans could not be sent, until some can be sent again. */
  readonly onSent: (problem: string | null) => void;
}

/** Spans wait in a bounded queue and are sent in the background; what does not fit is dropped. */
export function createOpenTelemetry({ settings, version, onSent }: OpenTelemetryOptions): OpenTelemetry {
  const { url, headers, serviceName, sampler } = settings;
  const exporter = watchedExporter(new OTLPTraceExporter({ url: url.href, headers: { ...headers } }), onSent);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: serviceName,
      [ATTR_SERVICE_VERSION]: version,
      'service.instance.id': randomUUID(),
    }),
    sampler: samplerOf(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const otel = provider.getTracer('rise', version);
  const propagator = new W3CTraceContextPropagator();
  const start = ({ name, kind, attributes, parent, caller, cause = null }: SpanStart): Span => {
    const context = parent
      ? trace.setSpan(ROOT_CONTEXT, otelSpanOf(parent))
      : caller
        ? propagator.extract(ROOT_CONTEXT, caller, HEADERS)
        : ROOT_CONTEXT;
    const links = cause ? [{ context: otelSpanOf(cause).spanContext() }] : [];
    return new RecordedSpan(otel.startSpan(name, { kind: KINDS[kind], attributes, links }, context));
  };
  return { tracer: { start }, shutdown: () => provider.shutdown() };
}

const HEADERS = {
  get: (carrier: SpanStart['caller'], key: string) => carrier?.[key],
  keys: (carrier: SpanStart['caller']) => Object.keys(carrier ?? {}),
};

class RecordedSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly otel: OtelSpan;

  constructor(otel: OtelSpan) {
    this.otel = otel;
    ({ traceId: this.traceId, spanId: this.spanId } = otel.spanContext());
  }

  set(attributes: SpanStart['attributes']): void {
    this.otel.setAttributes(attributes);
  }

  fail(code: string): void {
    this.otel.setAttribute(ATTR_ERROR_TYPE, code);
    this.otel.setStatus({ code: SpanStatusCode.ERROR, message: code });
  }

  end(): void {
    this.otel.end();
  }
}

const otelSpanOf = (span: Span): OtelSpan => (span as RecordedSpan).otel;

function samplerOf({ name, ratio }: TraceSampler): Sampler {
  const root =
    name.endsWith('always_on') ? new AlwaysOnSampler()
    : name.endsWith('always_off') ? new AlwaysOffSampler()
    : new TraceIdRatioBasedSampler(ratio); // prettier-ignore
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** The SDK says nowhere that an export has failed. */
function watchedExporter(exporter: SpanExporter, onSent: (problem: string | null) => void): SpanExporter {
  return {
    export(spans: ReadableSpan[], resultCallback: (result: ExportResult) => void): void {
      exporter.export(spans, (result) => {
        const { code, error } = result;
        onSent(code === ExportResultCode.SUCCESS ? null : (error?.message ?? 'unknown'));
        resultCallback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
