import { z } from 'zod';
import { filter } from './query/filter.ts';
import { having } from './query/having.ts';
import { dimensionRequest } from './query/query.ts';
import { rowListQuery } from './query/row-list.ts';
import { annotation, conditionalFormats } from './report-formats.ts';
import { pictureReference } from './report-pictures.ts';
import { fieldName } from './values/field-name.ts';
import { GRID_COLUMNS, MIN_TILE_WIDTH } from './values/report-pages.ts';
import { localizedText } from './values/text.ts';
import { timeGrain } from './values/time-grain.ts';

/** Names a page, row or tile within its document; stable, so that links and changes find it. */
export const partId = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'Use up to 41 lowercase letters, digits and hyphens.');

/** Names a report in its tenant, and in files: the same for good. */
export const reportKey = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Name a report as its file is named, 'branch-report'.");

/** Values of a dimension, as a filter takes them. */
export const filterValues = z
  .array(z.union([z.string().min(1).max(200), z.number(), z.boolean()]))
  .min(1)
  .max(200);

const placed = {
  id: partId,
  /** Width in columns of a twelve-column row. */
  width: z.int().min(MIN_TILE_WIDTH).max(GRID_COLUMNS).default(GRID_COLUMNS),
  /** Left out on phones. */
  phone: z.literal('hidden').optional(),
  /** Left out in print, or printed on a page of its own. */
  print: z.enum(['hidden', 'break']).optional(),
};
const titled = { ...placed, title: localizedText, subtitle: localizedText.optional() };

/** Which rows a tile's figures are of. */
const data = {
  /** The report's own if omitted. The report's filters apply where this dataset has a dimension of the same name. */
  dataset: fieldName.optional(),
  /** In a report about a member: its peers, or the member itself. */
  of: z.enum(['peers', 'subject']).default('peers'),
  /** Applies beside what the reader selects. */
  filter: filter.optional(),
};

/**
 * Keeps the members whose measures pass, of all that the tile is divided by together: a state in a quarter, say. Totals are
 * of these only, and so is the rest beside the greatest. The levels below a member that a reader opens are all shown.
 */
const limited = { having: having.optional() };

/** Where readers go on from a member of the tile. */
const onwards = {
  /** Dimensions below what the tile is divided by, beside the model's hierarchies, the next one first. */
  drill: z.array(fieldName).min(1).max(6).optional(),
  /** Reports, by their keys, that open with the chosen members as filters, where they have these filters. */
  targets: z.array(reportKey).min(1).max(8).optional(),
};
/** How figures stand out. */
const formatted = { formats: conditionalFormats.optional() };

const alternativeText = z.string().min(1).max(500, 'Use at most 500 characters.');

/** The addresses that links in texts may have. */
export const imageLink = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/|mailto:)[^\s\\]+$/, 'Use an address that starts with https://, http:// or mailto:');

/** A date of the dataset and the periods that it is divided into. */
const timeAxis = z.strictObject({ field: fieldName, grain: timeGrain });

export const CHART_SHAPES = [
  'line',
  'area',
  'column',
  'bar',
  'combo',
  'pie',
  'treemap',
  'funnel',
  'waterfall',
  'scatter',
  'heat_map',
  'bullet',
  'map',
] as const;
export const chartShape = z.enum(CHART_SHAPES);
export type ChartShape = z.infer<typeof chartShape>;

