import { beginsNoAnswer, safeText } from './prompt.rules.ts';

/** Characters after which an opening bracket is just a bracket, although no closing one has arrived. */
const LONGEST_OPEN = 500;

/**
 * An answer while a model writes it. What is shown has been made safe like the complete answer; a word or link that may
 * be unfinished is held back.
 */
export class AnswerText {
  readonly #links: readonly string[];
  #raw = '';
  #shown = '';

  /** `links`: the only addresses that stay links. */
  constructor(links: readonly string[]) {
    this.#links = links;
  }

  /** All pieces so far, as the model wrote them. */
  get raw(): string {
    return this.#raw;
  }

  /** Adds a piece. Returns what is shown from which position on, or null where that does not change. */
  push(piece: string): { from: number; text: string } | null {
    this.#raw += piece;
    const next = beginsNoAnswer(this.#raw) ? '' : safeText(finishedPart(this.#raw), this.#links);
    const from = commonLength(this.#shown, next);
    if (from === next.length && from === this.#shown.length) return null;
    this.#shown = next;
    return { from, text: next.slice(from) };
  }
}

function finishedPart(raw: string): string {
  const words = raw.replace(/\S*$/, '');
  const open = /(?:!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?|<[^>\n]*)\s*$/.exec(words);
  return open && open[0].length <= LONGEST_OPEN ? words.slice(0, open.index) : words;
}

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let common = 0;
  while (common < most && one[common] === other[common]) common += 1;
  return common;
}
