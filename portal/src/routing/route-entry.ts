import type { Icon } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { AccessRule } from '../session/permissions.ts';

/** One address of the portal with its guards. */
export interface RouteEntry {
  /** `$name` takes one segment, `$` alone any path that no other entry has. */
  readonly path: string;
  /** `public` is open to all; `authenticated` sends whoever is signed out to sign-in. */
  readonly group: 'public' | 'authenticated';
  readonly layout: 'empty' | 'shell';
  /** Who of the signed-in may see it; missing means all of them. */
  readonly rule?: AccessRule;
  /** `needed`: shows a tenant's data, so somebody with several chooses one first. */
  readonly tenant?: 'needed';
  /**
   * `landing-page`: the landing-page guard; signed-in people go to their own landing page.
   * `landing`: everybody goes to /landing, whose own guard sends signed-in people on.
   */
  readonly sends?: 'landing-page' | 'landing';
  readonly title?: ParseKeys;
  /** Its place in the main navigation; only routes with a screen have one. */
  readonly navigation?: { readonly title: ParseKeys; readonly icon: Icon };
  /** The screen, loaded when first shown. A route without one answers "not found" to those who may see it. */
  readonly screen?: () => Promise<{ default: ComponentType }>;
}
