/** Downloads content as a file. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has started reading the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
