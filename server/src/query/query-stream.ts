import type { QueryMeta, ResultColumn, StreamRequest } from '@rise/contract';
import { MAX_STREAM_ROWS } from '@rise/contract';
import type { ResultStream, StreamFormat, StreamParts } from '@rise/engine';
import { arrowStreamMetadata } from './arrow-metadata.ts';
import type { RowStream } from '../kernel/api/api.ts';
import { ARROW, preferredType } from '../kernel/api/media-type.ts';
import { invalidField, type UserError } from '../kernel/errors/user-error.ts';

type StreamMeta = Pick<QueryMeta, 'dataVersion' | 'asOf' | 'averages' | 'unavailable' | 'unmapped' | 'periods'> &
  Partial<Pick<QueryMeta, 'uncomputed'>>;

export const TRUNCATION_NOTE = {
  en: `Truncated after ${MAX_STREAM_ROWS.toLocaleString('en')} rows; there are more. Narrow the filter to get all of them.`,
  tr: `${MAX_STREAM_ROWS.toLocaleString('tr')} satırdan sonra kesildi; devamı var. Tümünü almak için filtreyi daraltın.`,
};

const TYPES = {
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'ndjson' },
  csv: { contentType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  arrow: { contentType: ARROW, extension: 'arrows' },
};

/** A request whose format is known. */
export type FormattedRequest = StreamRequest & { format: NonNullable<StreamRequest['format']> };

const FORMATS = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv', [ARROW]: 'arrow' } as const;

/** The request with its own format, or else the one that `Accept` names. VALIDATION_FAILED where neither does. */
export function withFormat(request: StreamRequest, accept: string | null): FormattedRequest {
  const type = preferredType(accept, Object.keys(FORMATS) as (keyof typeof FORMATS)[]);
  const format = request.format ?? (type && FORMATS[type]);
  if (format) return { ...request, format };
  const message = `Name a format: ndjson, csv or arrow. Or send Accept with ${Object.keys(FORMATS).join(', ')}.`;
  throw invalidField('format', message);
}

/** Called when a stream fails; returns the error that the reader sees. */
type OnFailure = (error: unknown) => { userError: UserError; requestId: string };

/** A title that says the currency of its amounts, where it is not the tenant's: `Fees (TRY)`. */
function titleOf({ title, format }: ResultColumn, language: 'en' | 'tr', currency: string): string {
  const own = title[language] ?? title.en;
  return format?.currency && format.currency !== currency ? `${own} (${format.currency})` : own;
}

/** The engine's output format. `currency` is the tenant's. The truncation note appears only where the limit is ours, not the caller's. */
export function streamFormat(
  { query, format, csv }: FormattedRequest,
  columns: readonly ResultColumn[],
  { currency, ...meta }: Pick<StreamMeta, 'dataVersion' | 'asOf'> & { currency: string },
): StreamFormat {
  if (format === 'arrow') return { kind: format, metadata: arrowStreamMetadata(columns, meta) };
  if (format === 'ndjson') return { kind: format };
  const { language, head, bom } = csv;
  return {
    kind: 'csv',
    titles: columns.map((column) => (head === 'names' ? column.name : titleOf(column, language, currency))),
    delimiter: language === 'tr' ? ';' : ',',
    decimalComma: language === 'tr',
    bom,
    cutNote: query.limit === MAX_STREAM_ROWS ? TRUNCATION_NOTE[language] : null,
  };
}

/** The response: headers known before the first row, the rows, and trailers. */
export function streamResponse(
  { query, format }: FormattedRequest,
  { columns, parts }: ResultStream,
  meta: StreamMeta,
  onFailure: OnFailure,
): RowStream {
  const { dataVersion, asOf, averages, unavailable, unmapped, uncomputed } = meta;
  const name = [query.dataset, asOf, `v${dataVersion}`].filter((part) => part !== null).join('-');
  const { contentType, extension } = TYPES[format];
  return {
    contentType,
    headers: {
      'content-disposition': `attachment; filename="${name}.${extension}"`,
      'rise-data-version': String(dataVersion),
      ...(asOf !== null && { 'rise-as-of': asOf }),
      'rise-unmapped': JSON.stringify(unmapped),
      // Names only: some clients accept no more than 16 kB of headers. NDJSON's first record has the dates.
      ...named(
        'rise-period-end-balances',
        averages.filter(({ dates }) => dates.some(hasNoPrior)),
      ),
      ...named('rise-unavailable', unavailable),
      ...named('rise-uncomputed', uncomputed ?? []),
    },
    parts: format === 'ndjson' ? ndjson(parts, { columns, ...meta }, onFailure) : withTrailers(parts, onFailure),
  };
}

const hasNoPrior = ({ withoutPrior }: { withoutPrior: number }) => withoutPrior > 0;

/** A header that lists columns, if there are any. */
const named = (header: string, columns: readonly { column: string }[]): Record<string, string> =>
  columns.length === 0 ? {} : { [header]: [...new Set(columns.map(({ column }) => column))].join(', ') };

const trailersOf = ({ rowCount, truncated }: { rowCount: number; truncated: boolean }) => ({
  'rise-row-count': String(rowCount),
  'rise-truncated': String(truncated),
});

async function* withTrailers(parts: StreamParts, onFailure: OnFailure): RowStream['parts'] {
  try {
    return trailersOf(yield* parts);
  } catch (error) {
    onFailure(error);
    throw error;
  }
}

const line = (record: object) => Buffer.from(`${JSON.stringify(record)}\n`);

/** Its first record holds the columns; its last one states whether it completed or failed. */
async function* ndjson(
  parts: StreamParts,
  head: StreamMeta & { columns: ResultColumn[] },
  onFailure: OnFailure,
): RowStream['parts'] {
  // Errors before the first row leave with their HTTP status.
  const first = await parts.next();
  try {
    yield line({ type: 'head', ...head });
    for (let next = first; ; next = await parts.next()) {
      if (next.done) {
        yield line({ type: 'end', ...next.value });
        return trailersOf(next.value);
      }
      yield next.value;
    }
  } catch (error) {
    const { userError, requestId } = onFailure(error);
    const { code, message, details } = userError;
    yield line({ type: 'failed', error: { code, message, details, requestId } });
    return {};
  } finally {
    await parts.return({ rowCount: 0, truncated: false });
  }
}
