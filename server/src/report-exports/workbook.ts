import { localize, type Language, type Tile } from '@rise/contract';
import { WorkbookWriter } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';
import { coverRows, definitionRows, type CoverFacts } from './cover.rules.ts';
import { text } from './sheet-cells.rules.ts';
import type { ListRows } from './stream-rows.ts';
import { notesOf, rowCountOf, rowWriter, tileTable, type Answers, type TableContext } from './tile-tables.rules.ts';

/** A tile with its figures; a list of rows with the stream of all of them. */
export interface Sheet {
  readonly tile: Tile;
  readonly answers: Answers;
  readonly rows: ListRows | null;
}

/** Of a column, in characters. */
const WIDTH = { first: 40, other: 18, text: 90 };

/** A text without a title has none. */
export const titleOfTile = ({ title }: Tile, language: Language): string => (title ? localize(title, language) : '');

export const truncated = (message: string) =>
  new UserError('QUERY_INVALID', message, [{ field: 'state.filters', message }]);

/** A workbook in pieces: a cover, a sheet for each tile, and what the measures mean. */
export async function* workbook(
  sheets: readonly Sheet[],
  facts: CoverFacts,
  context: TableContext,
): AsyncGenerator<Buffer> {
  const { language, texts } = context;
  const writer = new WorkbookWriter();
  const filled = sheets.map((sheet) => ({ ...sheet, table: tileTable(sheet.tile, sheet.answers, context) }));
  yield writer.begin({ name: texts.cover, widths: [WIDTH.first, WIDTH.first] });
  const entries = filled.map(({ tile, answers, table }) => ({
    title: titleOfTile(tile, language),
    rows: rowCountOf(tile, answers, table),
  }));
  yield writer.rows(coverRows(facts, entries, context));
  yield writer.end();
  for (const { tile, answers, rows, table } of filled) {
    const notes = notesOf(answers, context);
    const widths = table.head.map((_, place) => (place === 0 ? WIDTH.first : WIDTH.other));
    yield writer.begin({ name: titleOfTile(tile, language), frozen: notes.length + 1, widths });
    yield writer.rows([...notes.map((note) => [text(note, 'note')]), table.head.map((title) => text(title, 'head'))]);
    if (rows) {
      const list = await rows.open();
      const write = rowWriter(list.head.columns, context, 'dataset' in tile ? tile.dataset : undefined);
      const onTruncated = (): never => {
        throw truncated(texts.truncated(titleOfTile(tile, language)));
      };
      for await (const batch of list.batches(onTruncated)) yield writer.rows(batch.map((row) => write(row)));
      await rows.close();
    } else yield writer.rows([...table.rows, ...(table.total ? [table.total] : [])]);
    const above = notes.length + 1;
    yield writer.end((table.scales ?? []).map((scale) => ({ ...scale, rows: scale.rows.map((row) => row + above) })));
  }
  yield writer.begin({ name: texts.definitions, frozen: 1, widths: [WIDTH.first, WIDTH.text, WIDTH.text] });
  yield writer.rows(definitionRows(context));
  yield writer.end();
  yield writer.finish();
}
