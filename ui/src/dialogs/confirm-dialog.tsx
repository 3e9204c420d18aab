import { Button, Modal } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { useId } from 'react';
import { useUi } from '../theme/rise-provider.tsx';
import type { ConfirmConfig, ConfirmResult } from './confirm-config.ts';
import classes from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  opened: boolean;
  config?: ConfirmConfig;
  onClose: (result: ConfirmResult) => void;
}

const DEFAULTS: ConfirmConfig = {};

const ICONS = {
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  success: IconCircleCheck,
  error: IconCircleX,
  question: IconHelpCircle,
};

/** Asks before something happens. What cannot be undone has the focus on Cancel. */
export function ConfirmDialog({ opened, config = DEFAULTS, onClose }: ConfirmDialogProps) {
  const { texts } = useUi();
  const id = useId();
  const { icon, actions, dismissible = true } = config;
  const Icon = ICONS[icon?.name ?? 'warning'];
  const color = actions?.confirm?.color ?? 'primary';
  const cancel = () => onClose('cancelled');
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      withCloseButton={false}
      closeOnEscape={dismissible}
      closeOnClickOutside={dismissible}
      centered
      size="32rem"
      padding={0}
      overlayProps={{ backgroundOpacity: 0.5 }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ content: classes['content'], inner: classes['inner'] }}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
    >
      <div className={classes['body']}>
        {icon?.show !== false && (
          <span className={classes['icon']} data-color={icon?.color ?? 'warn'}>
            <Icon size={22} stroke={1.8} aria-hidden />
          </span>
        )}
        <div className={classes['words']}>
          <h2 id={`${id}-title`} className={classes['title']}>
            {config.title ?? texts.confirmTitle}
          </h2>
          <p id={`${id}-message`} className={classes['message']}>
            {config.message ?? texts.confirmMessage}
          </p>
        </div>
        {dismissible && (
          <button type="button" className={classes['close']} aria-label={texts.close} onClick={cancel}>
            <IconX size={18} />
          </button>
        )}
      </div>
      <div className={classes['actions']}>
        {actions?.cancel?.show !== false && (
          <Button variant="default" onClick={cancel} data-autofocus={color === 'warn' || undefined}>
            {actions?.cancel?.label ?? texts.cancel}
          </Button>
        )}
        {actions?.confirm?.show !== false && (
          <Button
            variant="filled"
            className={classes['confirm']}
            data-color={color}
            data-autofocus={color !== 'warn' || undefined}
            onClick={() => onClose('confirmed')}
          >
            {actions?.confirm?.label ?? texts.confirm}
          </Button>
        )}
      </div>
    </Modal>
  );
}
