import './splash.css';

/** Removes the splash of the HTML page. */
export function endSplash(): void {
  document.getElementById('splash')?.remove();
}
