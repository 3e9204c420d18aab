import { isRoutable, NOT_ROUTABLE, type NewShortcut, type Shortcut, type ShortcutChange } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import * as sql from './shortcuts.sql.ts';

/** Shortcuts that a person may have in one tenant. */
const MOST_SHORTCUTS = 60;

export type ShortcutService = ReturnType<typeof createShortcuts>;

/** A person's own shortcuts in one tenant; others' are not found. */
export function createShortcuts({ database }: { database: Database }) {
  return {
    list: (actor: TenantActor): Promise<Shortcut[]> =>
      database.withTenant(actor, (tx) => sql.shortcutsOf(tx, owner(actor)), 'reads'),

    /** CONFLICT where there is no room for another one. */
    add: (actor: TenantActor, made: NewShortcut): Promise<Shortcut> =>
      database.withTenant(actor, async (tx) => {
        if ((await sql.countHeld(tx, owner(actor))) >= MOST_SHORTCUTS)
          throw new Failure('CONFLICT', `There is room for ${MOST_SHORTCUTS} shortcuts. Delete one first.`);
        return sql.insertShortcut(tx, owner(actor), made);
      }),

    change: (actor: TenantActor, id: string, change: ShortcutChange): Promise<Shortcut> =>
      database.withTenant(actor, async (tx) => {
        const before = await sql.heldShortcut(tx, owner(actor), id);
        if (!before) throw notFound();
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
        const shortcut: Shortcut = { ...before, ...given };
        if (!isRoutable(shortcut)) {
          const { path, message } = NOT_ROUTABLE;
          throw new Failure('VALIDATION_FAILED', undefined, [{ field: path.join('.'), message }]);
        }
        await sql.writeShortcut(tx, owner(actor), shortcut);
        return shortcut;
      }),

    async remove(actor: TenantActor, id: string): Promise<Shortcut> {
      const removed = await database.withTenant(actor, (tx) => sql.deleteShortcut(tx, owner(actor), id));
      if (!removed) throw notFound();
      return removed;
    },
  };
}

function owner(actor: TenantActor): string {
  if (actor.accountId === null) throw new Failure('UNAUTHENTICATED');
  return actor.accountId;
}
