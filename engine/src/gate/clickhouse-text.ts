import { GateFault } from './gate-fault.ts';
import { placeIn } from './clickhouse-tokens.ts';
import type { Token } from './clickhouse-tokens.ts';
import { placesOf } from './place-tables.ts';
import * as say from './refusals.ts';
import type { Nameable } from './sql-gate.ts';

/** A piece of what was written, or the name of a relation in its place. */
type Piece = { written: string; at: number } | { relation: string };

/** A statement whose relations have names that nothing in the warehouse has. */
export interface PlacedText {
  pieces: readonly Piece[];
  /** By such a name the table that it stands for, as it is `folded`; null where it is a part of WITH. */
  relations: ReadonlyMap<string, string | null>;
}

/**
 * Gives every relation that a statement names a name that begins with `prefix`, so that one that is missed or reached
 * for where it is not known is nothing at all. Throws `GateFault` for a relation that is not there.
 */
export function placed(sql: string, tokens: readonly Token[], tables: Nameable['tables'], prefix: string): PlacedText {
  const { named, references, columns } = placesOf(tokens);
  const at = ({ at: place }: Token) => placeIn(sql, place);
  const names = new Map<string, string>();
  const relations = new Map<string, string | null>();
  for (const token of columns) if (tables.has(token.text)) throw new GateFault(at(token), say.takenName(token.text));
  for (const token of named) {
    if (tables.has(token.text)) throw new GateFault(at(token), say.takenName(token.text));
    if (names.has(token.text)) continue;
    names.set(token.text, `${prefix}p${names.size}`);
    relations.set(names.get(token.text)!, null);
  }
  const changes = named.map((token) => ({ token, relation: names.get(token.text)!, behind: '' }));
  for (const { token, renamed, before } of references) {
    // A function, which the tree tells as one.
    if (before === '(') continue;
    if (before === '.') throw new GateFault(at(token), say.qualifiedTable(token.text));
    const table = tables.has(token.text);
    const relation = names.get(token.text) ?? (table ? `${prefix}t${names.size}` : undefined);
    if (relation === undefined) throw new GateFault(at(token), say.noTable(token.text, token.text, tables));
    names.set(token.text, relation);
    if (table) relations.set(relation, token.text);
    changes.push({ token, relation, behind: renamed ? '' : ` AS \`${token.text}\`` });
  }
  changes.sort((one, other) => one.token.at - other.token.at);
  const pieces: Piece[] = [];
  let done = 0;
  let behind = '';
  for (const { token, relation, behind: next } of changes) {
    pieces.push({ written: behind + sql.slice(done, token.at), at: done - behind.length }, { relation });
    done = token.end;
    behind = next;
  }
  const end = tokens.at(-1)!.end;
  pieces.push({ written: behind + sql.slice(done, end), at: done - behind.length });
  return { pieces, relations };
}

/** The statement's text with its relations by their names. */
export const textOf = ({ pieces }: PlacedText): string =>
  pieces.map((piece) => ('written' in piece ? piece.written : piece.relation)).join('');

/** Where a place of `textOf`, in UTF-16 units, is in what was written. */
export function writtenPlace({ pieces }: PlacedText, place: number): number {
  let before = 0;
  let last = 0;
  for (const piece of pieces) {
    const length = 'written' in piece ? piece.written.length : piece.relation.length;
    if ('written' in piece) last = piece.at + Math.min(Math.max(place - before, 0), length);
    if (place <= before + length) return Math.max(last, 0);
    before += length;
  }
  return Math.max(last, 0);
}
