import type { Tile as TileDocument } from '@rise/contract';
import { Tile } from '@rise/ui';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { shownTile } from '../drill/shown-tile.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { BoxesTileView } from './boxes-tile.tsx';
import { ChartTileView } from './chart-tile.tsx';
import { ClassificationTileView } from './classification-tile.tsx';
import { DistributionTileView } from './distribution-tile.tsx';
import { FiguresTileView } from './figures-tile.tsx';
import { ImageTileView } from './image-tile.tsx';
import { KpisTileView } from './kpis-tile.tsx';
import { MixTileView } from './mix-tile.tsx';
import { RankingTileView } from './ranking-tile.tsx';
import { RowsTileView } from './rows-tile.tsx';
import { TableTileView } from './table-tile.tsx';
import { TextTileView } from './text-tile.tsx';

export interface TileViewProps {
  tile: TileDocument;
  run: TileRun;
  /** Of the tile's body, in pixels, where its row says so. */
  height?: number | undefined;
}

/** Renders a tile by its kind; not again while others arrive. */
export const TileView = memo(function TileView({ tile: original, run, height }: TileViewProps) {
  const { report } = useOpenReport();
  const tile = shownTile(original, run);
  switch (tile.kind) {
    case 'figures':
      return <FiguresTileView tile={tile} run={run} />;
    case 'chart':
      return <ChartTileView tile={tile} run={run} height={height} />;
    case 'table':
      return <TableTileView tile={tile} run={run} height={height} />;
    case 'rows':
      return <RowsTileView tile={tile} run={run} />;
    case 'text':
      return <TextTileView tile={tile} />;
    case 'image':
      return <ImageTileView tile={tile} height={height} />;
    case 'distribution':
      if (tile.groupBy !== undefined)
        return <BoxesTileView tile={{ ...tile, groupBy: tile.groupBy }} run={run} height={height} />;
      return <DistributionTileView tile={tile} run={run} height={height} />;
    case 'kpis':
    case 'classification':
    case 'ranking':
    case 'mix':
      return report.document.subject ? <SubjectTileView tile={tile} run={run} /> : <WithoutSubject tile={tile} />;
  }
});

type SubjectTile = Extract<TileDocument, { kind: 'kpis' | 'classification' | 'ranking' | 'mix' }>;

/** Tiles that compare one member with its peers. */
function SubjectTileView({ tile, run }: { tile: SubjectTile; run: TileRun }) {
  switch (tile.kind) {
    case 'kpis':
      return <KpisTileView tile={tile} run={run} />;
    case 'classification':
      return <ClassificationTileView tile={tile} run={run} />;
    case 'ranking':
      return <RankingTileView tile={tile} run={run} />;
    case 'mix':
      return <MixTileView tile={tile} run={run} />;
  }
}

function WithoutSubject({ tile }: { tile: SubjectTile }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  return (
    <Tile
      title={localize(tile.title)}
      state={{ status: 'error', title: t('report.noSubject.title'), message: t('report.noSubject.text') }}
    />
  );
}
