import { z } from 'zod';
import { customMeasures } from './query/custom-measures.ts';
import { filter, period } from './query/filter.ts';
import { filterValues, partId, tile } from './report-tiles.ts';
import { fieldName } from './values/field-name.ts';
import { tilesOf } from './values/report-pages.ts';
import { isWithin } from './values/report-parameters.ts';
import { localizedText } from './values/text.ts';

/**
 * The peers that a report opens with, as choices of its `peers`: those that share the subject's own value in each
 * dimension of `like` and meet each condition of `where`. What the subject has no value of, or does not meet itself, is
 * left out, which the run reports.
 */
const defaultPeers = z.strictObject({
  like: z.array(fieldName).max(5).default([]),
  /** `label` names the condition: 'federally insured'. */
  where: z
    .array(
      z.strictObject({
        field: fieldName,
        values: filterValues,
        label: localizedText,
      }),
    )
    .max(5)
    .default([]),
});

/**
 * A number that readers set, such as an assumed growth. Formulas of the report's measures name it ':name', and lines of
 * charts may be at its value.
 */
export const reportParameter = z
  .strictObject({
    name: fieldName,
    title: localizedText,
    /** Percent are shares: 0.05 is shown and entered as 5%. */
    unit: z.enum(['number', 'percent']).default('number'),
    default: z.number(),
    min: z.number().optional(),
    max: z.number().optional(),
    /** By which keys and buttons change it; a hundredth of what is usual for the unit if omitted. */
    step: z.number().positive().optional(),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    path: ['max'],
    message: 'The greatest value is below the least one.',
  })
  .refine((parameter) => isWithin(parameter, parameter.default), {
    path: ['default'],
    message: 'The default is outside of the values that readers may set.',
  });
export type ReportParameter = z.infer<typeof reportParameter>;

const reportParameters = z
  .array(reportParameter)
  .max(10)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    message: 'Two parameters have the same name. Rename one.',
  });

/** Tiles side by side. Those beyond the row's twelve columns continue below. */
export const reportRow = z.strictObject({
  id: partId,
  /** Of charts, in steps of 40 pixels; as high as their contents without it. */
  height: z.int().min(3).max(30).optional(),
  tiles: z.array(tile).min(1).max(12),
});
export type ReportRow = z.infer<typeof reportRow>;

/**
 * Rows in reading order, which is the order of keyboard, phone and print, too. The title is shown where there are
 * several pages.
 */
export const reportPage = z.strictObject({
  id: partId,
  title: localizedText,
  /** Applies to the tiles of the page that are of the report's dataset, beside the report's own filter. */
  filter: filter.optional(),
  rows: z.array(reportRow).max(60).default([]),
});
export type ReportPage = z.infer<typeof reportPage>;

const MAX_TILES = 60;

export const reportDocument = z.strictObject({
  title: localizedText,
  purpose: localizedText,
  dataset: fieldName,
  /**
   * The member the report is about: `key` identifies it, `title` is its name, `size` ranks suggestions, `count` counts
   * the members behind each filter option. None: the report compares nobody.
   */
  subject: z
    .strictObject({
      key: fieldName,
      title: fieldName,
      details: z.array(fieldName).max(4),
      size: fieldName,
      count: fieldName.optional(),
      label: localizedText,
    })
    .optional(),
  /** Dimensions that choose the peers. The subject's own figures do not depend on them. */
  peers: z.array(fieldName).max(12).default([]),
  /** The peers while the reader has chosen none; all without it. */
  defaultPeers: defaultPeers.optional(),
  /** Dimensions that the reader can filter all tiles by. */
  filters: z.array(fieldName).max(12).default([]),
  /** The date by whose days the reader limits the report, and the range that it opens with; all days without it. */
  period: z.strictObject({ field: fieldName, default: period.optional() }).optional(),
  /** Applies to all tiles of the report's dataset, beside what the reader selects. */
  filter: filter.optional(),
  /** Measures the reader can select for ranking and distribution. */
  measures: z.array(fieldName).max(50).default([]),
  /**
   * Measures that the report defines, over those of its dataset. Tiles use them like the dataset's, except for lists of
   * rows; the subject's size and count are measures of the dataset.
   */
  customMeasures,
  /** Omitted: none. */
  parameters: reportParameters.optional(),
  pages: z
    .array(reportPage)
    .min(1)
    .max(20)
    .refine((pages) => tilesOf({ pages }).length <= MAX_TILES, {
      message: `A report has at most ${MAX_TILES} tiles. Move some to another report.`,
    }),
});
export type ReportDocument = z.infer<typeof reportDocument>;
export type ReportSubject = NonNullable<ReportDocument['subject']>;
