import type { Report } from '@rise/contract';
import type { MenuAction } from '@rise/ui';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { originQuery } from './origin.queries.ts';

const OriginDialog = lazy(() => import('./origin-dialog.tsx'));

/** Opens what the original has changed, also where its editors have dismissed that; null where it has nothing new. */
export function useOriginAction({ id, can }: Report): { action: MenuAction | null; dialog: ReactNode } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useOpen(false);
  const { data } = useQuery({ ...originQuery(id), enabled: can.edit });
  const update = data?.update;
  return {
    action: update
      ? { id: 'origin', label: t('origin.action'), icon: IconGitMerge, onClick: () => setIsOpen(true) }
      : null,
    dialog: isOpen && update && (
      <Suspense>
        <OriginDialog
          id={id}
          update={update}
          onClose={() => setIsOpen(false)}
          onMerged={() => void navigate({ to: `/reports/${id}/edit` as never })}
        />
      </Suspense>
    ),
  };
}
