import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { ICONS, type IconName } from './values/icons.ts';

export const NAVIGATION_TYPES = ['basic', 'collapsable', 'group', 'aside', 'divider', 'spacer'] as const;

/** A menu entry; its texts are in the reader's language. */
export interface NavigationItem {
  id: string;
  title: string;
  subtitle?: string | undefined;
  type: (typeof NAVIGATION_TYPES)[number];
  /** A path of the portal. */
  link?: string | undefined;
  icon?: IconName | undefined;
  /** Active only at exactly this link, not at paths below it. */
  exactMatch?: boolean | undefined;
  disabled?: boolean | undefined;
  tooltip?: string | undefined;
  badge?: { title: string } | undefined;
  children?: NavigationItem[] | undefined;
}

const text = z.string().min(1);

export const navigationItem: z.ZodType<NavigationItem, NavigationItem> = z.lazy(() =>
  z.object({
    id: z.string(),
    title: text,
    subtitle: text.optional(),
    type: z.enum(NAVIGATION_TYPES),
    link: z.string().optional(),
    icon: z.enum(ICONS).optional(),
    exactMatch: z.boolean().optional(),
    disabled: z.boolean().optional(),
    tooltip: text.optional(),
    badge: z.object({ title: text }).optional(),
    children: z.array(navigationItem).optional(),
  }),
);

/** The four menus; a layout shows one of them. */
export const navigation = z.object({
  default: z.array(navigationItem),
  compact: z.array(navigationItem),
  futuristic: z.array(navigationItem),
  horizontal: z.array(navigationItem),
});
export type Navigation = z.infer<typeof navigation>;

export const navigationRoutes = {
  'GET /api/common/navigation': defineRoute({
    summary: 'Read the menus with the screens the caller may open',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'navigation.read', when: 'denied' },
    input: {},
    output: navigation,
    errors: [],
  }),
} as const;
