const SCROLLS = /auto|scroll/;

/** Scrolls the navigation until an item is visible; never scrolls the page itself. */
export function showLine(line: HTMLElement): void {
  for (let part = line.parentElement; part && part !== document.body; part = part.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(part);
    if (!SCROLLS.test(overflowX) && !SCROLLS.test(overflowY)) continue;
    const [of, within] = [line.getBoundingClientRect(), part.getBoundingClientRect()];
    if (of.top < within.top) part.scrollTop -= within.top - of.top;
    else if (of.bottom > within.bottom) part.scrollTop += of.bottom - within.bottom;
    if (of.left < within.left) part.scrollLeft -= within.left - of.left;
    else if (of.right > within.right) part.scrollLeft += of.right - within.right;
    return;
  }
}
