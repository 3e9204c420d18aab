import { boxesOf } from '@rise/portal/printed';
import { boxChartHeight, boxOption } from '@rise/ui/chart-options';
import type { Answers } from '../tile-tables.rules.ts';
import { chart, type Room } from './charts.ts';
import { dimensionNamed, measureNamed, type PrintContext } from './print-context.ts';

/** Box plots of the peers by a dimension; null where no member has a value. */
export function drawnBoxes(name: string, groupBy: string, { boxes }: Answers, room: Room, print: PrintContext) {
  const { words } = print;
  const { format, title } = measureNamed(print, name);
  const dimension = dimensionNamed(print, groupBy);
  if (!boxes || boxes.result.rows.length === 0) return null;
  const { items, names, hidden } = boxesOf({
    result: boxes.result,
    groupBy,
    dimension,
    words: words.shared,
    write: (value, as) => words.figure(value, as),
  });
  const data = {
    items,
    names,
    format,
    markedLabel: null,
    selected: null,
    isSelectable: false,
    figure: words.figure,
  };
  const alt = words.texts.boxesOf(words.localize(title), dimension ? words.localize(dimension.title) : groupBy);
  const height = Math.max(room.height ?? 0, boxChartHeight(items.length));
  return {
    drawn: chart((place) => boxOption(data, place), room, { alt, height }, print),
    notes: hidden > 0 ? [words.texts.hiddenGroups(hidden)] : [],
  };
}
