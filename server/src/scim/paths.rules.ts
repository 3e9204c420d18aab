import {
  ENTERPRISE_ATTRIBUTES,
  ENTERPRISE_SCHEMA,
  findAttribute,
  GROUP_ATTRIBUTES,
  GROUP_SCHEMA,
  isIgnored,
  isReadOnly,
  USER_ATTRIBUTES,
  USER_SCHEMA,
  type Attribute,
} from './scim-attributes.ts';
import { readElementFilter, type Condition } from './filters.rules.ts';
import { invalid } from './scim-error.ts';

/** What a path names: an attribute of the closed list, elements of a list, or a part. */
export type Target =
  | {
      readonly kind: 'attribute';
      readonly isEnterprise: boolean;
      readonly attribute: Attribute;
      /** Of a list: which elements; null: all. */
      readonly where: readonly Condition[] | null;
      readonly part: Attribute | null;
    }
  /** All attributes of the enterprise schema. */
  | { readonly kind: 'enterprise' }
  /** Of the standard, and not stored. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'read-only'; readonly name: string };

const LONGEST = 500;
const PATH = /^([A-Za-z][A-Za-z0-9_-]*)(?:\[([^\]]*)\])?(?:\.([A-Za-z$][A-Za-z0-9_-]*))?$/;

const refuse = (path: string, why = 'It is no attribute that this server knows; see /Schemas.') =>
  invalid('invalidPath', `The path '${path.slice(0, 100)}' cannot be used. ${why}`);

/** Resolves a path, or a key of a value without one, which Entra writes as a path. */
export function readPath(text: string, resource: 'User' | 'Group'): Target {
  const path = text.trim();
  if (path.length > LONGEST) throw refuse(path, `Use at most ${LONGEST} characters.`);
  const { isEnterprise, rest } = withoutSchema(path, resource);
  if (isEnterprise && rest === '') return { kind: 'enterprise' };
  const found = PATH.exec(rest);
  if (!found) throw refuse(path);
  const [, name = '', filter, partName] = found;
  if (!isEnterprise && isReadOnly(name)) return { kind: 'read-only', name };
  if (!isEnterprise && resource === 'User' && isIgnored(name)) return { kind: 'ignored' };
  const attribute = findAttribute(isEnterprise ? ENTERPRISE_ATTRIBUTES : attributesOf(resource), name);
  if (!attribute) throw refuse(path);
  const part = partName === undefined ? null : partOf(attribute, partName, path);
  if (filter !== undefined && !attribute.isList) throw refuse(path, 'Only elements of a list are chosen by brackets.');
  const where = filter === undefined ? null : readElementFilter(filter);
  const strange = where?.find((one) => findAttribute(attribute.parts ?? [], one.path) === null);
  if (strange) throw refuse(path, `'${strange.path}' is no part of it.`);
  return { kind: 'attribute', isEnterprise, attribute, where, part };
}

const attributesOf = (resource: 'User' | 'Group') => (resource === 'User' ? USER_ATTRIBUTES : GROUP_ATTRIBUTES);

function partOf(attribute: Attribute, name: string, path: string): Attribute | null {
  // A reference is computed: what a client says of it does not matter.
  const part = findAttribute(attribute.parts ?? [], name);
  if (!part) throw refuse(path);
  return part;
}

/** The URN in front of a path, in any case, followed by a colon, a dot or nothing. */
function withoutSchema(path: string, resource: 'User' | 'Group'): { isEnterprise: boolean; rest: string } {
  if (!/^urn:/i.test(path)) return { isEnterprise: false, rest: path };
  const schemas = resource === 'User' ? [ENTERPRISE_SCHEMA, USER_SCHEMA] : [GROUP_SCHEMA];
  for (const schema of schemas) {
    if (!path.toLowerCase().startsWith(schema.toLowerCase())) continue;
    const rest = path.slice(schema.length);
    const isEnterprise = schema === ENTERPRISE_SCHEMA;
    if (rest === '' && isEnterprise) return { isEnterprise, rest };
    if (/^[:.]./.test(rest)) return { isEnterprise, rest: rest.slice(1) };
  }
  throw refuse(path, 'This server does not know its schema.');
}
