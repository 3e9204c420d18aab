import type { ReaderOf, Scope } from '@rise/engine';
import type { Actor, TenantActor } from '../kernel/actor.ts';

/**
 * The reader that a model's row rules and column masks refer to: `appliesTo` and `exceptFor` name roles and groups,
 * `:user_account` is the person, and other attributes come from the identity provider.
 */
export function readerOf({
  roles,
  groups,
  attributes,
  accountId,
}: Pick<Actor, 'roles' | 'groups' | 'attributes' | 'accountId'>): ReaderOf {
  return { roles, groups, attributes: { ...attributes, ...(accountId !== null && { account: [accountId] }) } };
}

/**
 * What restricts this actor in every query: their tenant, the model's row rules and column masks for them, and the rows
 * of an embed.
 */
export function scopeOf(actor: TenantActor): Scope {
  const { tenantId: tenant, accountId, embed } = actor;
  if (actor.kind === 'embed') {
    if (!embed?.rows) throw new Error('An embed has no row rules');
    // Nobody in particular, so all rules and masks apply, also those about roles and groups.
    return { tenant, reader: { ...readerOf(actor), unnamed: true }, person: embed.id, predicates: embed.rows };
  }
  return { tenant, reader: readerOf(actor), ...(accountId !== null && { person: accountId }) };
}