/** A tile of a report. The server derives its queries from the tile and the reader's choices. */
export const tile = z.discriminatedUnion('kind', [
  /** Figures of measures; with `time` those of the latest period, their change and the course of the periods before. */
  z.strictObject({
    ...titled,
    ...data,
    ...formatted,
    kind: z.literal('figures'),
    measures: z.array(fieldName).min(1).max(12),
    time: timeAxis.optional(),
    /** What the latest period is compared with. */
    compare: z.enum(['previous_period', 'same_period_last_year', 'prior_year_end']).optional(),
  }),
  /**
   * Measures by a category and, in one measure, by series. Of many categories those with the greatest values are shown,
   * and the others combined. A scatter chart has a mark for each member of its category at the first two measures, sized
   * by a third; a heat map has its series as rows. A bullet chart compares one measure with a target, for each member of its
   * category or for all rows; a map has the states of the USA as its category, by postal code or English name.
   */
  z.strictObject({
    ...titled,
    ...data,
    ...onwards,
    ...limited,
    kind: z.literal('chart'),
    shape: chartShape,
    category: dimensionRequest.optional(),
    series: dimensionRequest.optional(),
    measures: z.array(fieldName).min(1).max(8),
    /** Lines of a combination; its other measures are columns. */
    lines: z.array(fieldName).max(8).optional(),
    stack: z.enum(['none', 'total', 'share']).default('none'),
    /** How many categories, and whether the others are combined in one more; the usual number of the shape if omitted. */
    top: z.int().min(1).max(200).optional(),
    other: z.boolean().default(true),
    /** By the first measure, or by the category; time and buckets are always in their own order. */
    order: z.enum(['value', 'category']).default('value'),
    /** Values are written at the marks. */
    labels: z.boolean().default(false),
    /** Lines across the chart at values of the first measure: a target, a limit. */
    references: z
      .array(
        z.strictObject({
          label: localizedText,
          /** Or that of a parameter of the report. */
          value: z.union([z.number(), z.strictObject({ parameter: fieldName })]),
        }),
      )
      .max(4)
      .optional(),
    /** Notes at periods or members of the category. */
    annotations: z.array(annotation).max(20).optional(),
    /** What each value of a bullet chart should reach: a number, or another measure. */
    target: z.union([z.number(), z.strictObject({ measure: fieldName })]).optional(),
    /** Upper limits of the ranges behind the values of a bullet chart, ascending; from zero on. */
    bands: z.array(z.number()).min(1).max(5).optional(),
  }),
  /**
   * Measures by dimensions, with totals recomputed from their parts. With `columns` the members of these dimensions become
   * columns; with `subtotals` each dimension but the last has rows of its own.
   */
  z.strictObject({
    ...titled,
    ...data,
    ...onwards,
    ...formatted,
    ...limited,
    kind: z.literal('table'),
    dimensions: z.array(dimensionRequest).min(1).max(10),
    columns: z.array(dimensionRequest).min(1).max(2).optional(),
    measures: z.array(fieldName).min(1).max(20),
    subtotals: z.boolean().default(false),
    order: z
      .array(z.strictObject({ field: fieldName, direction: z.enum(['asc', 'desc']).default('asc') }))
      .max(5)
      .optional(),
  }),
  /**
   * Rows one by one, page by page: those of the peers, or the subject's own. Columns are dimensions and the measures that
   * a row has a value of; the reader can order by each of them, and the filter has conditions on both.
   */
  z.strictObject({
    ...titled,
    ...data,
    kind: z.literal('rows'),
    columns: z.array(fieldName).min(1).max(30),
    order: rowListQuery.shape.order,
    pageSize: z.int().min(5).max(100).default(20),
  }),
  /** Markdown, without a frame of its own. */
  z.strictObject({
    ...placed,
    kind: z.literal('text'),
    title: localizedText.optional(),
    text: z.object({ en: z.string().min(1).max(20_000), tr: z.string().min(1).max(20_000).optional() }),
  }),
  /** A picture that was uploaded, without a frame of its own: a logo, a diagram, a photograph. */
  z.strictObject({
    ...placed,
    kind: z.literal('image'),
    title: localizedText.optional(),
    picture: pictureReference,
    /**
     * What the picture tells, for people who do not see it; false for one that only decorates. Needed before the report is
     * published, in Turkish too where the report has a Turkish title.
     */
    alternative: z
      .union([z.literal(false), z.strictObject({ en: alternativeText, tr: alternativeText.optional() })])
      .optional(),
    /** In the height of its row: the whole picture, or as much as fills the tile. */
    fit: z.enum(['contain', 'cover']).default('contain'),
    caption: localizedText.optional(),
    /** Where a click leads. */
    link: imageLink.optional(),
  }),
  /** KPI cards: each measure of the subject with peer median and percentile. */
  z.strictObject({ ...titled, kind: z.literal('kpis'), measures: z.array(fieldName).min(1).max(24) }),
  /**
   * The subject's class by the thresholds of one measure. Beside it stand further measures that the class depends on,
   * where the subject has a value of them, and notes for subjects with one of the values of a dimension.
   */
  z.strictObject({
    ...titled,
    kind: z.literal('classification'),
    measure: fieldName,
    companions: z.array(fieldName).max(6).optional(),
    notes: z
      .array(z.strictObject({ field: fieldName, values: filterValues, text: localizedText }))
      .max(6)
      .optional(),
  }),
  /** Members ranked by a measure, the one that the reader selects if omitted, with the subject highlighted. */
  z.strictObject({
    ...titled,
    kind: z.literal('ranking'),
    measure: fieldName.optional(),
    limit: z.int().min(3).max(50).default(15),
    /**
     * The least size to be ranked: from that bucket of a dimension with `bands` on. The reader can change it, it is
     * lowered to the subject's own bucket, and a filter on the dimension replaces it.
     */
    minimum: z.strictObject({ field: fieldName, from: z.string().min(1).max(200) }).optional(),
  }),
  /**
   * Distribution of the peers, or of all members where the report has no subject, over a measure, the one that the reader
   * selects if omitted, with the subject marked. With `groupBy` a box plot for each member of that dimension, of those
   * with the most members.
   */
  z.strictObject({
    ...titled,
    kind: z.literal('distribution'),
    groupBy: fieldName.optional(),
    measure: fieldName.optional(),
    buckets: z.int().min(5).max(60).default(30),
  }),
  /** Composition of the subject and its peers. `whole` is the measure that the parts add up to. */
  z.strictObject({ ...titled, kind: z.literal('mix'), whole: fieldName, parts: z.array(fieldName).min(2).max(16) }),
]);
export type Tile = z.infer<typeof tile>;
export type TileOf<Kind extends Tile['kind']> = Extract<Tile, { kind: Kind }>;

/** Kinds that compare one member with its peers, which the report has to name. */
export const SUBJECT_KINDS = ['kpis', 'classification', 'ranking', 'mix'] as const;
