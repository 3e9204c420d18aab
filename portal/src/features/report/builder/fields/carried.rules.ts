import type { TileOf } from '@rise/contract';
import { type DataTile, fieldOf } from './fields.rules.ts';

const ANNOTATED: ReadonlySet<string> = new Set(['line', 'area', 'column', 'bar', 'combo']);

const categoryOf = ({ category }: TileOf<'chart'>): string =>
  category === undefined ? '' : typeof category === 'string' ? category : `${category.field} by period`;

/** Dimensions that a tile is divided by. */
function dimensionsOf(tile: DataTile): string[] {
  if (tile.kind === 'chart')
    return [tile.category, tile.series].flatMap((one) => (one === undefined ? [] : fieldOf(one)));
  return tile.kind === 'table' ? [...tile.dimensions, ...(tile.columns ?? [])].map(fieldOf) : [];
}

const notEmpty = <T>(list: readonly T[] | undefined): T[] | undefined =>
  list && list.length > 0 ? [...list] : undefined;

function without(tile: DataTile): DataTile {
  const own = tile as DataTile & Record<string, unknown>;
  const { formats: _f, drill: _d, targets: _t, annotations: _a, having: _h, ...rest } = own;
  return rest as DataTile;
}

/** A changed tile with the author's formats, levels, targets, notes and conditions, as far as they fit it. */
export function carried(former: DataTile, next: DataTile): DataTile {
  const formats = notEmpty(
    'formats' in former && next.kind !== 'chart'
      ? former.formats?.filter(
          ({ measure, show }) => next.measures.includes(measure) && (next.kind === 'table' || show === 'rules'),
        )
      : undefined,
  );
  const leads = next.kind === 'table' || (next.kind === 'chart' && next.category !== undefined);
  const used = dimensionsOf(next);
  const drill = notEmpty(leads && 'drill' in former ? former.drill?.filter((name) => !used.includes(name)) : undefined);
  const targets = notEmpty(next.kind !== 'figures' && 'targets' in former ? former.targets : undefined);
  const having = leads && 'having' in former ? former.having : undefined;
  const annotations = notEmpty(
    former.kind === 'chart' &&
      next.kind === 'chart' &&
      ANNOTATED.has(next.shape) &&
      categoryOf(next) !== '' &&
      categoryOf(former) === categoryOf(next)
      ? former.annotations
      : undefined,
  );
  return {
    ...without(next),
    ...(formats && { formats }),
    ...(drill && { drill }),
    ...(targets && { targets }),
    ...(annotations && { annotations }),
    ...(having && { having }),
  } as DataTile;
}
