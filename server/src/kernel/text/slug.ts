const SLUG = /^[a-z][a-z0-9-]{0,62}$/;

/** Whether a text can name a tenant: lower-case letters, digits and hyphens, starting with a letter. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}
