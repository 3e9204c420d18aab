import type { ParseKeys } from 'i18next';
import type { ScreenEntry } from '@rise/shell/routing';
import type { AccessRule } from '../session/permissions.ts';

/** One address of the portal with its guards. */
export interface RouteEntry extends ScreenEntry {
  /** `public` is open to all; `authenticated` redirects to sign-in when signed out. */
  readonly group: 'public' | 'authenticated';
  /** Which signed-in people may see it; absent: all. */
  readonly rule?: AccessRule;
  /**
   * `needed`: shows a tenant's data, so members of several tenants choose one first. `members`: the same, while people
   * above the tenants have a page of their own there.
   */
  readonly tenant?: 'needed' | 'members';
  /**
   * `landing-page`: redirects signed-in people to their landing page.
   * `landing`: redirects to /landing, whose own guard redirects signed-in people.
   */
  readonly sends?: 'landing-page' | 'landing';
  readonly title?: ParseKeys;
}
