import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** Takes a part out of the settings. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <IconX size={14} aria-hidden />
    </ActionIcon>
  );
}
