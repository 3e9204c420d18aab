/**
 * Tells the page around the frame how high the content is, whenever that changes. To any origin: the height is no
 * secret, and the server has let only its key's sites frame this page.
 */
export function reportHeight(element: HTMLElement): void {
  if (window.parent === window) return;
  const send = () => {
    const { height } = element.getBoundingClientRect();
    window.parent.postMessage({ type: 'rise-embed:height', height }, '*');
  };
  new ResizeObserver(send).observe(element);
}
