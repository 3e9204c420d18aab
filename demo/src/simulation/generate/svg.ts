/** An SVG of the given width and height, as a data URL. */
export function svg(content: string, width = 100, height = 100): string {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  return `data:image/svg+xml,${picture.replaceAll('"', "'").replaceAll(/[#<>%]/g, encodeURIComponent)}`;
}
