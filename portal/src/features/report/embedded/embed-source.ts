import type { EmbeddedReport, Report } from '@rise/contract';
import { ApiError, createClient } from '@rise/contract/client';
import { observable, type Observable } from '@rise/ui/observable';
import { pageLanguage } from '../../../i18n/language.ts';
import type { ReportSource } from '../report-source.ts';

/** An error after which the page shows nothing any more: the token has expired or was revoked. */
export const isEnded = (error: unknown): boolean => error instanceof ApiError && [401, 404].includes(error.status);

export interface EmbedSource extends ReportSource {
  read(signal: AbortSignal): Promise<Report>;
}

/** The one report of a token. `ended` becomes the error after which nothing is shown. */
export function createEmbedSource(token: string): { source: EmbedSource; ended: Observable<unknown> } {
  const ended = observable<unknown>(null);
  const client = createClient({
    headers: { authorization: `Embed ${token}` },
    fetch: async (input, init) =>
      fetch(input, {
        ...init,
        credentials: 'omit',
        headers: { ...(init?.headers as Record<string, string>), 'accept-language': pageLanguage() },
      }),
  });
  const orEnd = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isEnded(error)) ended.set(error);
      throw error;
    }
  };
  const source: EmbedSource = {
    rights: {},
    read: async (signal) => toReport(await client.call('GET /api/v1/embed/report', { signal })),
    run: (_report, body, signal, onLine) => orEnd(client.stream('POST /api/v1/embed/run', { body, signal }, onLine)),
    offered: (_report, choice, signal) => orEnd(client.call('POST /api/v1/embed/choices', { body: choice, signal })),
    picture: (_report, hash, signal) => client.call('GET /api/v1/embed/pictures/:hash', { params: { hash }, signal }),
  };
  return { source, ended };
}

/** As the parts of an open report take it; nothing can be done with it. */
function toReport(embedded: EmbeddedReport): Report {
  return {
    ...embedded,
    key: '',
    workspace: '',
    updatedAt: embedded.loadedAt ?? embedded.expiresAt,
    template: false,
    revision: 1,
    version: 1,
    hasDraft: false,
    archivedAt: null,
    favorite: false,
    levels: {},
    targets: [],
    verified: null,
    verification: null,
    can: { edit: false, move: false, copy: false, archive: false, restore: false, verify: false, share: false },
  };
}
