import { ROLES, type ViewAs } from '@rise/contract';
import type { ReaderOf, Scope } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { notFound } from '../kernel/failure.ts';
import { readerOf, scopeOf } from './query.policy.ts';
import { colleague } from './view-as.sql.ts';

/** Through whose eyes a question is asked. */
export interface Eyes {
  readonly scope: Scope;
  readonly reader: ReaderOf;
  /** The person looked through, or null for one made up. */
  readonly accountId: string | null;
}

export interface ViewAsService {
  /**
   * The scope of an actor's question: their own, or another reader's within their own. Who may not look through others,
   * or names somebody who is not of the tenant, finds nothing; who may is recorded before anything is asked.
   */
  eyes(actor: TenantActor, viewAs: ViewAs | undefined): Promise<Eyes>;
}

export function createViewAs({ database }: { database: Database }): ViewAsService {
  const readerNamed = async (actor: TenantActor, viewAs: ViewAs): Promise<ReaderOf> => {
    if (!('account' in viewAs)) return viewAs;
    const found = await database.withGlobal(actor, (tx) => colleague(tx, actor.tenantId, viewAs.account), 'reads');
    if (!found) throw notFound();
    const roles = ROLES.filter((role) => found.roles.includes(role));
    return readerOf({ ...found, roles, accountId: viewAs.account });
  };

  return {
    async eyes(actor, viewAs) {
      const own = { scope: scopeOf(actor), reader: readerOf(actor), accountId: actor.accountId };
      if (viewAs === undefined) return own;
      const accountId = 'account' in viewAs ? viewAs.account : null;
      if (!actor.permissions.has('query.view-as')) {
        await audit(database, actor, { action: 'query.view-as', outcome: 'denied', target: accountId });
        throw notFound();
      }
      const reader = await readerNamed(actor, viewAs);
      await audit(database, actor, {
        action: 'query.view-as',
        outcome: 'done',
        target: accountId,
        details: accountId === null ? { ...reader } : {},
      });
      return { scope: { ...own.scope, reader, onBehalfOf: own.reader }, reader, accountId };
    },
  };
}
