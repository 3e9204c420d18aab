import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Config } from '../../../host/config/config.ts';
import { canWrite } from '../../../host/data-directory/write-check.ts';
import { megabytes, type Opened } from './checks.ts';

const ANSWER_MS = 5000;
const OLDEST_NODE = [20, 19] as const;
/** As much as uploads leave free. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
/** Tokens of the identity provider are refused beyond about a minute. */
const MOST_SKEW_MS = 30_000;

export function nodeVersion(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldest, oldestMinor] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return process.versions.node;
  throw new Error(`Node ${process.versions.node} is too old; install Node ${oldest}.${oldestMinor} or newer`);
}

/** Returns the provider's own time, too, as far as it says it. */
export async function identityProvider({ oidc }: Config): Promise<{ detail: string; at: number | null }> {
  if (oidc === null) return { detail: 'embedded in the server', at: null };
  const address = `${oidc.issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error: Error) => {
    throw new Error(`${address} cannot be reached (${error.message}); check OIDC_ISSUER and the network`, {
      cause: error,
    });
  });
  const { issuer } = (answer.ok ? await answer.json().catch(() => ({})) : {}) as { issuer?: string };
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (issuer?.replace(/\/$/, '') === oidc.issuer.href.replace(/\/$/, ''))
    return { detail: issuer, at: Number.isNaN(date) ? null : date };
  throw new Error(
    `${address} answers ${answer.status} and names the issuer '${issuer ?? ''}'; set OIDC_ISSUER to the address that the provider gives itself`,
  );
}

/** Sends an empty batch: collectors answer it as they do spans, and store nothing. */
export async function traces({ tracing }: Config): Promise<string> {
  if (tracing === null) return 'off';
  const { url, headers } = tracing;
  const at = `${url.origin}${url.pathname}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"resourceSpans":[]}',
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: Error) => {
    throw new Error(
      `${at} cannot be reached (${error.message}); check OTEL_EXPORTER_OTLP_ENDPOINT, a port for OTLP over HTTP, and the network`,
      { cause: error },
    );
  });
  await answer.body?.cancel();
  if (answer.ok) return `sent to ${at}`;
  throw new Error(`${at} answers ${answer.status}; check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS`);
}

export async function dataDirectory({ dataDirectory: path }: Config): Promise<string> {
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  const { bavail, bsize } = await statfs(path);
  const free = bavail * bsize;
  if (free < LEAST_FREE_BYTES)
    throw new Error(
      `only ${megabytes(free)} are free for ${path}; make room, or set a retention of versions for tenants`,
    );
  if (!(await canWrite(path))) throw new Error(`${path} takes no files; check its file system and its rights`);
  return `${path}, ${megabytes(free)} free`;
}

/** This machine's clock against those that it is compared with: sessions, tokens and schedules depend on them. */
export async function clock({ owner }: Opened, provider: number | null): Promise<string> {
  const { rows } = await owner.query<{ at: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at');
  const now = Date.now();
  const skews = [
    { name: 'database', ms: Number(rows[0]!.at) - now },
    ...(provider === null ? [] : [{ name: 'identity provider', ms: provider - now }]),
  ];
  const wrong = skews.find(({ ms }) => Math.abs(ms) > MOST_SKEW_MS);
  if (wrong)
    throw new Error(
      `the clock of the ${wrong.name} differs by ${Math.round(Math.abs(wrong.ms) / 1000)} s; synchronize both machines' clocks (NTP)`,
    );
  return `agrees with the ${skews.map(({ name }) => name).join(' and the ')}`;
}
