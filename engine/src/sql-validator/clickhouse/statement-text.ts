import { SqlValidationError } from '../sql-validation-error.ts';
import { placeIn } from './tokens.ts';
import type { Token } from './tokens.ts';
import { placesOf } from './relations.ts';
import * as say from '../messages.ts';
import type { AllowedNames } from '../sql-validator.ts';

/** A piece of the original text, or a relation's new name in its place. */
type Piece = { written: string; at: number } | { relation: string };

/** A statement whose relations are renamed to names that do not exist in the warehouse. */
export interface PlacedText {
  pieces: readonly Piece[];
  /** The table for each new name, as `folded`; null for a WITH query. */
  relations: ReadonlyMap<string, string | null>;
}

/**
 * Renames every relation of a statement to a name that begins with `prefix`, so that a relation that is missed or out
 * of scope does not resolve to anything. Throws `SqlValidationError` for an unknown relation.
 */
export function placed(
  sql: string,
  tokens: readonly Token[],
  tables: AllowedNames['tables'],
  prefix: string,
): PlacedText {
  const { named, references, columns } = placesOf(tokens);
  const at = ({ at: place }: Token) => placeIn(sql, place);
  const names = new Map<string, string>();
  const relations = new Map<string, string | null>();
  for (const token of columns)
    if (tables.has(token.text)) throw new SqlValidationError(at(token), say.takenName(token.text));
  for (const token of named) {
    if (tables.has(token.text)) throw new SqlValidationError(at(token), say.takenName(token.text));
    if (names.has(token.text)) continue;
    names.set(token.text, `${prefix}p${names.size}`);
    relations.set(names.get(token.text)!, null);
  }
  const changes = named.map((token) => ({ token, relation: names.get(token.text)!, behind: '' }));
  for (const { token, renamed, before } of references) {
    // A function; it is checked in the tree.
    if (before === '(') continue;
    if (before === '.') throw new SqlValidationError(at(token), say.qualifiedTable(token.text));
    const table = tables.has(token.text);
    const relation = names.get(token.text) ?? (table ? `${prefix}t${names.size}` : undefined);
    if (relation === undefined) throw new SqlValidationError(at(token), say.noTable(token.text, token.text, tables));
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

/** The statement's text with the relations' new names. */
export const textOf = ({ pieces }: PlacedText): string =>
  pieces.map((piece) => ('written' in piece ? piece.written : piece.relation)).join('');

/** Maps a position in `textOf`, in UTF-16 units, to the original text. */
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
