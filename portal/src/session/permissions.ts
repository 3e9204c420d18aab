import type { Permission, Session } from '@rise/contract';

export type Feature = keyof Session['features'];

/** What a rule asks of the person: every part it names. A rule that names nothing asks only for being signed in. */
export interface AccessRule {
  readonly permission?: Permission;
  readonly feature?: Feature;
}

type Held = Pick<Session, 'permissions' | 'features'>;

export function allows(held: Held, rule: AccessRule): boolean {
  return (
    (rule.permission === undefined || held.permissions.includes(rule.permission)) &&
    (rule.feature === undefined || held.features[rule.feature])
  );
}

/**
 * What the signed-in person may do, as the server computed it. Empty until loaded; `loaded` is the
 * permissions-loaded signal, resolved by the first `load` and never rejected.
 */
export class Permissions {
  readonly loaded: Promise<void>;
  #raise!: () => void;
  #held: Held = { permissions: [], features: { chatbot: false, insights: false, chat: false } };

  constructor() {
    this.loaded = new Promise((resolve) => {
      this.#raise = resolve;
    });
  }

  load(held: Held): void {
    this.#held = held;
    this.#raise();
  }

  allows(rule: AccessRule): boolean {
    return allows(this.#held, rule);
  }
}

export const permissions = new Permissions();
