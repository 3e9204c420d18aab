/** What a link leads to: a file in the same folder, and the anchor of a heading there; null: its beginning. */
export interface LinkTarget {
  readonly path: string;
  readonly anchor: string | null;
}

/** Characters of a passage’s text that are a link. */
export interface TextLink extends LinkTarget {
  readonly from: number;
  /** The first one after it. */
  readonly to: number;
}

/** Characters of no writing, between which the words of a link are until a text is divided: its number, its words. */
const [BEGIN, WORDS, END] = ['\uE000', '\uE001', '\uE002'] as const;
const MARK = /\uE000(\d+)\uE001|\uE002/g;

/** A text without these characters. */
export const unmarked = (text: string): string => text.replaceAll(/\uE000\d+\uE001|[\uE000-\uE002]/g, '');

/** Takes links through the division of a text into passages. */
export class LinkMarks {
  readonly #targetOf: (address: string) => LinkTarget | null;
  readonly #targets: LinkTarget[] = [];

  constructor(targetOf: (address: string) => LinkTarget | null) {
    this.#targetOf = targetOf;
  }

  /** The words of a link, marked where it leads anywhere. */
  marked(words: string, address: string): string {
    const target = words.trim() === '' ? null : this.#targetOf(address);
    if (target === null) return words;
    const number = this.#targets.push(target) - 1;
    return `${BEGIN}${number}${WORDS}${words}${END}`;
  }

  /** A part of the text without its marks, with the links that begin in it. */
  taken(part: string): { text: string; links: TextLink[] } {
    let [text, at] = ['', 0];
    let open: { from: number; target: LinkTarget } | null = null;
    const links: TextLink[] = [];
    const close = () => {
      if (open !== null && text.length > open.from) links.push({ from: open.from, to: text.length, ...open.target });
      open = null;
    };
    for (const mark of part.matchAll(MARK)) {
      text += part.slice(at, mark.index);
      at = mark.index + mark[0].length;
      close();
      const target = mark[1] === undefined ? undefined : this.#targets[Number(mark[1])];
      if (target) open = { from: text.length, target };
    }
    text += part.slice(at);
    close();
    return { text, links };
  }
}
