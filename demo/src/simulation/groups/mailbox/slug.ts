/**
 * A title as it stands in an address: lower-case, hyphens for spaces, nothing but word characters and hyphens. Where
 * another bears it already, the first of -1, -2 and so on that nobody bears.
 */
export function slugOf(title: string, taken: readonly string[]): string {
  const plain = title
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/[^\w-]+/g, '');
  // A title without any such character must have an address too.
  const slug = plain || 'label';
  if (!taken.includes(slug)) return slug;
  let suffix = 1;
  while (taken.includes(`${slug}-${suffix}`)) suffix += 1;
  return `${slug}-${suffix}`;
}
