/** A plan with its monthly price in US dollars, billed monthly and billed yearly. */
export interface Plan {
  readonly id: 'branch' | 'union' | 'league';
  readonly monthly: number;
  readonly yearly: number;
  readonly favorite: boolean;
  /** Maximum number of users; null for unlimited. */
  readonly people: number | null;
  /** Gigabytes. */
  readonly storage: number;
  /** Capabilities beyond those of every plan. */
  readonly capabilities: readonly Capability[];
}

/** The capabilities of plans, in the order of the comparison. */
export const CAPABILITIES = [
  'reports',
  'exports',
  'schedules',
  'peers',
  'sso',
  'audit',
  'embedding',
  'support',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const PLANS: readonly Plan[] = [
  {
    id: 'branch',
    monthly: 29,
    yearly: 24,
    favorite: false,
    people: 10,
    storage: 20,
    capabilities: ['reports', 'exports', 'audit'],
  },
  {
    id: 'union',
    monthly: 89,
    yearly: 74,
    favorite: true,
    people: 100,
    storage: 250,
    capabilities: ['reports', 'exports', 'schedules', 'peers', 'sso', 'audit'],
  },
  {
    id: 'league',
    monthly: 249,
    yearly: 207,
    favorite: false,
    people: null,
    storage: 2000,
    capabilities: [...CAPABILITIES],
  },
];

/** One-time price in US dollars. */
export const LIFETIME = 1490;

export type Period = 'yearly' | 'monthly';

/** Savings of yearly over monthly billing in percent; the smallest of all plans. */
export const saving = (plans: readonly Plan[] = PLANS): number =>
  Math.floor(Math.min(...plans.map(({ monthly, yearly }) => (1 - yearly / monthly) * 100)));
