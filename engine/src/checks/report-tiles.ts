import { columnOf, SUBJECT_KINDS } from '@rise/contract';
import type { DimensionRequest, Filter, Having, Tile, TileOf } from '@rise/contract';
import type { IssuePath } from '../errors.ts';

/** A name in a tile, with what it has to be. */
export interface TileName {
  readonly kind: 'dimension' | 'measure';
  readonly path: IssuePath;
  readonly name: string;
}

const measures = (key: string, names: readonly string[] = []): TileName[] =>
  names.map((name, index) => ({ kind: 'measure', path: [key, index], name }));

const dimension = (path: IssuePath, request: DimensionRequest | undefined): TileName[] => {
  if (request === undefined) return [];
  return [{ kind: 'dimension', path, name: typeof request === 'string' ? request : request.field }];
};

const dimensions = (key: string, requests: readonly DimensionRequest[] = []): TileName[] =>
  requests.flatMap((request, index) => dimension([key, index], request));

const targetMeasure = ({ target }: TileOf<'chart'>): TileName[] =>
  typeof target === 'object' ? [{ kind: 'measure', path: ['target', 'measure'], name: target.measure }] : [];

/** Dimensions that a filter names. */
export function namesInFilter(filter: Filter | undefined, path: IssuePath): TileName[] {
  if (filter === undefined) return [];
  if ('all' in filter) return filter.all.flatMap((part, index) => namesInFilter(part, [...path, 'all', index]));
  if ('any' in filter) return filter.any.flatMap((part, index) => namesInFilter(part, [...path, 'any', index]));
  if ('not' in filter) return namesInFilter(filter.not, [...path, 'not']);
  const other = 'otherField' in filter ? dimension([...path, 'otherField'], filter.otherField) : [];
  return [...dimension([...path, 'field'], filter.field), ...other];
}

/** Measures that a condition on measures names. */
function namesInHaving(having: Having | undefined, path: IssuePath): TileName[] {
  if (having === undefined) return [];
  if ('all' in having) return having.all.flatMap((part, index) => namesInHaving(part, [...path, 'all', index]));
  if ('any' in having) return having.any.flatMap((part, index) => namesInHaving(part, [...path, 'any', index]));
  if ('not' in having) return namesInHaving(having.not, [...path, 'not']);
  return [{ kind: 'measure', path: [...path, 'measure'], name: having.measure }];
}

/** Measures whose figures stand out, and those that decide it. */
const namesInFormats = (formats: TileOf<'table'>['formats'] = []): TileName[] =>
  formats.flatMap((format, index) => {
    const named = (path: IssuePath, name: string | undefined): TileName[] =>
      name === undefined ? [] : [{ kind: 'measure', path: ['formats', index, ...path], name }];
    const rules = format.show === 'rules' ? format.rules : [];
    return [
      ...named(['measure'], format.measure),
      ...rules.flatMap(({ of, target }, place) => [
        ...named(['rules', place, 'of'], of),
        ...named(['rules', place, 'target'], target),
      ]),
    ];
  });

/** The names of dimensions and measures in a tile, but for a list of rows, whose columns and conditions can be of either. */
export function namesInTile(tile: Tile): TileName[] {
  switch (tile.kind) {
    case 'figures':
      return [
        ...measures('measures', tile.measures),
        ...(tile.time ? dimension(['time', 'field'], tile.time.field) : []),
        ...namesInFormats(tile.formats),
        ...namesInFilter(tile.filter, ['filter']),
      ];
    case 'chart':
      return [
        ...dimension(['category'], tile.category),
        ...dimension(['series'], tile.series),
        ...dimensions('drill', tile.drill),
        ...measures('measures', tile.measures),
        ...targetMeasure(tile),
        ...namesInFilter(tile.filter, ['filter']),
        ...namesInHaving(tile.having, ['having']),
      ];
    case 'table':
      return [
        ...dimensions('dimensions', tile.dimensions),
        ...dimensions('columns', tile.columns),
        ...dimensions('drill', tile.drill),
        ...measures('measures', tile.measures),
        ...namesInFormats(tile.formats),
        ...namesInFilter(tile.filter, ['filter']),
        ...namesInHaving(tile.having, ['having']),
      ];
    case 'kpis':
      return measures('measures', tile.measures);
    case 'classification':
      return [{ kind: 'measure', path: ['measure'], name: tile.measure }, ...measures('companions', tile.companions)];
    case 'mix':
      return [{ kind: 'measure', path: ['whole'], name: tile.whole }, ...measures('parts', tile.parts)];
    case 'distribution':
      return [
        ...(tile.measure === undefined ? [] : [{ kind: 'measure' as const, path: ['measure'], name: tile.measure }]),
        ...(tile.groupBy === undefined ? [] : [{ kind: 'dimension' as const, path: ['groupBy'], name: tile.groupBy }]),
      ];
    case 'ranking':
      return tile.measure === undefined ? [] : [{ kind: 'measure', path: ['measure'], name: tile.measure }];
    case 'rows':
    case 'text':
    case 'image':
      return [];
    default:
      return tile satisfies never;
  }
}

