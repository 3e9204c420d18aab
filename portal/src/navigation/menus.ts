import type { IconName, LocalizedText, Navigation, NavigationItem as ToldItem } from '@rise/contract';
import type { Icon, NavigationItem } from '@rise/ui';

type Localize = (text: LocalizedText) => string;
type Icons = Readonly<Record<IconName, Icon>>;

/** A menu of the server as `ui` draws it, in the reader's language. A link elsewhere opens in a new tab. */
export function menuItems(items: readonly ToldItem[], localize: Localize, icons: Icons): NavigationItem[] {
  return items.map((item) => ({
    id: item.id,
    type: item.type,
    title: localize(item.title),
    ...(item.subtitle && { subtitle: localize(item.subtitle) }),
    ...(item.link !== undefined && { href: item.link, external: !item.link.startsWith('/') }),
    ...(item.icon && { icon: icons[item.icon] }),
    ...(item.exactMatch && { exact: true }),
    ...(item.disabled && { disabled: true }),
    ...(item.tooltip && { tooltip: localize(item.tooltip) }),
    ...(item.badge && { badge: { title: localize(item.badge.title) } }),
    ...(item.children && { children: menuItems(item.children, localize, icons) }),
  }));
}

/** Every place that the menus lead to, once, in the order of the default menu. */
export function placesOf(menus: Navigation): ToldItem[] {
  const flat = (items: readonly ToldItem[]): ToldItem[] =>
    items.flatMap((item) => [...(item.link && !item.disabled ? [item] : []), ...flat(item.children ?? [])]);
  return flat(menus.default);
}
