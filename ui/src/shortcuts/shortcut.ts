import type { Icon } from '../toolbar/icon.ts';

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

/** The icons of shortcuts by their stored name, each with its localized name. */
export type ShortcutIcons = Readonly<Record<string, { picture: Icon; name: string }>>;

export type ShortcutField = 'label' | 'icon' | 'link';
export type ShortcutIssue = 'missing' | 'invalid';

const INSIDE = /^\/(?![/\\])[^\\\s]*$/;
const OUTSIDE = /^https:\/\/[^\\\s/]+\.?[^\\\s]*$/;

/** Issues of a draft by field; empty where it can be saved. */
export function validateShortcut(
  draft: ShortcutDraft,
  icons: ShortcutIcons,
): Partial<Record<ShortcutField, ShortcutIssue>> {
  const link = draft.link.trim();
  return {
    ...(draft.label.trim() === '' && { label: 'missing' as const }),
    ...(!Object.hasOwn(icons, draft.icon) && { icon: 'missing' as const }),
    ...(link === ''
      ? { link: 'missing' as const }
      : !(draft.useRouter ? INSIDE : OUTSIDE).test(link) && { link: 'invalid' as const }),
  };
}
