import type { Tile } from '@rise/contract';
import { useBuilder } from '../builder-context.ts';

/** Sets a property of a tile; null removes an optional one. */
export function useSetter(tile: Tile) {
  const { change } = useBuilder();
  return (property: string, value: unknown) => change([{ type: 'set', at: ['tiles', tile.id, property], value }]);
}
