import type { IconName, LocalizedText, Navigation, NavigationItem as NavigationEntry } from '@rise/contract';
import type { Icon, NavigationItem, NavigationMenus } from '@rise/ui';

type Localize = (text: LocalizedText) => string;
type Icons = Readonly<Record<IconName, Icon>>;

/** Menus until the navigation has been loaded. */
export const NO_MENUS: NavigationMenus = { default: [], compact: [], futuristic: [], horizontal: [] };

/** Converts the four menus to items of `ui`, in the reader's language. */
export function toMenus(navigation: Navigation, localize: Localize, icons: Icons): NavigationMenus {
  return {
    default: toItems(navigation.default, localize, icons),
    compact: toItems(navigation.compact, localize, icons),
    futuristic: toItems(navigation.futuristic, localize, icons),
    horizontal: toItems(navigation.horizontal, localize, icons),
  };
}

/** A link that leaves the application opens in a new tab. */
function toItems(entries: readonly NavigationEntry[], localize: Localize, icons: Icons): NavigationItem[] {
  return entries.map((entry) => ({
    id: entry.id,
    type: entry.type,
    title: localize(entry.title),
    ...(entry.subtitle && { subtitle: localize(entry.subtitle) }),
    ...(entry.link !== undefined && { href: entry.link, external: !entry.link.startsWith('/') }),
    ...(entry.icon && { icon: icons[entry.icon] }),
    ...(entry.exactMatch && { exact: true }),
    ...(entry.disabled && { disabled: true }),
    ...(entry.tooltip && { tooltip: localize(entry.tooltip) }),
    ...(entry.badge && { badge: { title: localize(entry.badge.title) } }),
    ...(entry.children && { children: toItems(entry.children, localize, icons) }),
  }));
}

/** Every destination of the menus once, in the order of the default menu. */
export function navigationLinks(navigation: Navigation): NavigationEntry[] {
  const flatten = (entries: readonly NavigationEntry[]): NavigationEntry[] =>
    entries.flatMap((entry) => [...(entry.link && !entry.disabled ? [entry] : []), ...flatten(entry.children ?? [])]);
  return flatten(navigation.default);
}
