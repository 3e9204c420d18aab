import { isRoutable, NOT_ROUTABLE, type NewShortcut, type Shortcut, type ShortcutChange } from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import * as sql from './shortcuts.sql.ts';

/** Shortcuts per person and tenant. */
const MAX_SHORTCUTS = 60;

/** A person's shortcuts in one tenant; other people's are NOT_FOUND. */
export class ShortcutService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  async list(actor: TenantActor): Promise<Shortcut[]> {
    return this.#database.withTenant(actor, (tx) => sql.listShortcuts(tx, accountOf(actor)), 'reads');
  }

  /** CONFLICT where the person has too many. */
  async add(actor: TenantActor, shortcut: NewShortcut): Promise<Shortcut> {
    return this.#database.withTenant(actor, async (tx) => {
      if ((await sql.lockAndCount(tx, accountOf(actor))) >= MAX_SHORTCUTS)
        throw new UserError('CONFLICT', `You can have ${MAX_SHORTCUTS} shortcuts at most. Delete one first.`);
      return sql.insertShortcut(tx, accountOf(actor), shortcut);
    });
  }

  async change(actor: TenantActor, id: string, change: ShortcutChange): Promise<Shortcut> {
    return this.#database.withTenant(actor, async (tx) => {
      const before = await sql.lockShortcut(tx, accountOf(actor), id);
      if (!before) throw notFound();
      const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const shortcut: Shortcut = { ...before, ...changes };
      if (!isRoutable(shortcut)) {
        const { path, message } = NOT_ROUTABLE;
        throw invalidField(path.join('.'), message);
      }
      await sql.updateShortcut(tx, accountOf(actor), shortcut);
      return shortcut;
    });
  }

  async remove(actor: TenantActor, id: string): Promise<Shortcut> {
    const removed = await this.#database.withTenant(actor, (tx) => sql.deleteShortcut(tx, accountOf(actor), id));
    if (!removed) throw notFound();
    return removed;
  }
}
