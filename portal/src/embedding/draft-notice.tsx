import { Button } from '@mantine/core';
import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';

/** Says that what was entered before is in the form again, and empties it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice tone="info">
      {t('common.draft.restored')}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
        {t('common.draft.discard')}
      </Button>
    </Notice>
  );
}
