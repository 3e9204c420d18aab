import { ENTERPRISE_ATTRIBUTES, ENTERPRISE_SCHEMA, USER_ATTRIBUTES, type Attribute } from './scim-attributes.ts';
import { readPath, type Target } from './paths.rules.ts';
import { invalid } from './scim-error.ts';
import { isObject, readItems, readSimple, readValue, valueOf, type Item, type Value } from './values.rules.ts';

/** What the provider says of a person, by canonical names. Values of the enterprise schema are apart. */
export interface UserDocument {
  readonly core: Record<string, Value>;
  readonly enterprise: Record<string, Value>;
}

/** One step of a change, as any client writes it. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | null;
  /** Undefined where there is none. */
  readonly value: unknown;
}

const MOST_OPERATIONS = 1000;

/** A whole document. Attributes that it does not have are not in the result. */
export function readUser(body: unknown): UserDocument {
  if (!isObject(body)) throw invalid('invalidSyntax', 'The body has to be a JSON object.');
  const enterprise = valueOf(body, ENTERPRISE_SCHEMA);
  return {
    core: readAttributes(USER_ATTRIBUTES, body),
    enterprise: isObject(enterprise) ? readAttributes(ENTERPRISE_ATTRIBUTES, enterprise) : {},
  };
}

function readAttributes(attributes: readonly Attribute[], body: Record<string, unknown>): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const attribute of attributes) {
    const value = readValue(attribute, valueOf(body, attribute.name));
    if (value !== null) found[attribute.name] = attribute.isList ? withOnePrimary(value as Item[]) : value;
  }
  return found;
}

/** The operations of a change, whose names any client writes in its own case. */
export function readOperations(body: unknown): Operation[] {
  const list = isObject(body) ? valueOf(body, 'Operations') : undefined;
  if (!Array.isArray(list) || list.length === 0)
    throw invalid('invalidSyntax', "The body needs 'Operations', a list with one change at least.");
  if (list.length > MOST_OPERATIONS)
    throw invalid('tooMany', `Use at most ${MOST_OPERATIONS} operations in one request.`);
  return list.map((one: unknown) => {
    const op = isObject(one) ? valueOf(one, 'op') : undefined;
    const name = typeof op === 'string' ? op.toLowerCase() : '';
    if (!isObject(one) || (name !== 'add' && name !== 'replace' && name !== 'remove'))
      throw invalid('invalidSyntax', "Each operation needs an 'op': add, replace or remove.");
    const path = valueOf(one, 'path') ?? null;
    if (path !== null && typeof path !== 'string') throw invalid('invalidPath', "'path' has to be a text.");
    const value = valueOf(one, 'value');
    if (name === 'remove' && !path) throw invalid('noTarget', "'remove' needs a 'path'.");
    if (name !== 'remove' && value === undefined) throw invalid('invalidValue', `'${name}' needs a 'value'.`);
    return { op: name, path: path === '' ? null : path, value };
  });
}

/** The document after a change. The one before stays as it is. */
export function changeUser(before: UserDocument, operations: readonly Operation[]): UserDocument {
  const after = structuredClone(before);
  for (const operation of operations) {
    if (operation.path !== null) {
      applyTo(after, readPath(operation.path, 'User'), operation);
      continue;
    }
    if (!isObject(operation.value)) throw invalid('invalidValue', "Without a 'path', 'value' has to be an object.");
    // Each key is a path of its own: Entra writes 'name.givenName' and 'emails[type eq "work"].value' there.
    for (const [path, value] of Object.entries(operation.value)) {
      const target = readPath(path, 'User');
      if (target.kind !== 'read-only') applyTo(after, target, { ...operation, path, value });
    }
  }
  return after;
}

function applyTo(document: UserDocument, target: Target, operation: Operation): void {
  if (target.kind === 'ignored') return;
  if (target.kind === 'read-only')
    throw invalid('mutability', `'${target.name}' is the server’s own and cannot be changed.`);
  if (target.kind === 'enterprise') return applyToEnterprise(document, operation);
  const { attribute, where, part } = target;
  if (attribute.isReadOnly || part?.isReadOnly) return;
  const values = target.isEnterprise ? document.enterprise : document.core;
  const isRemoved = operation.op === 'remove';
  if (attribute.isList) return setIn(values, attribute.name, changeItems(values[attribute.name], target, operation));
  if (part) {
    const item: Item = { ...(values[attribute.name] as Item | undefined) };
    const value = isRemoved ? null : readSimple(part, operation.value);
    if (value === null) delete item[part.name];
    else item[part.name] = value;
    return setIn(values, attribute.name, Object.keys(item).length === 0 ? null : item);
  }
  if (isRemoved && attribute.isRequired) throw invalid('mutability', `'${attribute.name}' is required.`);
  const value = isRemoved ? null : readValue(attribute, operation.value);
  if (value === null && attribute.isRequired) throw invalid('invalidValue', `'${attribute.name}' is empty.`);
  const isMerged = operation.op !== 'remove' && attribute.type === 'complex' && where === null && value !== null;
  // Parts that a change does not name stay (RFC 7644, 3.5.2.3).
  setIn(values, attribute.name, isMerged ? { ...(values[attribute.name] as Item), ...(value as Item) } : value);
}

