import './splash.css';

/** Takes away the splash that the page came with. */
export function endSplash(): void {
  document.getElementById('splash')?.remove();
}
