import type { Variables } from './variables.ts';

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export interface TraceSampler {
  readonly name: (typeof SAMPLERS)[number];
  /** The part of traces that are recorded, from 0 to 1, by those that decide by the trace's id. */
  readonly ratio: number;
}

/** Where traces are sent, by the variables that OpenTelemetry has for it. */
export interface TracingSettings {
  /** Of OTLP over HTTP, with the path of traces. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: TraceSampler;
}

/** Null where no endpoint is set, or OTEL_SDK_DISABLED turns all of it off. */
export function readTracing(variables: Variables): TracingSettings | null {
  const isDisabled = variables.choice('OTEL_SDK_DISABLED', 'false', ['true', 'false']) === 'true';
  const endpoint = variables.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'], 'http://collector:4318');
  const settings = {
    headers: readHeaders(variables),
    serviceName: variables.text('OTEL_SERVICE_NAME') ?? 'rise',
    sampler: readSampler(variables),
  };
  if (endpoint === null || isDisabled) return null;
  const base = endpoint.href.endsWith('/') ? endpoint.href : `${endpoint.href}/`;
  return { ...settings, url: new URL('v1/traces', base) };
}

/** `api-key=secret,team=reporting`, with percent-encoded values. Values are not repeated: they are secrets. */
function readHeaders(variables: Variables): Record<string, string> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS';
  const text = variables.text(name);
  const headers: Record<string, string> = {};
  for (const pair of text?.split(',') ?? []) {
    if (pair.trim() === '') continue;
    const cut = pair.indexOf('=');
    const key = pair.slice(0, Math.max(0, cut)).trim();
    const value = decoded(pair.slice(cut + 1).trim());
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(key) || value === null || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      variables.addIssue(name, 'cannot be read', 'write it as name=value,name=value, with values percent-encoded');
    else headers[key] = value;
  }
  return headers;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function readSampler(variables: Variables): TraceSampler {
  const name = variables.choice('OTEL_TRACES_SAMPLER', 'parentbased_always_on', SAMPLERS);
  const text = variables.text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = Number(text);
  if (name.endsWith('traceidratio') && !(ratio >= 0 && ratio <= 1))
    variables.addIssue('OTEL_TRACES_SAMPLER_ARG', `is '${text}'`, 'set the part of traces to record, from 0 to 1');
  return { name, ratio };
}
