import type { AggregateQuery, DimensionRequest, TileOf } from '@rise/contract';
import { levelColumn, nextLevels, openedBy } from '@rise/contract/report-levels';
import { tilesOf } from '@rise/contract/report-pages';
import type { MenuAction } from '@rise/ui';
import { IconArrowDownRight, IconExternalLink, IconFilter, IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed } from '../fields.ts';
import { withFilter } from '../peers.state.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer, TileRun } from '../report-run.ts';
import { filtersOf } from '../report.state.ts';
import type { Member } from '../tiles/result-labels.ts';
import { openedRequests } from './opened-names.ts';
import type { ShownRows } from './opened.state.ts';
import { type FilteringMember, targetLink } from './target-link.ts';

export type DrillTile = TileOf<'chart'> | TileOf<'table'> | TileOf<'figures'>;

/** A member that a mark or a row is of. */
export interface MarkMember {
  request: DimensionRequest;
  member: Pick<Member, 'label' | 'value' | 'isOther'> & { isAll?: boolean };
}

/** The query behind a tile's marks; null before there is one. */
export function queryOf(answer: Answer): AggregateQuery | null {
  const query = (answer.chart ?? answer.table ?? answer.trend ?? answer.figures)?.query;
  return query?.kind === 'aggregate' ? query : null;
}

/** Where a reader can go from a mark: filters, the next levels, the rows behind it and other reports. */
export function useMemberActions(tile: DrillTile, run: TileRun) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, resolved, choose, about } = useOpenReport();
  const base = tilesOf(report.document).find(({ id }) => id === tile.id);
  const opened = choices.opened?.[tile.id] ?? [];
  const hasResult = run.status === 'ready';

  const titleOf = (request: DimensionRequest): string => {
    if (typeof request !== 'string') return t(`report.drill.grains.${request.grain}`);
    const dimension = dimensionNamed(report, request, tile.dataset);
    return dimension ? localize(dimension.title) : request;
  };

  const filters = (members: readonly MarkMember[]): MenuAction[] =>
    members.flatMap(({ request, member: { value, label } }) => {
      const canFilter =
        typeof request === 'string' && tile.dataset === undefined && filtersOf(report).includes(request);
      if (!canFilter || value === null) return [];
      const isChosen = choices.filters[request]?.length === 1 && choices.filters[request][0] === value;
      return [
        {
          id: `filter-${request}`,
          label: t(isChosen ? 'report.drill.unfilter' : 'report.drill.filter', { member: label }),
          icon: IconFilter,
          onClick: () =>
            choose(
              withFilter(report, choices, resolved?.peers ?? null, { field: request, values: isChosen ? [] : [value] }),
            ),
        },
      ];
    });

  const levels = (members: readonly MarkMember[]): MenuAction[] => {
    const from = openedBy(tile);
    const first = from === null ? undefined : members.find(({ request }) => levelColumn(request) === levelColumn(from));
    const value = first?.member.value ?? null;
    if (!base || value === null) return [];
    return nextLevels(report.levels[tile.id] ?? [], opened).map(({ to }) => ({
      id: `level-${levelColumn(to)}`,
      label: t('report.drill.next', { level: titleOf(to), member: first!.member.label }),
      icon: IconArrowDownRight,
      onClick: () => choose({ opened: { ...choices.opened, [tile.id]: [...opened, { value, to: levelColumn(to) }] } }),
    }));
  };

  const rows = (members: readonly MarkMember[], measures: readonly string[]): MenuAction[] => {
    // Outside of the portal nobody reads single rows.
    if (about === null) return [];
    const cell = members.flatMap(({ request, member }): ShownRows['cell'] =>
      member.isAll
        ? []
        : [{ field: levelColumn(request), value: member.value, ...(member.isOther && { isOther: true }) }],
    );
    return measures.map((measure) => ({
      id: `rows-${measure}`,
      label:
        measures.length === 1
          ? t('report.drill.rows')
          : t('report.drill.rowsOf', { measure: measureTitle(run, measure, localize) }),
      icon: IconListDetails,
      onClick: () => choose({ rows: { tile: tile.id, measure, cell } }),
    }));
  };

  const targets = (members: readonly MarkMember[]): MenuAction[] => {
    const keys = 'targets' in tile ? (tile.targets ?? []) : [];
    // The members above limit the tile already.
    const above = (base ? openedRequests(report, base, opened) : []).map((request, place) => ({
      request,
      value: opened[place]!.value,
    }));
    const filtering: FilteringMember[] = [
      ...above,
      ...members.flatMap(({ request, member: { value } }) => (value === null ? [] : [{ request, value }])),
    ];
    return keys.flatMap((key) => {
      const target = report.targets.find((one) => one.key === key);
      if (!target) return [];
      return [
        {
          id: `target-${key}`,
          label: t('report.drill.target', { title: localize(target.title) }),
          icon: IconExternalLink,
          href: targetLink(target, filtering, report, choices),
        },
      ];
    });
  };

  return {
    /** Whether marks have a menu: not while the figures of another choice are on their way. */
    isReady: hasResult,
    actionsOf: (members: readonly MarkMember[], measures: readonly string[]): MenuAction[] => [
      ...filters(members),
      ...levels(members),
      ...rows(members, measures),
      ...targets(members),
    ],
    rowsOf: rows,
  };
}

function measureTitle(run: TileRun, name: string, localize: ReturnType<typeof useLocalize>): string {
  const results = 'results' in run ? Object.values(run.results) : [];
  const column = results.flatMap((item) => item?.result.columns ?? []).find((one) => one.name === name);
  return column ? localize(column.title) : name;
}
