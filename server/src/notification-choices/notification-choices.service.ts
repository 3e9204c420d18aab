import {
  describeNotifications,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationChoice,
  type NotificationChoices,
  type NotificationKind,
} from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import * as sql from './notification-choices.sql.ts';

/** Which notifications a person gets in a tenant. All, unless they switched some off. */
export class NotificationChoiceService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  list(actor: TenantActor): Promise<NotificationChoices> {
    return this.#database.withTenant(actor, (tx) => choicesOf(tx, actor), 'reads');
  }

  /** VALIDATION_FAILED for a channel that the kind does not have, and for what cannot be switched off. */
  change(actor: TenantActor, { kind, channel, on }: Omit<NotificationChoice, 'locked'>): Promise<NotificationChoices> {
    const { channels, isLocked = false } = describeNotifications(kind);
    if (!channels.includes(channel)) throw invalid('channel', `There is no '${channel}' for '${kind}'.`);
    if (isLocked && !on)
      throw invalid('on', 'Notifications about the security of your account cannot be switched off.');
    return this.#database.withTenant(actor, async (tx) => {
      await (on ? sql.unmute : sql.mute)(tx, accountOf(actor), { kind, channel });
      return choicesOf(tx, actor);
    });
  }
}

const invalid = (field: string, message: string) => new UserError('VALIDATION_FAILED', undefined, [{ field, message }]);

async function choicesOf(tx: TenantTx, actor: TenantActor): Promise<NotificationChoices> {
  const muted = await sql.listMuted(tx, accountOf(actor));
  const choices = NOTIFICATION_KINDS.flatMap((kind): NotificationChoice[] => {
    const { channels, permission, isLocked = false } = describeNotifications(kind);
    if (!actor.permissions.has(permission)) return [];
    return channels.map((channel) => ({
      kind,
      channel,
      on: isLocked || !muted.some((one) => one.kind === kind && one.channel === channel),
      locked: isLocked,
    }));
  });
  return { choices };
}

/** Those of some people who want a kind of notification by a channel. */
export async function withoutMuting(
  tx: TenantTx,
  people: readonly string[],
  kind: NotificationKind,
  channel: NotificationChannel,
): Promise<string[]> {
  if (describeNotifications(kind).isLocked || people.length === 0) return [...people];
  const muting = new Set(await sql.listMuting(tx, kind, channel));
  return people.filter((account) => !muting.has(account));
}
