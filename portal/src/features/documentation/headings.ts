/** A section of a document. */
export interface Heading {
  title: string;
  /** The id of its heading, and the last part of its address. */
  anchor: string;
}

/** The name of a heading in an address, as the search writes it too. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** The sections of a markdown text, in order; what looks like one inside a block of code is none. */
export function headingsOf(markdown: string): Heading[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^## (.+)$/gm)].map(([, written]) => {
    const title = written!.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]/g, '');
    return { title, anchor: anchorOf(title) };
  });
}
