import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { ICONS } from './values/icons.ts';
import { byQueryId, OTHER_ID, sameId } from './inbox.ts';
import { link } from './values/link.ts';
import { isRoutable, NOT_ROUTABLE } from './values/routable.ts';
import { visibleLine } from './values/visible-text.ts';

export const shortcut = z.object({
  id: z.uuid(),
  label: z.string(),
  description: z.string(),
  icon: z.enum(ICONS),
  link: z.string(),
  /** The link opens inside the portal, without reloading the page. */
  useRouter: z.boolean(),
});
export type Shortcut = z.infer<typeof shortcut>;

const writable = {
  label: z.string().overwrite(visibleLine).min(1).max(60),
  description: z.string().overwrite(visibleLine).max(200),
  icon: z.enum(ICONS),
  link,
  useRouter: z.boolean(),
};

const newShortcut = z
  .strictObject({
    ...writable,
    description: writable.description.default(''),
    useRouter: writable.useRouter.default(false),
  })
  .refine(isRoutable, { ...NOT_ROUTABLE });
export type NewShortcut = z.output<typeof newShortcut>;

const shortcutChange = z.strictObject({ id: z.uuid(), ...writable }).partial();
export type ShortcutChange = z.output<typeof shortcutChange>;

const own = { permission: 'shell.use', tenant: 'tenant' } as const;

export const shortcutRoutes = {
  'GET /api/common/shortcuts': defineRoute({
    ...own,
    summary: 'List the caller’s shortcuts, oldest first',
    audit: { action: 'shortcut.list', when: 'denied' },
    input: {},
    output: z.array(shortcut),
    errors: [],
  }),
  'POST /api/common/shortcuts': defineRoute({
    ...own,
    summary: 'Add a shortcut for the caller',
    audit: { action: 'shortcut.create', when: 'denied' },
    input: { body: z.strictObject({ shortcut: newShortcut }) },
    output: shortcut,
    errors: ['CONFLICT'],
  }),
  'PATCH /api/common/shortcuts': defineRoute({
    ...own,
    summary: 'Change one of the caller’s shortcuts',
    audit: { action: 'shortcut.update', when: 'denied' },
    input: {
      body: z
        .strictObject({ id: z.uuid(), shortcut: shortcutChange })
        .refine((body) => sameId(body, body.shortcut), { ...OTHER_ID }),
    },
    output: shortcut,
    errors: [],
  }),
  'DELETE /api/common/shortcuts': defineRoute({
    ...own,
    summary: 'Delete one of the caller’s shortcuts; returns it',
    audit: { action: 'shortcut.delete', when: 'denied' },
    input: { query: byQueryId },
    output: shortcut,
    errors: [],
  }),
} as const;
