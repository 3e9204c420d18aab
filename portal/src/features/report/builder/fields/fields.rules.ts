import type {
  CatalogDataset,
  CatalogDimension,
  CatalogMeasure,
  DimensionRequest,
  LocalizedText,
  ReportDocument,
  Tile,
  TileOf,
} from '@rise/contract';

/** Tiles that show measures by dimensions of a dataset. */
export type DataTile = TileOf<'figures'> | TileOf<'chart'> | TileOf<'table'>;

export const isDataTile = (tile: Tile): tile is DataTile =>
  tile.kind === 'figures' || tile.kind === 'chart' || tile.kind === 'table';

/** What a tile shows, whatever its kind. */
export interface Selection {
  measures: readonly string[];
  dimensions: readonly DimensionRequest[];
}

export const fieldOf = (request: DimensionRequest): string => (typeof request === 'string' ? request : request.field);

export function selectionOf(tile: DataTile): Selection {
  switch (tile.kind) {
    case 'figures':
      return { measures: tile.measures, dimensions: tile.time ? [{ ...tile.time, fill: false }] : [] };
    case 'chart':
      return { measures: tile.measures, dimensions: [tile.category, tile.series].filter((part) => part !== undefined) };
    case 'table':
      return { measures: tile.measures, dimensions: [...tile.dimensions, ...(tile.columns ?? [])] };
  }
}

/** With a measure or a dimension more, or without it where it is there. */
export function toggled(selection: Selection, field: CatalogField): Selection {
  const { name } = field.field;
  if (field.kind === 'measure') {
    const { measures } = selection;
    return {
      ...selection,
      measures: measures.includes(name) ? measures.filter((one) => one !== name) : [...measures, name],
    };
  }
  const { dimensions } = selection;
  const isThere = dimensions.some((request) => fieldOf(request) === name);
  return {
    ...selection,
    dimensions: isThere
      ? dimensions.filter((request) => fieldOf(request) !== name)
      : [...dimensions, requestOf(field.field)],
  };
}

/** Dates are shown by month to begin with. */
export const requestOf = ({ name, type }: CatalogDimension): DimensionRequest =>
  type === 'date' || type === 'timestamp' ? { field: name, grain: 'month', fill: false } : name;

export type CatalogField = { kind: 'measure'; field: CatalogMeasure } | { kind: 'dimension'; field: CatalogDimension };

const STATE = /(^|_)state($|_)/;

const isTime = (request: DimensionRequest | undefined): boolean => request !== undefined && typeof request !== 'string';

/** How a selection is best shown. Null where there is nothing to show yet. */
export function suggest(selection: Selection, dataset: CatalogDataset): Suggestion | null {
  const { measures, dimensions } = selection;
  const [first, second] = dimensions;
  if (measures.length === 0) return null;
  if (dimensions.length === 0) return { kind: 'figures', measures: measures.slice(0, 12) };
  if (dimensions.length > 2 || measures.length > 4 || (second !== undefined && measures.length > 1))
    return { kind: 'table', dimensions, measures };
  const units = new Set(measures.map((name) => dataset.measures.find((item) => item.name === name)?.format.unit));
  const time = dimensions.find(isTime);
  const category = time ?? first!;
  const series = dimensions.find((request) => request !== category);
  const chart = (shape: TileOf<'chart'>['shape']): Suggestion => ({
    kind: 'chart',
    shape,
    category,
    measures,
    ...(series && { series }),
  });
  if (time) return chart(units.size > 1 ? 'combo' : 'line');
  if (second !== undefined) return chart('heat_map');
  if (units.size > 1) return measures.length === 2 ? chart('combo') : { kind: 'table', dimensions, measures };
  const dimension = dataset.dimensions.find(({ name }) => name === fieldOf(category));
  const isOrdered = dimension?.type === 'integer' && !STATE.test(dimension.name);
  return chart(isOrdered ? 'column' : 'bar');
}

export type Suggestion =
  | { kind: 'figures'; measures: readonly string[] }
  | {
      kind: 'chart';
      shape: TileOf<'chart'>['shape'];
      category: DimensionRequest;
      series?: DimensionRequest;
      measures: readonly string[];
    }
  | { kind: 'table'; dimensions: readonly DimensionRequest[]; measures: readonly string[] };

