import type { Icon } from './toolbar-button.tsx';

export interface ShortcutDraft {
  label: string;
  description: string;
  /** The name of one of the icons to choose from. */
  icon: string;
  link: string;
  /** The link is a path of the product, opened in it. */
  useRouter: boolean;
}

export interface Shortcut extends ShortcutDraft {
  id: string;
}

/** The icons a shortcut may wear, by the name that is kept; and how readers call each. */
export type ShortcutIcons = Readonly<Record<string, { picture: Icon; name: string }>>;

export type ShortcutField = 'label' | 'icon' | 'link';
export type ShortcutFault = 'missing' | 'invalid';

const INSIDE = /^\/(?![/\\])[^\\\s]*$/;
const OUTSIDE = /^https:\/\/[^\\\s/]+\.?[^\\\s]*$/;

/** What is wrong with a draft, by field; nothing where it may be saved. */
export function shortcutFaults(
  draft: ShortcutDraft,
  icons: ShortcutIcons,
): Partial<Record<ShortcutField, ShortcutFault>> {
  const link = draft.link.trim();
  return {
    ...(draft.label.trim() === '' && { label: 'missing' as const }),
    ...(!Object.hasOwn(icons, draft.icon) && { icon: 'missing' as const }),
    ...(link === ''
      ? { link: 'missing' as const }
      : !(draft.useRouter ? INSIDE : OUTSIDE).test(link) && { link: 'invalid' as const }),
  };
}
