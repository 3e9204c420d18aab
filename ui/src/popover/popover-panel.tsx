import { FocusTrap, Popover, RemoveScroll } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, use, useId, useRef, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { trapTab } from '../focus/trap-tab.ts';
import { OverflowContext } from '../toolbar/overflow-context.tsx';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { type Icon } from '../toolbar/icon.ts';
import { useBackCloses } from '../focus/use-back-closes.ts';
import { useClickOutside } from '../focus/use-click-outside.ts';
import { useRecoverFocus } from '../focus/use-recover-focus.ts';
import classes from './popover-panel.module.css';

export interface PopoverPanelProps {
  /** Label of the button, including the count. */
  label: string;
  icon: Icon;
  /** Badge of the icon; none for 0. */
  count?: number;
  title: string;
  /** Actions in the title bar. */
  actions?: ReactNode;
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

const MOST = 99;

/** A toolbar button with its panel: a small dialog below it, full screen on phones. */
export function PopoverPanel({ label, icon, count = 0, title, actions, onOpen, onClose, children }: PopoverPanelProps) {
  const { texts } = useUiContext();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useRecoverFocus(opened, heading);
  const inMore = use(OverflowContext) !== null;
  const change = (next: boolean) => {
    setOpened(next);
    (next ? onOpen : onClose)?.();
  };
  const close = () => change(false);
  useClickOutside(opened, id, close);
  useBackCloses(opened, close);
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      width={360}
      withinPortal={false}
      withRoles={false}
      returnFocus
      closeOnClickOutside={false}
      {...(inMore && { hideDetached: false })}
      classNames={{ dropdown: `${classes['panel']} ${inMore ? classes['detached'] : ''}` }}
    >
      <Popover.Target>
        <span className={classes['target']} data-panel={id} hidden={inMore}>
          <ToolbarButton
            label={label}
            icon={icon}
            badge={count > 0 ? (count > MOST ? `${MOST}+` : count) : undefined}
            dialog={opened ? id : true}
            onClick={() => change(!opened)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <RemoveScroll removeScrollBar={false} allowPinchZoom>
          {/* Tools inside the panel are always buttons. */}
          <OverflowContext value={null}>
            <FocusTrap active>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys pressed inside arrive here */}
              <div
                id={id}
                className={classes['inside']}
                data-panel={id}
                role="dialog"
                aria-modal
                aria-label={title}
                tabIndex={-1}
                onKeyDown={trapTab}
              >
                <div className={classes['header']}>
                  <h2 ref={heading} className={classes['title']} tabIndex={-1} data-autofocus>
                    {title}
                  </h2>
                  <div className={classes['actions']}>
                    {actions}
                    <button type="button" className={classes['close']} aria-label={texts.close} onClick={close}>
                      <IconX size={18} />
                    </button>
                  </div>
                </div>
                {typeof children === 'function' ? children(close) : children}
              </div>
            </FocusTrap>
          </OverflowContext>
        </RemoveScroll>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The scrolling part of a panel. */
export function PanelList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div
      className={classes['scroll']}
      {...(label !== undefined && { role: 'group', 'aria-label': label })}
      tabIndex={0}
    >
      {children}
    </div>
  );
}

/** Empty state of a panel. */
export function PanelEmpty({
  icon: Icon,
  title,
  text,
  action,
}: {
  icon: Icon;
  title: string;
  text: string;
  action?: ReactNode;
}) {
  return (
    <div className={classes['empty']}>
      <span className={classes['circle']}>
        <Icon size={24} stroke={1.5} />
      </span>
      <p className={classes['empty-title']}>{title}</p>
      <p className={classes['empty-text']}>{text}</p>
      {action}
    </div>
  );
}
