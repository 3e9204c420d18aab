import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, IconInfoCircle } from '@tabler/icons-react';
import { useUiContext } from '../context/ui-context.tsx';
import type { ConfirmConfig, ConfirmResult } from './confirm-config.ts';
import { CloseButton } from './close-button.tsx';
import classes from './confirm-dialog.module.css';
import { useFocusReturn } from './use-focus-return.ts';

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

/** A confirmation dialog. For destructive actions, Cancel has the focus. */
export function ConfirmDialog({ opened, config = DEFAULTS, onClose }: ConfirmDialogProps) {
  const { texts } = useUiContext();
  const { icon, actions, dismissible = true } = config;
  const Icon = ICONS[icon?.name ?? 'warning'];
  const color = actions?.confirm?.color ?? 'primary';
  // The first time it mounts open, but Mantine returns focus only if it saw the dialog open.
  const mounted = useMounted();
  useFocusReturn(opened && mounted);
  const cancel = () => onClose('cancelled');
  return (
    <Modal.Root
      returnFocus={false}
      opened={opened && mounted}
      onClose={cancel}
      // By the provider, before what is below.
      closeOnEscape={false}
      closeOnClickOutside={dismissible}
      centered
      // Above a drawer that asks.
      zIndex={250}
      size="32rem"
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ inner: classes['inner'] }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content inert={!opened} classNames={{ content: classes['content'] }}>
        <div className={classes['body']}>
          {icon?.show !== false && (
            <span className={classes['icon']} data-color={icon?.color ?? 'warn'}>
              <Icon size={22} stroke={1.8} aria-hidden />
            </span>
          )}
          <div className={classes['words']}>
            <Modal.Title className={classes['title']}>{config.title ?? texts.confirmTitle}</Modal.Title>
            <Modal.Body className={classes['message']}>{config.message ?? texts.confirmMessage}</Modal.Body>
          </div>
          {dismissible && (
            <div className={classes['close']}>
              <CloseButton onClick={cancel} />
            </div>
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
              color={color === 'warn' ? 'negative' : 'brand'}
              {...(color === 'accent' && { className: classes['accent'] })}
              data-autofocus={color !== 'warn' || undefined}
              onClick={() => onClose('confirmed')}
            >
              {actions?.confirm?.label ?? texts.confirm}
            </Button>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
