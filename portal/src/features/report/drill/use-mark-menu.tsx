import { ContextMenu, type MenuPlace } from '@rise/ui';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { type DrillTile, type MarkMember, useMemberActions } from './member-actions.ts';

interface OpenMark {
  members: readonly MarkMember[];
  measures: readonly string[];
  place: MenuPlace;
}

export interface MarkMenu {
  /** Opens the menu of a mark or a row; nothing happens where the report is built. */
  open: ((members: readonly MarkMember[], measures: readonly string[], place: MenuPlace) => void) | undefined;
  menu: ReactNode;
}

/** The menu of a tile's marks and rows. */
export function useMarkMenu(tile: DrillTile, run: TileRun): MarkMenu {
  const { t } = useTranslation();
  const { isFilteredByMarks, about } = useOpenReport();
  const { isReady, actionsOf } = useMemberActions(tile, run);
  const [mark, setMark] = useOpen<OpenMark | null>(null);
  // Outside of the portal a mark filters, and leads nowhere else.
  if (!isFilteredByMarks || about === null) return { open: undefined, menu: null };
  const label = mark?.members.map(({ member }) => member.label).join(' · ') ?? '';
  return {
    open: isReady ? (members, measures, place) => setMark({ members, measures, place }) : undefined,
    menu: mark && isReady && (
      <ContextMenu
        place={mark.place}
        label={label === '' ? t('report.drill.figure') : label}
        actions={actionsOf(mark.members, mark.measures)}
        onClose={() => setMark(null)}
      />
    ),
  };
}