/** Properties that a tile of a kind has beside its selection, with their defaults. */
const DEFAULTS = {
  figures: {},
  chart: { stack: 'none', other: true, order: 'value', labels: false },
  table: { subtotals: false },
} as const;

type Base = Pick<DataTile, 'id' | 'width' | 'title' | 'of'> &
  Partial<Pick<DataTile, 'dataset' | 'filter' | 'subtitle' | 'phone' | 'print'>>;

/** A tile as suggested, which keeps its place, its texts and its filter. */
export function suggestedTile(
  suggestion: Suggestion,
  { id, width, title, of, dataset, filter, subtitle, phone, print }: Base,
): DataTile {
  const common = {
    id,
    width,
    title,
    of,
    ...(dataset !== undefined && { dataset }),
    ...(filter !== undefined && { filter }),
    ...(subtitle !== undefined && { subtitle }),
    ...(phone !== undefined && { phone }),
    ...(print !== undefined && { print }),
  };
  return { ...common, ...DEFAULTS[suggestion.kind], ...suggestion } as DataTile;
}

/** The same tile with another selection in its own kind; null where the kind cannot show it. */
export function withSelection(tile: DataTile, { measures, dimensions }: Selection): DataTile | null {
  if (measures.length === 0) return null;
  const [first, second, third] = dimensions;
  switch (tile.kind) {
    case 'figures': {
      if (second !== undefined || measures.length > 12 || (first !== undefined && typeof first === 'string'))
        return null;
      const { time: _time, compare, ...rest } = tile;
      return first === undefined
        ? { ...rest, measures: [...measures] }
        : {
            ...rest,
            measures: [...measures],
            time: { field: (first as { field: string }).field, grain: (first as { grain: 'month' }).grain },
            compare: compare ?? 'previous_period',
          };
    }
    case 'chart': {
      if (third !== undefined || (second !== undefined && measures.length > 1 && tile.shape !== 'scatter')) return null;
      if (first === undefined && !['bar', 'column', 'pie', 'funnel', 'bullet'].includes(tile.shape)) return null;
      if (tile.shape === 'bullet' && (measures.length > 1 || second !== undefined)) return null;
      if (tile.shape === 'map' && (measures.length > 1 || second !== undefined || isTime(first))) return null;
      const { category: _category, series: _series, lines, ...rest } = tile;
      const drawn = lines?.filter((name) => measures.includes(name));
      return {
        ...rest,
        measures: measures.slice(0, 8),
        ...(first !== undefined && { category: first }),
        ...(second !== undefined && { series: second }),
        ...(drawn && drawn.length > 0 && { lines: drawn }),
      };
    }
    case 'table': {
      if (first === undefined) return null;
      const across = new Set((tile.columns ?? []).map(fieldOf));
      const down = dimensions.filter((request) => !across.has(fieldOf(request)));
      const columns = dimensions.filter((request) => across.has(fieldOf(request)));
      if (down.length === 0) return null;
      const { columns: _columns, order: _order, ...rest } = tile;
      return { ...rest, dimensions: down, measures: [...measures], ...(columns.length > 0 && { columns }) };
    }
  }
}

/** Titles of the fields of a selection: 'Total assets by State'. */
export function titleFor({ measures, dimensions }: Selection, dataset: CatalogDataset): LocalizedText {
  const measureTitles = measures.map(
    (name) => dataset.measures.find((item) => item.name === name)?.title ?? { en: name },
  );
  const dimensionTitles = dimensions.map(
    (request) => dataset.dimensions.find((item) => item.name === fieldOf(request))?.title ?? { en: fieldOf(request) },
  );
  const list = (titles: readonly LocalizedText[], language: 'en' | 'tr') =>
    titles
      .slice(0, 3)
      .map((title) => (language === 'tr' ? (title.tr ?? title.en) : title.en))
      .join(', ');
  const what = { en: list(measureTitles, 'en'), tr: list(measureTitles, 'tr') };
  if (dimensionTitles.length === 0) return what;
  return {
    en: `${what.en} by ${list(dimensionTitles, 'en').toLowerCase()}`,
    tr: `${what.tr} – ${list(dimensionTitles, 'tr').toLocaleLowerCase('tr')} bazında`,
  };
}

/** The dataset of a tile. */
export const datasetOf = ({ dataset }: Pick<ReportDocument, 'dataset'>, tile: Tile | null): string =>
  (tile && 'dataset' in tile ? tile.dataset : undefined) ?? dataset;
