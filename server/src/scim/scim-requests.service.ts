import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { audit, RequestRecord } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ScimCaller } from './scim-access.service.ts';
import { ScimError } from './scim-error.ts';

export interface ScimCall {
  readonly caller: ScimCaller;
  /** As the audit trail names it: `scim.user.change`. */
  readonly action: string;
  /** Id of the user or group that it is about. */
  readonly target: string | null;
  readonly method: string;
  /** Below the address of the service, with its query. */
  readonly path: string;
}

export interface ScimResponse {
  readonly status: number;
  /** Null: none. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the audit trail: what it was about. */
  readonly name?: string;
  readonly notes?: Readonly<Record<string, unknown>>;
  /** Where the request did not name it. */
  readonly target?: string;
}

const LONGEST_PATH = 500;

/** Runs requests of providers, each in one transaction with its audit record. */
export class ScimRequests {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Throws a `ScimError`; nothing has changed then, and the audit trail says why. */
  async run(call: ScimCall, mode: 'reads' | 'writes', work: (tx: TenantTx) => Promise<ScimResponse>) {
    const details = { token: call.caller.tokenName, method: call.method, path: call.path.slice(0, LONGEST_PATH) };
    const { action, target } = call;
    const author = systemIn(call.caller.tenantId);
    try {
      if (mode === 'writes' && this.#database.readOnly !== null) throw new UserError('READ_ONLY');
      const record = new RequestRecord({ action, outcome: 'done', target, details });
      const actor: TenantActor = { ...author, record };
      const response = await this.#database.withTenant(
        actor,
        async (tx) => {
          const done = await work(tx);
          record.note({ status: done.status, ...(done.name && { name: done.name }), ...done.notes }, done.target);
          return done;
        },
        mode,
      );
      await record.finish(this.#database, author);
      return response;
    } catch (error) {
      const known = toScimError(error);
      if (known === null || known.status === 503) throw error;
      await audit(this.#database, author, {
        action,
        target,
        outcome: known.status === 404 ? 'denied' : 'failed',
        details: { ...details, status: known.status, error: known.message },
      });
      throw known;
    }
  }
}

/** Null for what is no error of the caller. */
export function toScimError(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  if (!(error instanceof UserError)) return null;
  const [detail] = error.details ?? [];
  const text = detail && error.code === 'VALIDATION_FAILED' ? `${detail.field}: ${detail.message}` : error.message;
  if (error.code === 'CONFLICT') return new ScimError(409, text);
  if (error.code === 'READ_ONLY') return new ScimError(503, text);
  if (error.code === 'RATE_LIMITED') return new ScimError(429, text);
  if (error.code === 'PAYLOAD_TOO_LARGE') return new ScimError(413, text);
  if (error.code === 'VALIDATION_FAILED') return new ScimError(400, text, 'invalidValue');
  return error.code === 'NOT_FOUND' ? new ScimError(404, text) : null;
}
