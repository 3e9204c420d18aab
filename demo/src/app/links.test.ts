import { describe, expect, it } from 'vitest';
import { HOME } from '../routing/access.ts';
import { GROUPS } from '../simulation/groups/index.ts';
import { MENUS } from '../simulation/groups/navigation/navigation.group.ts';
import { seedAll } from '../simulation/store/store.ts';
import { aliases, routeTable } from './route-table.ts';

const state = (await seedAll(GROUPS, 'links', new Date('2026-03-18T10:30:00.000Z'))) as Record<string, never>;

/** `$name` takes one segment, `{-$name}` one or none. */
const patterns = [...routeTable, ...aliases].map(
  ({ path }) => new RegExp(`^${path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}$`),
);
const isKnown = (link: string) => patterns.some((path) => path.test(link.split(/[?#]/)[0]!));

interface Linked {
  readonly link?: string | null;
  readonly useRouter?: boolean;
}

/** Collects all links in nested data. */
function linksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { link, useRouter = true } = value as Linked;
  const ownLinks = typeof link === 'string' && useRouter ? [link] : [];
  return [...ownLinks, ...Object.values(value).flatMap(linksIn)];
}

describe("every link in the demo's data leads to a screen", () => {
  it.each([
    ['navigation', MENUS],
    ['messages and notifications', state['inbox']],
    ['shortcuts', state['shortcuts']],
    ['activities', state['activities']],
  ])('%s', (_, data) => {
    const links = linksIn(data);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !isKnown(link))).toEqual([]);
  });

  it('what a search finds, and what the own menu offers', () => {
    const ownLinks = [HOME, '/pages/profile', '/pages/settings', '/demo-data', '/sign-out', '/unlock-session'];
    const matches = ['/apps/contacts/somebody', '/apps/tasks/something'];
    expect([...ownLinks, ...matches].filter((link) => !isKnown(link))).toEqual([]);
  });

  it('addresses that sample data names', () => {
    const named = ['/docs/changelog', '/docs/guides/getting-started/introduction', '/apps/help-center/support'];
    expect(named.filter((link) => !isKnown(link))).toEqual([]);
  });

  it('older addresses', () => {
    expect(aliases.map(({ to }) => to).filter((link) => !isKnown(link))).toEqual([]);
  });
});
