import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './notice.module.css';

const ICONS = {
  info: IconInfoCircle,
  positive: IconCircleCheck,
  warning: IconAlertTriangle,
  negative: IconCircleX,
} as const;

export interface NoticeProps {
  /** `negative` is read out at once, the others when there is a pause. */
  tone: keyof typeof ICONS;
  title?: string;
  /** Present: the notice can be dismissed. */
  onClose?: () => void;
  children: ReactNode;
}

/** An inline notice. */
export function Notice({ tone, title, onClose, children }: NoticeProps) {
  const { texts } = useUiContext();
  const Icon = ICONS[tone];
  return (
    <div className={classes['notice']} data-tone={tone} role={tone === 'negative' ? 'alert' : 'status'}>
      <Icon className={classes['icon']} size={20} stroke={1.7} aria-hidden />
      <div className={classes['words']}>
        {title !== undefined && <p className={classes['title']}>{title}</p>}
        <div>{children}</div>
      </div>
      {onClose && <CloseButton className={classes['close']} size="sm" aria-label={texts.close} onClick={onClose} />}
    </div>
  );
}
