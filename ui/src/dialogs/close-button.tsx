import { IconX } from '@tabler/icons-react';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './close-button.module.css';

/** Closes what it is in the corner of. `label` says what, where that is not evident. */
export function CloseButton({ onClick, label }: { onClick: () => void; label?: string }) {
  const { texts } = useUiContext();
  return (
    <button type="button" className={classes['close']} aria-label={label ?? texts.close} onClick={onClick}>
      <IconX size={18} />
    </button>
  );
}
