import type { MenuAction } from '@rise/ui';
import { useHotkeys } from '@mantine/hooks';
import { IconPresentation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Presents the report, also by Ctrl or ⌘ with Enter; null while there is nothing to present. */
export function usePresentAction(isOffered: boolean, onPresent: () => void): MenuAction | null {
  const { t } = useTranslation();
  useHotkeys(isOffered ? [['mod+Enter', onPresent]] : []);
  if (!isOffered) return null;
  const label = t('report.present.hint', { keys: isApple ? '⌘↵' : 'Ctrl+Enter' });
  return { id: 'present', label, icon: IconPresentation, onClick: onPresent };
}
