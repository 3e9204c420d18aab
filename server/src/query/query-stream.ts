import type { QueryMeta, ResultColumn, StreamRequest } from '@rise/contract';
import { MAX_STREAM_ROWS } from '@rise/contract';
import type { AnswerStream, StreamFormat, StreamParts } from '@rise/engine';
import type { RowsAnswer } from '../kernel/api.ts';
import type { Failure } from '../kernel/failure.ts';

type Told = Pick<QueryMeta, 'dataVersion' | 'asOf' | 'unmapped'>;

const CUT = {
  en: `Cut here after ${MAX_STREAM_ROWS.toLocaleString('en')} rows; there are more. Narrow the filter to get them.`,
  tr: `${MAX_STREAM_ROWS.toLocaleString('tr')} satırdan sonra kesildi; devamı var. Tümünü almak için filtreyi daraltın.`,
};

const TYPES = {
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', ending: 'ndjson' },
  csv: { contentType: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
  arrow: { contentType: 'application/vnd.apache.arrow.stream', ending: 'arrows' },
};

/** Told of what ends a stream before its end; answers how the reader is told. */
type OnFailure = (error: unknown) => { failure: Failure; requestId: string };

/** How the engine is to write the rows. Who asked for no more than a number of them is not told that there are others. */
export function formatOf({ query, format, csv }: StreamRequest, columns: readonly ResultColumn[]): StreamFormat {
  if (format !== 'csv') return { kind: format };
  const { language, head, bom } = csv;
  return {
    kind: 'csv',
    titles: columns.map(({ name, title }) => (head === 'names' ? name : (title[language] ?? title.en))),
    delimiter: language === 'tr' ? ';' : ',',
    decimalComma: language === 'tr',
    bom,
    cutNote: query.limit === MAX_STREAM_ROWS ? CUT[language] : null,
  };
}

/** The rows as they are sent, with what is known about them before and after. */
export function rowsAnswer(
  { query, format }: StreamRequest,
  { columns, parts }: AnswerStream,
  told: Told,
  failed: OnFailure,
): RowsAnswer {
  const { dataVersion, asOf, unmapped } = told;
  const name = [query.dataset, asOf, `v${dataVersion}`].filter((part) => part !== null).join('-');
  const { contentType, ending } = TYPES[format];
  return {
    contentType,
    headers: {
      'content-disposition': `attachment; filename="${name}.${ending}"`,
      'rise-data-version': String(dataVersion),
      ...(asOf !== null && { 'rise-as-of': asOf }),
      'rise-unmapped': JSON.stringify(unmapped),
    },
    parts: format === 'ndjson' ? ndjson(parts, { columns, ...told }, failed) : withTrailers(parts, failed),
  };
}

const trailersOf = ({ rowCount, truncated }: { rowCount: number; truncated: boolean }) => ({
  'rise-row-count': String(rowCount),
  'rise-truncated': String(truncated),
});

async function* withTrailers(parts: StreamParts, failed: OnFailure): RowsAnswer['parts'] {
  try {
    return trailersOf(yield* parts);
  } catch (error) {
    failed(error);
    throw error;
  }
}

const line = (record: object) => Buffer.from(`${JSON.stringify(record)}\n`);

/** Its own records say what it is and how it ended, a failure on the way included. */
async function* ndjson(
  parts: StreamParts,
  head: Told & { columns: ResultColumn[] },
  failed: OnFailure,
): RowsAnswer['parts'] {
  // What is refused before the first row is refused with its status.
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
    const { failure, requestId } = failed(error);
    const { code, message, details } = failure;
    yield line({ type: 'failed', error: { code, message, details, requestId } });
    return {};
  } finally {
    await parts.return({ rowCount: 0, truncated: false });
  }
}
