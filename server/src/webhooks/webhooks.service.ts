import { randomBytes, randomUUID } from 'node:crypto';
import type { Webhook, WebhookDelivery, Webhooks } from '@rise/contract';
import { HOST_REFUSED } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import { seal } from '../kernel/security/keys.ts';
import { authorOf } from '../models/author.service.ts';
import { enqueueDelivery } from './webhook-outbox.service.ts';
import type { WebhookReach } from './webhook-sender.service.ts';
import * as sql from './webhooks.sql.ts';

/** Of one tenant. */
const MAX_WEBHOOKS = 20;
const SHOWN_DELIVERIES = 50;
/** As long as what SHA-256 makes of it. */
const SECRET_BYTES = 32;

export interface WebhookServiceOptions {
  readonly database: Database;
  readonly webhookReach: WebhookReach;
  /** A delivery is due. */
  readonly wake: () => void;
}

/** The webhooks of a tenant, as its administrators manage them. */
export class WebhookService {
  readonly #options: WebhookServiceOptions;
  readonly #database: Database;

  constructor(options: WebhookServiceOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  list(actor: TenantActor): Promise<Webhooks> {
    return this.#database.withTenant(actor, readWebhooks, 'reads');
  }

  /** CONFLICT where there are too many. The secret is returned once, and stored sealed. */
  async create(
    actor: TenantActor,
    { name, url }: { name: string; url: string },
  ): Promise<{ webhook: Webhook; secret: string }> {
    await this.#requireReachable(url);
    const createdBy = await authorOf(this.#database, actor);
    const id = randomUUID();
    const secret = `rise_hook_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const sealed = seal(this.#options.webhookReach.key, id, secret);
    return this.#database.withTenant(actor, async (tx) => {
      await sql.lockWebhooks(tx);
      if ((await sql.listWebhooks(tx)).length >= MAX_WEBHOOKS)
        throw new UserError('CONFLICT', `There can be ${MAX_WEBHOOKS} webhooks at most. Delete one first.`);
      actor.record?.note({}, id);
      return { webhook: toWebhook(await sql.insertWebhook(tx, { id, name, url, secret: sealed, createdBy })), secret };
    });
  }

  async change(
    actor: TenantActor,
    id: string,
    { paused, ...content }: { name?: string | undefined; url?: string | undefined; paused?: boolean | undefined },
  ): Promise<Webhooks> {
    if (content.url !== undefined) await this.#requireReachable(content.url);
    return this.#database.withTenant(actor, async (tx) => {
      const { name = null, url = null } = content;
      if ((await sql.saveWebhook(tx, id, { name, url })) === 0) throw notFound();
      if (paused !== undefined) await sql.savePaused(tx, id, paused ? 'person' : null);
      // So that resuming it does not send all that has happened until then at once.
      if (paused) await sql.dropOpenDeliveries(tx, id);
      return readWebhooks(tx);
    });
  }

  delete(actor: TenantActor, id: string): Promise<Webhooks> {
    return this.#database.withTenant(actor, async (tx) => {
      if ((await sql.deleteWebhook(tx, id)) === 0) throw notFound();
      return readWebhooks(tx);
    });
  }

  /** CONFLICT while the one before is on its way, and where the webhook is paused. */
  async test(actor: TenantActor, id: string): Promise<{ deliveries: WebhookDelivery[] }> {
    const deliveries = await this.#database.withTenant(actor, async (tx) => {
      const webhook = await requireOwn(tx, id);
      if (webhook.paused !== null) throw new UserError('CONFLICT', 'This webhook is paused. Resume it first.');
      await sql.lockWebhooks(tx);
      if (await sql.hasOpenTest(tx, id))
        throw new UserError('CONFLICT', 'A test is on its way already. Wait until it has arrived.');
      const data = { webhook: { id, name: webhook.name } };
      const about = { webhook: id, kind: 'test', event: 'test', slot: `test ${randomUUID()}` } as const;
      await enqueueDelivery(tx, { ...about, data, account: actor.accountId });
      return readDeliveries(tx, id);
    });
    this.#options.wake();
    return deliveries;
  }

  deliveries(actor: TenantActor, id: string): Promise<{ deliveries: WebhookDelivery[] }> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        await requireOwn(tx, id);
        return readDeliveries(tx, id);
      },
      'reads',
    );
  }

  /** VALIDATION_FAILED for a host that this installation may not connect to. One that nobody knows yet is no error. */
  async #requireReachable(url: string): Promise<void> {
    const { hostname } = new URL(url);
    const { hosts } = this.#options.webhookReach;
    const code = await new Promise<string | undefined>((resolve) => {
      // Without its brackets, as connections have it.
      const host = hostname.replace(/^\[(.*)\]$/, '$1');
      hosts.lookup(host, { all: true }, (error) => resolve((error as NodeJS.ErrnoException | null)?.code));
    });
    if (code !== HOST_REFUSED) return;
    const message = `This installation may not connect to '${hostname}'. Enter a public address, or have the operator add this one to WEBHOOK_HOSTS.`;
    throw invalidField('url', message);
  }
}

async function requireOwn(tx: TenantTx, id: string): Promise<sql.WebhookRow> {
  const found = (await sql.listWebhooks(tx)).find((webhook) => webhook.id === id);
  if (!found) throw notFound();
  return found;
}

async function readWebhooks(tx: TenantTx): Promise<Webhooks> {
  return { webhooks: (await sql.listWebhooks(tx)).map(toWebhook) };
}

async function readDeliveries(tx: TenantTx, id: string): Promise<{ deliveries: WebhookDelivery[] }> {
  return { deliveries: (await sql.listDeliveries(tx, id, SHOWN_DELIVERIES)).map(toDelivery) };
}

const toWebhook = ({ createdAt, ...webhook }: sql.WebhookRow): Webhook => ({
  ...webhook,
  createdAt: createdAt.toISOString(),
});

function toDelivery({ sentAt, failedAt, createdAt, nextAttemptAt, ...row }: sql.DeliveryRow): WebhookDelivery {
  const finishedAt = sentAt ?? failedAt;
  return {
    ...row,
    status: sentAt ? 'sent' : failedAt ? 'failed' : 'waiting',
    createdAt: createdAt.toISOString(),
    nextAttemptAt: finishedAt ? null : nextAttemptAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
