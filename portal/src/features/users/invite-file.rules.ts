import type { TenantRole } from '@rise/contract/people';
import { parse } from 'csv-parse/browser/esm/sync';

/** Someone whom a line of a file invites. */
export interface InvitedPerson {
  email: string;
  roles: TenantRole[];
  groups: string[];
  attributes: Record<string, string[]>;
}

/** What is wrong with a line: its address, its role, or that the address is in the file before. */
export interface LineProblem {
  line: number;
  problem: 'email' | 'role' | 'twice' | 'long';
  value: string;
}

export type InviteFile =
  | { kind: 'people'; people: InvitedPerson[]; problems: LineProblem[] }
  /** `email`: no column has addresses. `attribute`: the name of a column is none that row rules can use. */
  | { kind: 'unfit'; reason: 'unreadable' | 'empty' | 'email' | 'attribute' | 'too-many'; value: string };

const MAX_LINES = 1000;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const ATTRIBUTE = /^[a-z][a-z0-9_]{0,40}$/;
const MAX_TEXT = 200;
const MAX_ADDRESS = 320;

/** Names of columns and roles in both languages, as people write them. */
const COLUMNS: Record<string, 'email' | 'roles' | 'groups'> = {
  email: 'email', 'e-mail': 'email', 'email address': 'email', 'e-posta': 'email', eposta: 'email',
  role: 'roles', roles: 'roles', rol: 'roles', roller: 'roles',
  group: 'groups', groups: 'groups', grup: 'groups', gruplar: 'groups',
}; // prettier-ignore
const ROLES: Record<string, TenantRole> = {
  user: 'tenant.user', 'tenant.user': 'tenant.user', kullanıcı: 'tenant.user',
  admin: 'tenant.admin', administrator: 'tenant.admin', 'tenant.admin': 'tenant.admin', yönetici: 'tenant.admin',
}; // prettier-ignore

/** `İ` and `I` of Turkish texts are no different from `i` here. */
const lower = (text: string) => text.trim().replaceAll('İ', 'i').toLowerCase();
/** Several values in one cell. */
const values = (cell: string): string[] => [...new Set(cell.split('|').map((one) => one.trim()).filter(Boolean))]; // prettier-ignore

/** Of comma, semicolon and tab the one that the first line has most often. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((one) => [one, head.split(one).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function linesOf(text: string): { record: string[]; line: number }[] | null {
  try {
    const options = { bom: true, info: true, skip_empty_lines: true, relax_column_count: true };
    const lines = parse(text, { ...options, delimiter: delimiterOf(text) }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return lines.map(({ record, info }) => ({ record, line: info.lines }));
  } catch {
    return null;
  }
}

/** Reads whom a CSV file invites: a line each, with a head of `email`, `role`, `groups` and names of attributes. */
export function readInviteFile(text: string): InviteFile {
  const unfit = (reason: (InviteFile & { kind: 'unfit' })['reason'], value = ''): InviteFile => ({
    kind: 'unfit',
    reason,
    value,
  });
  const lines = linesOf(text);
  if (lines === null) return unfit('unreadable');
  const [head, ...rest] = lines;
  if (!head || rest.length === 0) return unfit('empty');
  if (rest.length > MAX_LINES) return unfit('too-many', String(MAX_LINES));
  const columns = head.record.map((name): Column => COLUMNS[lower(name)] ?? { attribute: lower(name) });
  if (!columns.includes('email')) return unfit('email');
  const wrong = columns.find((column) => typeof column === 'object' && !ATTRIBUTE.test(column.attribute));
  if (typeof wrong === 'object') return unfit('attribute', wrong.attribute);
  const people: InvitedPerson[] = [];
  const problems: LineProblem[] = [];
  const known = new Set<string>();
  for (const { record, line } of rest) {
    const { person, unknownRole } = personOf(record, columns);
    const address = lower(person.email);
    const long = [...person.groups, ...Object.values(person.attributes).flat()].find((one) => one.length > MAX_TEXT);
    const refuse = (problem: LineProblem['problem'], value: string) => problems.push({ line, problem, value });
    if (!ADDRESS.test(address) || address.length > MAX_ADDRESS) refuse('email', person.email);
    else if (unknownRole !== null) refuse('role', unknownRole);
    else if (long !== undefined) refuse('long', `${long.slice(0, 40)}…`);
    else if (known.has(address)) refuse('twice', person.email);
    else people.push(person);
    known.add(address);
  }
  return { kind: 'people', people, problems };
}

type Column = 'email' | 'roles' | 'groups' | { attribute: string };

/** Without a role, someone is a user. */
function personOf(record: readonly string[], columns: readonly Column[]) {
  const person: InvitedPerson = { email: '', roles: [], groups: [], attributes: {} };
  const roles: string[] = [];
  for (const [place, column] of columns.entries()) {
    const cell = (record[place] ?? '').trim();
    if (column === 'email') person.email = cell;
    else if (column === 'roles') roles.push(...values(cell));
    else if (column === 'groups') person.groups = values(cell);
    else if (cell !== '') person.attributes[column.attribute] = values(cell);
  }
  const known = roles.map((name) => ROLES[lower(name)]);
  person.roles = roles.length === 0 ? ['tenant.user'] : [...new Set(known.filter((role) => role !== undefined))];
  return { person, unknownRole: roles[known.indexOf(undefined)] ?? null };
}
