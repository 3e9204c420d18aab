/** The ids with one of them at another place; the same where there is no such place. */
export function moveTo(ids: readonly string[], id: string, place: number): string[] {
  const from = ids.indexOf(id);
  if (from < 0 || place < 0 || place >= ids.length) return [...ids];
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}
