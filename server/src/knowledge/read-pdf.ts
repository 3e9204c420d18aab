import { KNOWLEDGE_LIMITS } from '@rise/contract';
import { getDocumentProxy } from 'unpdf';

/** More are not read: neither by a person. */
const MOST_PAGES = 2000;
/** Distance of two lines, in heights of their text, from which on a paragraph begins. */
const PARAGRAPH = 1.7;

interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  /** The last two are its place on the page. */
  readonly transform: readonly number[];
}

/**
 * The text of a PDF, by paragraphs, up to the limit of a document. Throws for a damaged file and for one with a password.
 * Runs no script of the file and loads nothing that it names.
 */
export async function readPdf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    useSystemFonts: false,
    stopAtErrors: true,
    verbosity: 0,
  });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    pages.push(textOfItems(items.filter((item): item is typeof item & TextItem => 'str' in item)));
    length += pages.at(-1)!.length;
    if (length > KNOWLEDGE_LIMITS.characters) break;
  }
  return pages
    .filter((text) => text !== '')
    .join('\n\n')
    .slice(0, KNOWLEDGE_LIMITS.characters);
}

function textOfItems(items: readonly TextItem[]): string {
  let text = '';
  let line: { y: number; height: number } | null = null;
  for (const { str, hasEOL, height, transform } of items) {
    const y = transform[5] ?? 0;
    if (str.trim() !== '') {
      if (line && line.y - y > PARAGRAPH * Math.max(line.height, height)) text = `${text.trimEnd()}\n\n`;
      line = { y, height };
    }
    text += str;
    if (hasEOL) text += '\n';
  }
  // A word that was divided at the end of a line.
  return text.replaceAll(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1').trim();
}
