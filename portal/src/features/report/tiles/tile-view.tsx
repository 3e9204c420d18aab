import type { Tile } from '@rise/contract';
import type { TileRun } from '../report-run.ts';
import { ClassificationTileView } from './classification-tile.tsx';
import { DistributionTileView } from './distribution-tile.tsx';
import { KpisTileView } from './kpis-tile.tsx';
import { MixTileView } from './mix-tile.tsx';
import { RankingTileView } from './ranking-tile.tsx';
import { RowsTileView } from './rows-tile.tsx';
import { TableTileView } from './table-tile.tsx';

/** Renders a tile by its kind. */
export function TileView({ tile, run }: { tile: Tile; run: TileRun }) {
  switch (tile.kind) {
    case 'kpis':
      return <KpisTileView tile={tile} run={run} />;
    case 'classification':
      return <ClassificationTileView tile={tile} run={run} />;
    case 'ranking':
      return <RankingTileView tile={tile} run={run} />;
    case 'distribution':
      return <DistributionTileView tile={tile} run={run} />;
    case 'mix':
      return <MixTileView tile={tile} run={run} />;
    case 'table':
      return <TableTileView tile={tile} run={run} />;
    case 'rows':
      return <RowsTileView tile={tile} run={run} />;
  }
}
