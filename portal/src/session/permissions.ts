import type { Permission, Session } from '@rise/contract';

export type Feature = keyof Session['features'];

/** Requirements of a rule, all of which must hold. An empty rule only requires a session. */
export interface AccessRule {
  readonly permission?: Permission;
  readonly feature?: Feature;
}

type Grants = Pick<Session, 'permissions' | 'features'>;

export function allows(grants: Grants, rule: AccessRule): boolean {
  return (
    (rule.permission === undefined || grants.permissions.includes(rule.permission)) &&
    (rule.feature === undefined || grants.features[rule.feature])
  );
}

/**
 * What the signed-in person may do, as the server computed it. Empty until loaded; `loaded` is the
 * permissions-loaded signal, resolved by the first `load` and never rejected.
 */
export class Permissions {
  readonly loaded: Promise<void>;
  #resolveLoaded!: () => void;
  #grants: Grants = { permissions: [], features: { chatbot: false, insights: false, chat: false } };

  constructor() {
    this.loaded = new Promise((resolve) => {
      this.#resolveLoaded = resolve;
    });
  }

  load(grants: Grants): void {
    this.#grants = grants;
    this.#resolveLoaded();
  }

  allows(rule: AccessRule): boolean {
    return allows(this.#grants, rule);
  }
}

export const permissions = new Permissions();
