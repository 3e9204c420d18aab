import type { Role } from '@rise/contract';

/** A person known to the embedded provider. */
export interface Identity {
  /** Never changes, even when name or email does. */
  readonly subject: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  /** Slugs of tenants. */
  readonly tenants: readonly string[];
  /** Name of the person's organization, as the sign-in page shows it; without it, the slugs. */
  readonly organization?: string;
  readonly groups?: readonly string[];
  /** Codes of the branches where the person works. */
  readonly branches?: readonly string[];
  /** `salt:hash`, as `hashPassword` writes it. */
  readonly passwordHash: string;
}

/** Password of every demo identity. Not a secret: it is printed at the start and shown on the sign-in page. */
export const DEMO_PASSWORD = 'rise-demo';

/** The people of the demo: two global users, and an administrator and an analyst in each of two credit unions. */
export const DEMO_IDENTITIES: readonly Identity[] = [
  {
    subject: 'rise-demo-001',
    email: 'global.admin@rise.example',
    firstName: 'Nadia',
    lastName: 'Okonkwo',
    roles: ['global.admin'],
    tenants: [],
    passwordHash: '0b6E3oefvavb9US9qRaunQ:f5Y-GReetxBvH9q-G58fjoO3zLN9JxK0bn2QnGaGZus',
  },
  {
    subject: 'rise-demo-002',
    email: 'global.support@rise.example',
    firstName: 'Çağrı',
    lastName: 'Işıldar',
    roles: ['global.support'],
    tenants: [],
    passwordHash: 'regAtlkd6F1JOvi9cYADlA:YngUni4uNIuj6PYplajk6cVzKFF3G2Be4soyiyLcifY',
  },
  {
    subject: 'rise-demo-003',
    email: 'admin@alder.example',
    firstName: 'Marguerite',
    lastName: 'Lindqvist',
    roles: ['tenant.user', 'tenant.admin'],
    tenants: ['alder'],
    organization: 'Alder Credit Union',
    passwordHash: 'vXt888L9vZpC5XDIBhSzvw:mznkBrMsRjr5acZiaTpjse_C0gdOB_HZsqHZewkjnq0',
  },
  {
    subject: 'rise-demo-004',
    email: 'analyst@alder.example',
    firstName: 'Tobias',
    lastName: 'Achterberg',
    roles: ['tenant.user'],
    tenants: ['alder'],
    organization: 'Alder Credit Union',
    groups: ['lending'],
    branches: ['north'],
    passwordHash: 'WqENS31zEM9mxwOZr4WP7g:CSJCQ2P61B_Y0V0k2caArl6DNF7lvL6bjdol33R6Kxc',
  },
  {
    subject: 'rise-demo-005',
    email: 'admin@birch.example',
    firstName: 'Rosalind',
    lastName: 'Whitehorse',
    roles: ['tenant.user', 'tenant.admin'],
    tenants: ['birch'],
    organization: 'Birch Credit Union',
    passwordHash: 'RZjf9n6jVkJUeWGW0RaG2A:qvB_j4aNLyzb2rzr3cbMgy1olsGeo-BZHJEc6K13N8Q',
  },
  {
    subject: 'rise-demo-006',
    email: 'analyst@birch.example',
    firstName: 'Şule',
    lastName: 'Yıldırım',
    roles: ['tenant.user'],
    tenants: ['birch'],
    organization: 'Birch Credit Union',
    passwordHash: 'N57dhT_6NfVyUgaAjJOXHA:sS6jVw5gn0k-tpiyES8ixvFnpim8sSt55dJhj5Medp8',
  },
];
