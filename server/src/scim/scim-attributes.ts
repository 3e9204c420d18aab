export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** An attribute that is stored. Everything else of the standard is accepted and ignored, or is no attribute. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly isList?: true;
  readonly isRequired?: true;
  readonly isUnique?: true;
  readonly isCaseExact?: true;
  readonly isReadOnly?: true;
  readonly parts?: readonly Attribute[];
  readonly description: string;
}

const text = (name: string, description: string): Attribute => ({ name, type: 'string', description });
const texts = (names: Readonly<Record<string, string>>): Attribute[] =>
  Object.entries(names).map(([name, description]) => text(name, description));

const ITEM_PARTS: readonly Attribute[] = [
  text('value', 'The value itself'),
  text('display', 'How it is displayed'),
  text('type', 'What it is for, such as work'),
  { name: 'primary', type: 'boolean', description: 'Whether it is the preferred one' },
];

export const USER_ATTRIBUTES: readonly Attribute[] = [
  {
    name: 'userName',
    type: 'string',
    isRequired: true,
    isUnique: true,
    description: 'Name by which the provider knows the person; unique in the tenant, without regard to case',
  },
  { name: 'externalId', type: 'string', isCaseExact: true, description: 'Identifier at the provider' },
  {
    name: 'name',
    type: 'complex',
    description: 'Parts of the name',
    parts: texts({
      formatted: 'The whole name',
      familyName: 'Last name',
      givenName: 'First name',
      middleName: 'Middle name',
      honorificPrefix: 'Title before the name',
      honorificSuffix: 'Suffix behind the name',
    }),
  },
  ...texts({
    displayName: 'Name as it is displayed',
    nickName: 'Casual name',
    profileUrl: 'Page about the person',
    title: 'Job title',
    userType: 'Relation to the organization',
    preferredLanguage: 'Preferred language',
    locale: 'Locale',
    timezone: 'Time zone',
  }),
  { name: 'active', type: 'boolean', description: 'Whether the person may use the tenant' },
  { name: 'emails', type: 'complex', isList: true, description: 'Email addresses', parts: ITEM_PARTS },
  { name: 'phoneNumbers', type: 'complex', isList: true, description: 'Phone numbers', parts: ITEM_PARTS },
  {
    name: 'addresses',
    type: 'complex',
    isList: true,
    description: 'Postal addresses',
    parts: [
      ...texts({
        formatted: 'The whole address',
        streetAddress: 'Street and number',
        locality: 'City',
        region: 'State or region',
        postalCode: 'Postal code',
        country: 'Country',
      }),
      ...ITEM_PARTS.slice(2),
    ],
  },
];

export const ENTERPRISE_ATTRIBUTES: readonly Attribute[] = [
  ...texts({
    employeeNumber: 'Number of the employee',
    costCenter: 'Cost center',
    organization: 'Organization',
    division: 'Division',
    department: 'Department',
  }),
  {
    name: 'manager',
    type: 'complex',
    description: 'The person’s manager',
    parts: [
      text('value', 'Identifier of the manager'),
      { name: 'displayName', type: 'string', isReadOnly: true, description: 'Name of the manager' },
    ],
  },
];

export const GROUP_ATTRIBUTES: readonly Attribute[] = [
  { name: 'displayName', type: 'string', isRequired: true, isUnique: true, description: 'Name of the group' },
  { name: 'externalId', type: 'string', isCaseExact: true, description: 'Identifier at the provider' },
  {
    name: 'members',
    type: 'complex',
    isList: true,
    description: 'Users in the group',
    parts: [
      text('value', 'Identifier of the user'),
      { name: '$ref', type: 'reference', isReadOnly: true, description: 'Address of the user' },
      { name: 'display', type: 'string', isReadOnly: true, description: 'Name of the user' },
      { name: 'type', type: 'string', description: 'Always User' },
    ],
  },
];

/** Of the standard, and not stored here: passwords are never wanted, and rights come from groups. */
const IGNORED = new Set(['password', 'ims', 'photos', 'entitlements', 'roles', 'x509certificates']);
/** The server's own. A whole document may contain them, a change may not name them. */
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);

export const findAttribute = (list: readonly Attribute[], name: string): Attribute | null =>
  list.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;

export const isIgnored = (name: string): boolean => IGNORED.has(name.toLowerCase());
export const isReadOnly = (name: string): boolean => READ_ONLY.has(name.toLowerCase());
