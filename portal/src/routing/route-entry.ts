import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { LayoutName } from '../appearance/layout.ts';
import type { AccessRule } from '../session/permissions.ts';

/** One address of the portal with its guards. */
export interface RouteEntry {
  /** `$name` takes one segment, `$` alone any path that no other entry has. */
  readonly path: string;
  /** `public` is open to all; `authenticated` sends whoever is signed out to sign-in. */
  readonly group: 'public' | 'authenticated';
  /** `shell`: the layout that person, address or configuration choose; a layout's name: always that one. */
  readonly layout: 'shell' | LayoutName;
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
  /** The screen, loaded when first shown. A route without one answers "not found" to those who may see it. */
  readonly screen?: () => Promise<{ default: ComponentType }>;
}
