/** The items without those whose content, as JSON, equals an earlier item's. */
export function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
