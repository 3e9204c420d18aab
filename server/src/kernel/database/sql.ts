/**
 * Runs SQL inside one transaction. Values are always bind parameters, because templates are the only way to pass them;
 * only fragments become part of the statement's text.
 */
export interface Sql {
  /** All rows. */
  rows<Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** The first row, or null. */
  first<Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row | null>;
  /** Number of rows changed. */
  run(text: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}