/** What a tile lacks to be drawn, with the remedy, by its path in the tile. */
export function gapsInTile(tile: Tile, { hasSubject, hasMeasures }: { hasSubject: boolean; hasMeasures: boolean }) {
  const gaps: { path: IssuePath; message: string }[] = [];
  const gap = (path: IssuePath, message: string) => void gaps.push({ path, message });
  if (!hasSubject && (SUBJECT_KINDS as readonly string[]).includes(tile.kind))
    gap(['kind'], `A report without 'subject' compares nobody. Name whom it is about, or use another kind of tile.`);
  if (!hasSubject && 'of' in tile && tile.of === 'subject')
    gap(['of'], `The report has no 'subject'. Name whom it is about, or leave 'of' out.`);
  if (!hasMeasures && (tile.kind === 'ranking' || tile.kind === 'distribution') && tile.measure === undefined)
    gap(['measure'], `Name a measure here, or several under the report's 'measures' for readers to choose from.`);
  if (tile.kind === 'chart') for (const { path, message } of gapsInChart(tile)) gap(path, message);
  if (tile.kind === 'chart' || tile.kind === 'table') {
    const taken = tile.kind === 'chart' ? [tile.category, tile.series] : [...tile.dimensions, ...(tile.columns ?? [])];
    const names = new Set(taken.filter((request) => request !== undefined).map(columnOf));
    for (const [index, name] of (tile.drill ?? []).entries())
      if (names.has(name) || tile.drill!.indexOf(name) < index)
        gap(['drill', index], `'${name}' is there twice. Name each level once.`);
  }
  if (tile.kind === 'figures' || tile.kind === 'table')
    for (const { path, message } of gapsInFormats(tile)) gap(path, message);
  if (tile.kind === 'table') {
    const columns = [...tile.dimensions, ...(tile.columns ?? [])].map(columnOf);
    const twice = columns.find((name, index) => columns.indexOf(name) < index);
    if (twice !== undefined) gap(['dimensions'], `'${twice}' is there twice. Leave one out.`);
    const known = new Set([...columns, ...tile.measures]);
    for (const [index, { field }] of (tile.order ?? []).entries())
      if (!known.has(field))
        gap(['order', index, 'field'], `'${field}' is not a column of the table. Name one that is.`);
  }
  return gaps;
}

/** Of each measure, rules and a scale are there once, and of those that the tile shows. */
function gapsInFormats({ kind, measures: shown, formats = [] }: TileOf<'figures'> | TileOf<'table'>) {
  const gaps: { path: IssuePath; message: string }[] = [];
  const seen = new Set<string>();
  for (const [index, { measure, show }] of formats.entries()) {
    const at = (key: string): IssuePath => ['formats', index, key];
    const use = `${measure} ${show === 'rules' ? 'rules' : 'scale'}`;
    if (!shown.includes(measure))
      gaps.push({ path: at('measure'), message: `'${measure}' is not among the tile's measures. Name one that is.` });
    if (seen.has(use))
      gaps.push({ path: at('measure'), message: `'${measure}' has such a format already. Put them together.` });
    if (kind === 'figures' && show !== 'rules')
      gaps.push({ path: at('show'), message: `Cards have no columns to compare. Use 'rules', or a table.` });
    seen.add(use);
  }
  return gaps;
}

