/** Whether a URL's host is this machine itself. */
export function isLoopback(url: URL): boolean {
  const name = url.hostname;
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name);
}
