import type { TileOf } from '@rise/contract';
import { Tile } from '@rise/ui';
import { useLocalize } from '../../../i18n/use-language.ts';
import { SafeMarkdown } from '../../../markdown/safe-markdown.tsx';
import classes from './text-tile.module.css';

/** A text of the report's author. */
export function TextTileView({ tile }: { tile: TileOf<'text'> }) {
  const localize = useLocalize();
  const text = (
    <div className={classes.text}>
      <SafeMarkdown markdown={localize(tile.text)} />
    </div>
  );
  if (!tile.title) return <section className={classes.plain}>{text}</section>;
  return (
    <Tile title={localize(tile.title)} span={12} bare>
      {text}
    </Tile>
  );
}
