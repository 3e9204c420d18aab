/** Of an attachment. */
export const ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** How an attachment is read; null for a kind that is not. */
export function attachmentKind({
  title,
  mediaType,
}: {
  title: string;
  mediaType: string;
}): 'markdown' | 'text' | 'pdf' | null {
  if (/\.pdf$/i.test(title) || /^application\/pdf\b/i.test(mediaType)) return 'pdf';
  if (/\.(?:md|markdown)$/i.test(title) || /^text\/markdown\b/i.test(mediaType)) return 'markdown';
  return /\.(?:txt|text)$/i.test(title) || /^text\/plain\b/i.test(mediaType) ? 'text' : null;
}

/** A file as text in UTF-8, up to so many characters; null for another encoding. */
export function textOfFile(file: Uint8Array, most: number): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file).slice(0, most);
  } catch {
    return null;
  }
}
