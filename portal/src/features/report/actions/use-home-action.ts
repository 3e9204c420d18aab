import type { Report } from '@rise/contract';
import type { MenuAction } from '@rise/ui';
import { IconHome, IconHomeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../../client/use-report-error.ts';
import { homeQuery, useShowOnHome } from '../../../reports/home-report.queries.ts';

/** Shows the report's key figures on the reader's start page, or no longer; null until it is known which. */
export function useHomeAction({ id, archivedAt }: Report): MenuAction | null {
  const { t } = useTranslation();
  const { data } = useQuery(homeQuery);
  const show = useShowOnHome();
  const onError = useReportError();
  if (!data || archivedAt !== null) return null;
  const shown = data.report?.id === id;
  return {
    id: 'home',
    label: t(shown ? 'home.figures.hide' : 'home.figures.show'),
    icon: shown ? IconHomeOff : IconHome,
    onClick: () => show.mutate({ id, shown: !shown }, { onError }),
  };
}
