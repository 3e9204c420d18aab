import {
  ENTERPRISE_ATTRIBUTES,
  ENTERPRISE_SCHEMA,
  GROUP_ATTRIBUTES,
  GROUP_SCHEMA,
  USER_ATTRIBUTES,
  USER_SCHEMA,
  type Attribute,
} from './scim-attributes.ts';

/** Resources of one page of a list, at most. */
export const MOST_RESULTS = 200;

const META = 'urn:ietf:params:scim:schemas:core:2.0';

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${META}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the tenant has created',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const TYPES = [
  {
    id: 'User',
    endpoint: '/Users',
    description: 'People of the tenant',
    schema: USER_SCHEMA,
    schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
  },
  {
    id: 'Group',
    endpoint: '/Groups',
    description: 'Groups of people',
    schema: GROUP_SCHEMA,
    schemaExtensions: [],
  },
];

export const resourceTypes = (base: string) =>
  TYPES.map((type) => ({
    schemas: [`${META}:ResourceType`],
    name: type.id,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));

type AttributeDocument = Readonly<Record<string, unknown>>;

function toDocument(attribute: Attribute): AttributeDocument {
  const { name, type, description, isList, isRequired, isReadOnly, isUnique, isCaseExact, parts } = attribute;
  const isText = type === 'string';
  return {
    name,
    type,
    multiValued: isList ?? false,
    description,
    required: isRequired ?? false,
    ...(isText && { caseExact: isCaseExact ?? false }),
    mutability: isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    ...(isText && { uniqueness: isUnique ? 'server' : 'none' }),
    ...(type === 'reference' && { referenceTypes: ['User'], caseExact: true, uniqueness: 'none' }),
    ...(parts && { subAttributes: parts.map(toDocument) }),
  };
}

/** Of a user: in which groups they are. Groups are changed at the group. */
const MEMBERSHIPS: Attribute = {
  name: 'groups',
  type: 'complex',
  isList: true,
  isReadOnly: true,
  description: 'Groups in which the person is',
  parts: [
    { name: 'value', type: 'string', isReadOnly: true, description: 'Identifier of the group' },
    { name: '$ref', type: 'reference', isReadOnly: true, description: 'Address of the group' },
    { name: 'display', type: 'string', isReadOnly: true, description: 'Name of the group' },
    { name: 'type', type: 'string', isReadOnly: true, description: 'Always direct' },
  ],
};

export const schemas = (base: string) =>
  [
    { id: USER_SCHEMA, name: 'User', attributes: [...USER_ATTRIBUTES, MEMBERSHIPS] },
    { id: ENTERPRISE_SCHEMA, name: 'EnterpriseUser', attributes: ENTERPRISE_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: 'Group', attributes: GROUP_ATTRIBUTES },
  ].map(({ id, name, attributes }) => ({
    schemas: [`${META}:Schema`],
    id,
    name,
    description: name,
    attributes: attributes.map(toDocument),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
