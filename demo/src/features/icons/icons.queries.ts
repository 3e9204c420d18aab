import { useQuery } from '@tanstack/react-query';
import { useDemoQuery } from '../../client/queries.ts';
import type { IconSetId } from './icon-sets.ts';

/** A set's drawings, without their `<svg>`. */
interface Shapes {
  box: number;
  shapes: Record<string, string>;
}

/** One file per set, next to the page. */
async function fetchShapes(set: IconSetId, signal: AbortSignal): Promise<Shapes> {
  const response = await fetch(new URL(`icons/${set}.json`, document.baseURI), { signal });
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return (await response.json()) as Shapes;
}

/** A set: its names from the API, and its drawings. */
export function useIconSet(set: IconSetId) {
  const names = useDemoQuery('icons', 'GET /api/ui/icons/:set', { params: { set } });
  const shapes = useQuery({ queryKey: ['icon-shapes', set], queryFn: ({ signal }) => fetchShapes(set, signal) });
  return {
    set: names.data ?? null,
    shapes: shapes.data ?? null,
    isError: names.isError || shapes.isError,
    retry: () => {
      if (names.isError) void names.refetch();
      if (shapes.isError) void shapes.refetch();
    },
  };
}