function applyToEnterprise({ enterprise }: UserDocument, { op, value }: Operation): void {
  if (op === 'remove') {
    for (const name of Object.keys(enterprise)) delete enterprise[name];
    return;
  }
  if (!isObject(value)) throw invalid('invalidValue', `'${ENTERPRISE_SCHEMA}' has to be an object.`);
  for (const attribute of ENTERPRISE_ATTRIBUTES) {
    const one = valueOf(value, attribute.name);
    if (one !== undefined) setIn(enterprise, attribute.name, readValue(attribute, one));
  }
}

function setIn(values: Record<string, Value>, name: string, value: Value | null): void {
  if (value === null) delete values[name];
  else values[name] = value;
}

const asText = (value: string | boolean | undefined) => String(value ?? '').toLowerCase();

/** The elements of a list after a change; null where none is left. */
function changeItems(
  before: Value | undefined,
  { attribute, where, part }: Extract<Target, { kind: 'attribute' }>,
  { op, value }: Operation,
): Item[] | null {
  const items = Array.isArray(before) ? before : [];
  const canonical = (name: string) =>
    attribute.parts?.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name ?? name;
  const fulfills = (item: Item) =>
    where?.every((one) => asText(item[canonical(one.path)]) === (one.value ?? '').toLowerCase()) ?? true;
  const result = (list: Item[], primary?: Item) => (list.length === 0 ? null : withOnePrimary(list, primary));
  if (op === 'remove') {
    if (part) return result(items.map((item) => (fulfills(item) ? without(item, part.name) : item)).filter(isFilled));
    const named = where === null && value !== undefined && value !== null ? readItems(attribute, value) : null;
    if (named) return result(items.filter((item) => !named.some((one) => one['value'] === item['value'])));
    return where === null ? null : result(items.filter((item) => !fulfills(item)));
  }
  if (where === null && !part) {
    const added = readItems(attribute, value);
    const rest = op === 'replace' ? [] : items.filter((item) => !added.some((one) => isSame(one, item)));
    return result(
      [...rest, ...added],
      added.find((one) => one['primary'] === true),
    );
  }
  const set = part ? partOf(part, value) : (readItems(attribute, value)[0] ?? {});
  const matches = items.filter(fulfills);
  if (matches.length > 0) {
    const changed = items.map((item) => (fulfills(item) ? { ...item, ...set } : item));
    const primary = set['primary'] === true ? changed[items.indexOf(matches[0]!)] : undefined;
    return result(changed.map((item) => cleared(item, part?.name ?? null, value)).filter(isFilled), primary);
  }
  // Entra sets a value of an element that is not there yet, and expects it to be created.
  const chosen = Object.fromEntries(
    (where ?? []).flatMap((one) => (one.value === null ? [] : [[canonical(one.path), typed(one)]])),
  );
  const created: Item = { ...chosen, ...set };
  return Object.keys(set).length === 0 ? result(items) : result([...items, created], created['primary'] === true ? created : undefined); // prettier-ignore
}

const typed = ({ path, value }: { path: string; value: string | null }): string | boolean =>
  path === 'primary' ? value?.toLowerCase() === 'true' : (value ?? '');

function partOf(part: Attribute, value: unknown): Item {
  const read = readSimple(part, value);
  return read === null ? {} : { [part.name]: read };
}

/** A part that was set to nothing is gone. */
function cleared(item: Item, part: string | null, value: unknown): Item {
  return part !== null && (value === null || value === '') ? without(item, part) : item;
}

function without(item: Item, part: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== part));
}

/** An element that says only what it is for, or that it was preferred, says nothing. */
const isFilled = (item: Item) => Object.keys(item).some((name) => name !== 'type' && name !== 'primary');
const isSame = (a: Item, b: Item) => a['value'] === b['value'] && a['type'] === b['type'];

/** One element at most is the preferred one: the one that was just set, else the first. */
function withOnePrimary(items: readonly Item[], primary?: Item): Item[] {
  const chosen = primary ?? items.find((item) => item['primary'] === true);
  return items.map((item) => (item['primary'] === true && item !== chosen ? { ...item, primary: false } : item));
}