/** Shapes with an axis of categories, along which there is room for notes. */
const ANNOTATED: ReadonlySet<string> = new Set(['line', 'area', 'column', 'bar', 'combo']);

function gapsInAnnotations({ shape, category, annotations = [] }: TileOf<'chart'>) {
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (annotations.length > 0 && (category === undefined || !ANNOTATED.has(shape)))
    return [{ path: ['annotations'], message: `Only charts along a category have notes. Leave them out.` }];
  return annotations.flatMap(({ at }, index) =>
    typeof category === 'string' || isDay(at)
      ? []
      : [{ path: ['annotations', index, 'at'], message: `Name a day as 'YYYY-MM-DD', whose period the note is at.` }],
  );
}

function gapsInChart(tile: TileOf<'chart'>): { path: IssuePath; message: string }[] {
  const { shape, category, series } = tile;
  const count = tile.measures.length;
  const gaps: { path: IssuePath; message: string }[] = [];
  const gap = (path: IssuePath, message: string) => void gaps.push({ path, message });
  if (category === undefined && !['funnel', 'bar', 'column', 'pie', 'bullet'].includes(shape))
    gap(['category'], `A chart of the shape '${shape}' needs a category. Name a dimension.`);
  if (series !== undefined && count > 1 && shape !== 'scatter')
    gap(['series'], `Series divide one measure. Leave them out, or name a single measure.`);
  if (series !== undefined && category === undefined) gap(['category'], `Name a category, too, or use series as one.`);
  if (shape === 'scatter' && (count < 2 || count > 3))
    gap(['measures'], `A scatter chart takes two measures, and a third for the size.`);
  if (shape === 'heat_map' && series === undefined)
    gap(['series'], `A heat map needs a second dimension for its rows.`);
  if (['heat_map', 'treemap', 'waterfall', 'bullet', 'map'].includes(shape) && count !== 1)
    gap(['measures'], `A chart of the shape '${shape}' takes one measure.`);
  if (shape === 'pie' && category !== undefined && count !== 1)
    gap(['measures'], `A pie of a category takes one measure.`);
  if (tile.having && category === undefined)
    gap(['having'], `A chart without a category has no members to leave out. Name one, or leave 'having' out.`);
  if (tile.drill && category === undefined) gap(['drill'], `A chart without a category has no levels. Name one first.`);
  gaps.push(...gapsInAnnotations(tile));
  for (const issue of gapsInBulletOrMap(tile)) gap(issue.path, issue.message);
  for (const [index, name] of (tile.lines ?? []).entries())
    if (!tile.measures.includes(name)) gap(['lines', index], `'${name}' is not among the chart's measures.`);
  return gaps;
}

function gapsInBulletOrMap({ shape, category, series, measures: names, target, bands = [] }: TileOf<'chart'>) {
  const gaps: { path: IssuePath; message: string }[] = [];
  const gap = (path: IssuePath, message: string) => void gaps.push({ path, message });
  if (series !== undefined && (shape === 'bullet' || shape === 'map'))
    gap(['series'], `A chart of the shape '${shape}' has no series. Leave them out.`);
  if (shape === 'map' && category !== undefined && typeof category !== 'string')
    gap(['category'], `A map shows states. Name a dimension that has them.`);
  for (const name of ['target', 'bands'] as const)
    if (shape !== 'bullet' && { target, bands: bands[0] }[name] !== undefined)
      gap([name], `Only a chart of the shape 'bullet' has '${name}'. Leave it out.`);
  if (typeof target === 'object' && names.includes(target.measure))
    gap(['target', 'measure'], `'${target.measure}' is what the chart shows. Name another measure, or a number.`);
  if (bands.some((limit, index) => index > 0 && limit <= bands[index - 1]!))
    gap(['bands'], `The limits have to ascend. Put the least first, and each once.`);
  return gaps;
}
