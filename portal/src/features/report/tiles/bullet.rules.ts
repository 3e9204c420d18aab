import type { TileOf } from '@rise/contract';
import type { BulletItem } from '@rise/ui/chart-options';
import type { ChartData } from './chart-data.rules.ts';

/** The values of a bullet chart with their targets, over the tile's ranges. */
export function bulletItems(
  { categories, series }: ChartData,
  { bands }: Pick<TileOf<'chart'>, 'bands'>,
): BulletItem[] {
  const [values, targets] = series;
  return categories.map(({ key, label }, place) => ({
    key,
    label,
    value: values?.data[place] ?? null,
    target: targets?.data[place] ?? null,
    ...(bands && { bands }),
  }));
}
