import type { IconName, Navigation, NavigationItem as NavigationEntry } from '@rise/contract';
import type { Icon, NavigationItem, NavigationMenus } from '@rise/ui';

type Icons = Readonly<Record<IconName, Icon>>;

/** Menus until the navigation has been loaded. */
export const NO_MENUS: NavigationMenus = { default: [], compact: [], futuristic: [], horizontal: [] };

/** Converts the four menus to items of `ui`. */
export function toMenus(navigation: Navigation, icons: Icons): NavigationMenus {
  return {
    default: toItems(navigation.default, icons),
    compact: toItems(navigation.compact, icons),
    futuristic: toItems(navigation.futuristic, icons),
    horizontal: toItems(navigation.horizontal, icons),
  };
}

/** A link that leaves the application opens in a new tab. */
function toItems(entries: readonly NavigationEntry[], icons: Icons): NavigationItem[] {
  return entries.map((entry) => ({
    id: entry.id,
    type: entry.type,
    title: entry.title,
    ...(entry.subtitle && { subtitle: entry.subtitle }),
    ...(entry.link !== undefined && { href: entry.link, external: !entry.link.startsWith('/') }),
    ...(entry.icon && { icon: icons[entry.icon] }),
    ...(entry.exactMatch && { exact: true }),
    ...(entry.disabled && { disabled: true }),
    ...(entry.tooltip && { tooltip: entry.tooltip }),
    ...(entry.badge && { badge: entry.badge }),
    ...(entry.children && { children: toItems(entry.children, icons) }),
  }));
}

/** Every destination of the menus once, in the order of the default menu. */
export function navigationLinks(navigation: Navigation): NavigationEntry[] {
  const flatten = (entries: readonly NavigationEntry[]): NavigationEntry[] =>
    entries.flatMap((entry) => [...(entry.link && !entry.disabled ? [entry] : []), ...flatten(entry.children ?? [])]);
  return flatten(navigation.default);
}
