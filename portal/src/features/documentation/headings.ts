/** A section of a document. */
export interface Heading {
  title: string;
  /** Id of the heading, and fragment of its address. */
  anchor: string;
}

/** Anchor of a heading; the server's search generates the same. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Second-level headings of a markdown text, in order, outside of code blocks. */
export function headingsOf(markdown: string): Heading[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => {
    const title = heading!.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]/g, '');
    return { title, anchor: anchorOf(title) };
  });
}
