import { NativeSelect } from '@mantine/core';
import type { ReportSummary, Workspace } from '@rise/contract';
import { formatInteger, useUiContext } from '@rise/ui';
import { IconArchive, IconReportAnalytics } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { isArchivedIn, type ReportPlace } from '../../reports/places.rules.ts';
import { AppLink } from '../../routing/link.tsx';
import { WorkspaceBadge } from '../../workspaces/workspace-badge.tsx';

import classes from './place-list.module.css';

export interface PlaceListProps {
  workspaces: readonly Workspace[];
  reports: readonly ReportSummary[];
  place: ReportPlace;
  /** Address of the list of a place. */
  hrefOf: (place: ReportPlace) => string;
  onPlace: (place: ReportPlace) => void;
}

interface Item {
  key: string;
  place: ReportPlace;
  title: string;
  count: number;
  icon: ReactNode;
}

const keyOf = (place: ReportPlace) => (typeof place === 'string' ? place : place.workspace);

/** All reports, those of each workspace, and archived ones: beside the list, or above it on a phone. */
export function PlaceList({ workspaces, reports, place, hrefOf, onPlace }: PlaceListProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const localize = useLocalize();
  const archived = reports.filter(isArchivedIn(workspaces)).length;
  const items: Item[] = [
    {
      key: 'all',
      place: 'all',
      title: t('reports.places.all'),
      count: reports.length - archived,
      icon: <IconReportAnalytics size={18} stroke={1.7} aria-hidden />,
    },
    ...workspaces
      .filter(({ archivedAt }) => archivedAt === null)
      .map((workspace) => ({
        key: workspace.id,
        place: { workspace: workspace.id },
        title: localize(workspace.name),
        count: workspace.reports,
        icon: <WorkspaceBadge workspace={workspace} size="small" />,
      })),
    ...(archived === 0
      ? []
      : [
          {
            key: 'archived',
            place: 'archived' as const,
            title: t('reports.places.archived'),
            count: archived,
            icon: <IconArchive size={18} stroke={1.7} aria-hidden />,
          },
        ]),
  ];
  const current = keyOf(place);
  return (
    <>
      <nav className={classes.places} aria-label={t('reports.places.label')}>
        <ul>
          {items.map((item) => (
            <li key={item.key}>
              <AppLink
                href={hrefOf(item.place)}
                className={classes.place}
                aria-current={item.key === current ? 'page' : undefined}
              >
                <span className={classes.icon}>{item.icon}</span>
                <span className={classes.title}>{item.title}</span>
                <span className={classes.count}>{formatInteger(item.count, locale)}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <NativeSelect
        className={classes.choice}
        aria-label={t('reports.places.label')}
        value={current}
        data={items.map(({ key, title, count }) => ({
          value: key,
          label: `${title} (${formatInteger(count, locale)})`,
        }))}
        onChange={({ currentTarget }) => onPlace(items.find(({ key }) => key === currentTarget.value)!.place)}
      />
    </>
  );
}
