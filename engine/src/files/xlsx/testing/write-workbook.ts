import { writeZip } from '../../zip/testing/write-zip.ts';

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;

/** Writes rows as the only sheet of a workbook, called 'S', with its texts beside it, as Excel has them. */
export class WorkbookWriter {
  readonly #texts = new Map<string, number>();
  readonly #rows: Buffer[] = [];

  /** Numbers are written as such. */
  add(row: readonly (number | string)[]): void {
    this.#rows.push(Buffer.from(`<row>${row.map((value) => this.#cell(value)).join('')}</row>`));
  }

  /** The file's bytes. */
  finish(): Buffer {
    const texts = [...this.#texts.keys()].map((text) => `<si><t>${text}</t></si>`);
    return writeZip({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', 's.xml')}${relation('b', 'sharedStrings', 't.xml')}</Relationships>`,
      'xl/s.xml': Buffer.concat([
        Buffer.from('<worksheet><sheetData>'),
        ...this.#rows,
        Buffer.from('</sheetData></worksheet>'),
      ]),
      'xl/t.xml': `<sst>${texts.join('')}</sst>`,
    });
  }

  #cell(value: number | string): string {
    if (typeof value === 'number') return `<c><v>${value}</v></c>`;
    if (!this.#texts.has(value)) this.#texts.set(value, this.#texts.size);
    return `<c t="s"><v>${this.#texts.get(value)}</v></c>`;
  }
}
