import {
  localize,
  openedBy,
  openedLevels,
  withOpenedLevels,
  withTiles,
  type DimensionRequest,
  type Language,
  type Report,
  type ReportState,
  type Tile,
} from '@rise/contract';
import { exportTexts } from './texts.ts';

/** A report whose tiles show the levels that the reader opened, and name the members above in their titles. */
export function openedReport(report: Report, { opened = {} }: ReportState, language: Language): Report {
  if (Object.keys(opened).length === 0) return report;
  const titled = (tile: Tile): Tile => {
    const members = opened[tile.id] ?? [];
    const levels = openedLevels(report.levels[tile.id] ?? [], members);
    if (members.length === 0 || !levels || !tile.title) return tile;
    const requests = [openedBy(tile)!, ...levels];
    const dataset = 'dataset' in tile ? tile.dataset : undefined;
    const names = members.map(({ value }, place) => memberName(report, requests[place]!, { value, dataset, language }));
    return { ...tile, title: { en: [localize(tile.title, language), ...names].join(' · ') } } as Tile;
  };
  return { ...report, document: withOpenedLevels(withTiles(report.document, titled), report.levels, opened) };
}

function memberName(
  { fields }: Report,
  request: DimensionRequest,
  { value, dataset, language }: { value: string; dataset: string | undefined; language: Language },
): string {
  if (typeof request !== 'string') return periodName(value, request.grain, language);
  const dimension = fields.dimensions.find((one) => one.name === request && one.dataset === dataset);
  const labeled = dimension?.values?.find((one) => String(one.value) === value);
  return labeled ? localize(labeled.title, language) : value;
}

/** A period by its first day. */
function periodName(start: string, grain: Exclude<DimensionRequest, string>['grain'], language: Language): string {
  const day = new Date(`${start.slice(0, 10)}T00:00:00Z`);
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(day);
  switch (grain) {
    case 'year':
      return write({ year: 'numeric' });
    case 'quarter':
      return exportTexts[language].quarter(Math.floor(day.getUTCMonth() / 3) + 1, write({ year: 'numeric' }));
    case 'month':
      return write({ month: 'short', year: 'numeric' });
    default:
      return write({ dateStyle: 'medium' });
  }
}
