import type { ChartShape, TileOf } from '@rise/contract';
import type { DataTile, Selection } from '../fields/fields.rules.ts';
import type { Look } from './shape-picker.tsx';

export const lookOf = (tile: DataTile): Look => (tile.kind === 'chart' ? tile.shape : tile.kind);

/** What a selection lacks for a look: a key of the texts; null where it fits. */
export function obstacleFor(look: Look, { measures, dimensions }: Selection) {
  const [count, by] = [measures.length, dimensions.length];
  const hasTime = dimensions.some((request) => typeof request !== 'string');
  switch (look) {
    case 'figures':
      return by === 0 || (by === 1 && hasTime) ? null : 'fewerDimensions';
    case 'table':
      return by === 0 ? 'aDimension' : null;
    case 'bar':
    case 'column':
      return by > 2 ? 'fewerDimensions' : by === 2 && count > 1 ? 'oneMeasure' : null;
    case 'line':
    case 'area':
    case 'combo':
      return by === 0 ? 'aDimension' : by > 2 ? 'fewerDimensions' : by === 2 && count > 1 ? 'oneMeasure' : null;
    case 'pie':
    case 'funnel':
      return by > 1
        ? 'fewerDimensions'
        : by === 1 && count > 1
          ? 'oneMeasure'
          : by === 0 && count < 2
            ? 'aDimension'
            : null;
    case 'treemap':
      return by === 0 ? 'aDimension' : by > 2 ? 'fewerDimensions' : count > 1 ? 'oneMeasure' : null;
    case 'waterfall':
      return by === 0 ? 'aDimension' : by > 1 ? 'fewerDimensions' : count > 1 ? 'oneMeasure' : null;
    case 'scatter':
      return by === 0
        ? 'aDimension'
        : by > 2
          ? 'fewerDimensions'
          : count < 2
            ? 'twoMeasures'
            : count > 3
              ? 'threeMeasures'
              : null;
    case 'bullet':
      return by > 1 ? 'fewerDimensions' : count > 1 ? 'oneMeasure' : null;
    case 'map':
      return by === 0 || hasTime ? 'aState' : by > 1 ? 'fewerDimensions' : count > 1 ? 'oneMeasure' : null;
    case 'heat_map':
      return by < 2 ? 'twoDimensions' : by > 2 ? 'fewerDimensions' : count > 1 ? 'oneMeasure' : null;
  }
}

/** The tile with another look; its selection, texts and filter stay. */
export function withLook(tile: DataTile, look: Look, { measures, dimensions }: Selection): DataTile {
  const { id, width, title, subtitle, dataset, of, filter, phone, print } = tile;
  const common = {
    id,
    width,
    title,
    of,
    ...(subtitle && { subtitle }),
    ...(dataset !== undefined && { dataset }),
    ...(filter && { filter }),
    ...(phone && { phone }),
    ...(print && { print }),
  };
  const [first, second] = dimensions;
  if (look === 'figures') {
    const time = first !== undefined && typeof first !== 'string' ? { field: first.field, grain: first.grain } : null;
    return {
      ...common,
      kind: 'figures',
      measures: measures.slice(0, 12),
      ...(time && { time, compare: 'previous_period' as const }),
    };
  }
  if (look === 'table')
    return { ...common, kind: 'table', dimensions: [...dimensions], measures: [...measures], subtotals: false };
  const former = tile.kind === 'chart' ? tile : null;
  const chart: TileOf<'chart'> = {
    ...common,
    kind: 'chart',
    shape: look satisfies ChartShape,
    measures: measures.slice(0, 8),
    stack: former?.stack ?? 'none',
    other: former?.other ?? true,
    order: former?.order ?? 'value',
    labels: former?.labels ?? false,
    ...(first !== undefined && { category: first }),
    ...(second !== undefined && { series: second }),
    ...(former?.references && { references: former.references }),
    ...(look === 'bullet' && former?.target !== undefined && { target: former.target }),
    ...(look === 'bullet' && former?.bands && { bands: former.bands }),
  };
  return chart;
}
