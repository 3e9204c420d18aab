import { basename, dirname, join } from 'node:path';

/**
 * Rows of a table that came with one load: a table in a version's file. Files never change, so that later versions
 * share them.
 */
export interface Segment {
  /** Name of the version file, in the folder of all versions. */
  readonly file: string;
  /** Unguessable name under which the file is attached; the views of later versions refer to it. */
  readonly as: string;
  /** 'main': the file's own table of this name; 'part': only some rows of it, united by a view. */
  readonly schema: 'main' | 'part';
  readonly rows: number;
  /** Their latest day, 'YYYY-MM-DD'; null: they have none. Left out by earlier loads: unknown. */
  readonly latest?: string | null;
}

/** Where the rows of a version are: by table, the segments in the order of their loads. */
export type Segments = Readonly<Record<string, readonly Segment[]>>;

/** A file that is read with a version's own, attached under a name. */
export interface AttachedFile {
  file: string;
  as: string;
}

/** A version file, with the additional files that are read with it. */
export interface ReaderFiles {
  file: string;
  beside: readonly AttachedFile[];
}

/** What a version has of a table, whose name is compared without case. */
export function segmentsOf(segments: Segments, table: string): readonly Segment[] {
  const name = table.toLowerCase();
  return Object.entries(segments).find(([each]) => each.toLowerCase() === name)?.[1] ?? [];
}

/** More segments of a table are merged by the next append: each costs every query a little. */
export const MAX_SEGMENTS = 8;

/** The files besides the version's own that hold its tables' rows. */
export function attachedFiles(versionFile: string, segments: Segments): AttachedFile[] {
  const own = basename(versionFile);
  const names = new Map(
    Object.values(segments)
      .flat()
      .filter(({ file }) => file !== own)
      .map(({ file, as }) => [file, as]),
  );
  return [...names].map(([file, as]) => ({ file: join(dirname(versionFile), file), as }));
}

/**
 * The segments that an append keeps as they are. Beyond `MAX_SEGMENTS`, all but the largest are merged with the new
 * rows, and also the largest once it is the smaller part: so every row is merged seldom.
 */
export function remainingSegments(segments: readonly Segment[]): Segment[] {
  if (segments.length < MAX_SEGMENTS) return [...segments];
  const largest = segments.reduce((most, segment) => (segment.rows > most.rows ? segment : most));
  const others = segments.reduce((sum, { rows }) => sum + rows, 0) - largest.rows;
  return others >= largest.rows ? [] : [largest];
}

/** Whether a table's rows are all in the table of its name in the database `own`: otherwise a view has that name. */
export const isOwnTable = ([first, ...rest]: readonly Segment[], own: string): boolean =>
  rest.length === 0 && first?.as === own && first.schema === 'main';
