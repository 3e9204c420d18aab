import { createContext, use, useEffect, useId, useRef } from 'react';
import type { MenuAction } from './menu-action.tsx';
import type { Icon } from './toolbar-button.tsx';

/** A tool that has a line in the menu instead of its button. */
export interface MoreTool extends Pick<MenuAction, 'label' | 'href' | 'external'> {
  icon: Icon;
  /** As on its button. */
  badge?: React.ReactNode;
  onClick?: (() => void) | undefined;
}

export interface KeptTool extends MoreTool {
  /** Stays while its label counts on, so that its line keeps the focus. */
  id: string;
  /** Where its button would stand. */
  place: HTMLElement;
}

/** Keeps a tool in the menu until the answer is called; null where there is room for the buttons. */
export const MoreContext = createContext<((tool: KeptTool) => () => void) | null>(null);

/** Stands where the button would, and has the tool listed in the menu as it now is. */
export function KeptInMore({ label, icon, badge, href, external, onClick }: MoreTool) {
  const keep = use(MoreContext);
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const latest = useRef(onClick);
  useEffect(() => {
    latest.current = onClick;
  });
  useEffect(() => {
    if (keep === null || place.current === null) return undefined;
    const link = href === undefined ? {} : { href, ...(external === true && { external }) };
    return keep({ id, place: place.current, label, icon, badge, ...link, onClick: () => latest.current?.() });
  }, [keep, id, label, icon, badge, href, external]);
  return <span ref={place} hidden />;
}
