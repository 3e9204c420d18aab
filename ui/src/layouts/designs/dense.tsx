import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { type FocusEvent, useState } from 'react';
import { ToolbarButton } from '../../toolbar/toolbar-button.tsx';
import { useUiContext } from '../../context/ui-context.tsx';
import type { ChromeProps, LayoutDesign, PanelProps } from '../layout-design.ts';
import { Logo } from '../logo.tsx';
import { Brand, PlainPanel } from '../plain-panel.tsx';
import { Toolbar } from '../toolbar.tsx';
import classes from './dense.module.css';

/** Widens over the page while the pointer or the focus is in it. */
function DenseColumn(panel: PanelProps) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const wide = panel.pinned || pointed || focused;
  const updateFocus = (event: FocusEvent) =>
    setFocused(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget));
  return (
    <div
      className={classes['column']}
      data-wide={wide || undefined}
      data-over={(wide && !panel.pinned) || undefined}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onBlur={updateFocus}
    >
      <PlainPanel
        {...panel}
        navigationEnd={wide ? panel.navigationEnd : undefined}
        look={wide ? 'lines' : 'narrow'}
        start={
          <Brand>
            <Logo href={panel.home} on="nav" short={!wide} />
          </Brand>
        }
      />
    </div>
  );
}

function DenseHeader(chrome: ChromeProps) {
  const { texts } = useUiContext();
  return (
    <Toolbar
      {...chrome}
      afterToggle={
        <ToolbarButton
          label={chrome.pinned ? texts.narrowNavigation : texts.widenNavigation}
          icon={chrome.pinned ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
          pressed={chrome.pinned}
          onClick={chrome.onPin}
        />
      }
    />
  );
}

/** A column of icons that widens over the page, or stays wide. */
export const dense: LayoutDesign = {
  menu: 'default',
  tone: 'nav',
  side: { width: 80, pinnedWidth: 280, Content: DenseColumn },
  Header: DenseHeader,
  rail: true,
  footer: true,
};
