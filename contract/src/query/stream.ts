import { z } from 'zod';
import { errorBody } from '../protocol/errors.ts';
import { streamQuery } from './query.ts';
import { cell, queryMeta, resultColumn, uncomputed } from './result.ts';

/** Format of a stream: NDJSON, CSV for people or programs, or Arrow's IPC streaming format. */
export const streamFormat = z.enum(['ndjson', 'csv', 'arrow']);

/** CSV conventions of a language's spreadsheets: `;` and decimal commas in Turkish. */
export const csvOptions = z.strictObject({
  language: z.enum(['en', 'tr']).default('en'),
  /** Header row: the columns' titles in that language, or their names. */
  head: z.enum(['titles', 'names']).default('titles'),
  /** Start with a byte order mark, so that spreadsheets detect UTF-8. */
  bom: z.boolean().default(false),
});

export const streamRequest = z.strictObject({
  query: streamQuery,
  /** Omitted: the media type that `Accept` names. */
  format: streamFormat.optional(),
  csv: csvOptions.default(csvOptions.parse({})),
});
export type StreamRequest = z.infer<typeof streamRequest>;

/** One NDJSON record of a stream: the head, then rows, then `end` or an error. Without one of the last two the stream was cut off. */
export const streamRecord = z.union([
  z.object({
    type: z.literal('head'),
    columns: z.array(resultColumn),
    ...queryMeta.pick({
      dataVersion: true,
      asOf: true,
      averages: true,
      unavailable: true,
      unmapped: true,
      periods: true,
    }).shape,
    /** Figures that are null because of their currencies; omitted where there are none. */
    uncomputed: z.array(uncomputed).optional(),
  }),
  z.array(cell),
  z.object({ type: z.literal('end'), ...queryMeta.pick({ rowCount: true, truncated: true }).shape }),
  /** The stream failed; the rows sent before are incomplete. */
  z.object({ type: z.literal('failed'), ...errorBody.shape }),
]);
export type StreamRecord = z.infer<typeof streamRecord>;
