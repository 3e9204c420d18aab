import { Drawer } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useUiContext } from '../context/ui-context.tsx';
import type { ChromeProps, LayoutDesign } from './layout-design.ts';
import { PlainPanel } from './plain-panel.tsx';
import { useFocusReturn } from '../dialogs/use-focus-return.ts';
import classes from './frame.module.css';

/** The navigation over the page, on narrow screens. */
export function NavigationDrawer({
  id,
  design,
  chrome,
  onClose,
}: {
  id: string;
  design: LayoutDesign;
  chrome: ChromeProps;
  onClose: () => void;
}) {
  const { texts } = useUiContext();
  // Its code may arrive after it was requested to open, but Mantine returns focus only if it saw the drawer open.
  const mounted = useMounted();
  useFocusReturn(chrome.open && mounted);
  const Panel = design.DrawerPanel ?? PlainPanel;
  return (
    <Drawer.Root
      returnFocus={false}
      opened={chrome.open && mounted}
      onClose={onClose}
      size={280}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay backgroundOpacity={0.6} />
      <Drawer.Content
        id={id}
        inert={!chrome.open}
        classNames={{ content: classes['over'] }}
        data-tone={design.tone}
        aria-label={texts.mainNavigation}
      >
        <div className={classes['panel']}>
          <Panel
            {...chrome}
            close={
              <button type="button" className={classes['close']} aria-label={texts.closeNavigation} onClick={onClose}>
                <IconX size={18} />
              </button>
            }
          />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
