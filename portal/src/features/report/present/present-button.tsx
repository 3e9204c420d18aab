import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPresentation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Presents the report, also by Ctrl or ⌘ with Enter. */
export function PresentButton({ onPresent }: { onPresent: () => void }) {
  const { t } = useTranslation();
  useHotkeys([['mod+Enter', onPresent]]);
  return (
    <Tooltip label={t('report.present.hint', { keys: isApple ? '⌘↵' : 'Ctrl+Enter' })}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('report.present.start')}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={onPresent}
      >
        <IconPresentation size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
