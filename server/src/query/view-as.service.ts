import { ROLES, type ViewAs } from '@rise/contract';
import type { ReaderOf, Scope } from '@rise/engine';
import { notify, type NewNotification } from '../inbox/inbox.service.ts';
import { permissionsOf, systemIn, type TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { currentOrigin } from '../kernel/origin.ts';
import { authorOf } from '../models/author.service.ts';
import { readerOf, scopeOf } from './query.policy.ts';
import { type ColleagueRow, findColleague, findColleagueByEmail, insertNotice } from './view-as.sql.ts';

/** With whose rights a query runs. */
export interface EffectiveReader {
  readonly scope: Scope;
  readonly reader: ReaderOf;
  /** Null where the reader is described by roles, groups and attributes instead of an account. */
  readonly accountId: string | null;
}

const viewedNotification = (viewer: string): NewNotification => ({
  kind: 'security',
  icon: 'shield',
  title: { en: `${viewer} viewed data with your rights`, tr: `${viewer} verilere sizin yetkilerinizle baktı` },
  description: {
    en: 'An administrator checked which rows and columns you see. Your chats, messages and saved work were not shown. It is recorded in the audit trail.',
    tr: 'Bir yönetici hangi satır ve sütunları gördüğünüzü kontrol etti. Sohbetleriniz, iletileriniz ve kaydettikleriniz gösterilmedi. Denetim kaydına işlendi.',
  },
  link: null,
});

/** A person of the tenant as an actor, with the rights their next request would have; null for anyone else. */
export async function findReader(database: Database, tenantId: string, email: string): Promise<TenantActor | null> {
  const system = systemIn(tenantId);
  const row = await database.withGlobal(system, (tx) => findColleagueByEmail(tx, tenantId, email), 'reads');
  return row && actorOf(tenantId, row);
}

function actorOf(tenantId: string, { id, groups, attributes, ...row }: ColleagueRow): TenantActor {
  const roles = ROLES.filter((role) => row.roles.includes(role));
  const permissions = permissionsOf(roles);
  return { ...systemIn(tenantId), kind: 'tenant', accountId: id, roles, permissions, groups, attributes };
}

/** "View as": queries with another reader's rights, within the actor's own. */
export class ViewAsService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /**
   * The actor as reader, or another reader within the actor's rights. NOT_FOUND without the permission and for a person
   * outside the tenant. Audited before any query runs.
   */
  async resolve(actor: TenantActor, viewAs: ViewAs | undefined): Promise<EffectiveReader> {
    const own = { scope: scopeOf(actor), reader: readerOf(actor), accountId: actor.accountId };
    if (viewAs === undefined) return own;
    const accountId = 'account' in viewAs ? viewAs.account : null;
    if (!actor.permissions.has('query.view-as')) {
      await audit(this.#database, actor, { action: 'query.view-as', outcome: 'denied', target: accountId });
      throw notFound();
    }
    const reader = await this.#findReader(actor, viewAs);
    const origin = currentOrigin();
    if (origin) origin.viewedAs = accountId;
    await audit(this.#database, actor, {
      action: 'query.view-as',
      outcome: 'done',
      target: accountId,
      details: accountId === null ? { ...reader } : {},
    });
    if (accountId !== null) await this.#notifyOnce(actor, accountId);
    return { scope: { ...own.scope, reader, onBehalfOf: own.reader }, reader, accountId };
  }

  /** A person of the tenant, with the rights their next request would have. NOT_FOUND for anyone else. */
  async requirePerson({ tenantId }: TenantActor, accountId: string): Promise<{ name: string; actor: TenantActor }> {
    const row = await this.#database.withGlobal(
      systemIn(tenantId),
      (tx) => findColleague(tx, tenantId, accountId),
      'reads',
    );
    if (!row) throw notFound();
    return { name: row.name, actor: actorOf(tenantId, row) };
  }

  /** The person learns that someone looks at data with their rights: once a day of each, not with each query. */
  async #notifyOnce(actor: TenantActor, viewed: string): Promise<void> {
    const viewer = actor.accountId;
    if (viewer === null || viewer === viewed) return;
    const email = await authorOf(this.#database, actor);
    await this.#database.withTenant({ ...actor, record: undefined }, async (tx) => {
      if (await insertNotice(tx, viewer, viewed)) await notify(tx, [viewed], viewedNotification(email ?? ''));
    });
  }

  async #findReader(actor: TenantActor, viewAs: ViewAs): Promise<ReaderOf> {
    if (!('account' in viewAs)) return viewAs;
    return readerOf((await this.requirePerson(actor, viewAs.account)).actor);
  }
}
