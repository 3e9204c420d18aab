/** Milliseconds between lines where they cannot replace each other, as in a log. */
const EVERY_MS = 5000;

/** What a long command is doing, on standard error: one line that replaces itself on a terminal, some in a log. */
export class ProgressLine {
  #lastAt = -Infinity;
  #subject = '';

  show(step: string): void {
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\u001b[K${step}`);
      return;
    }
    const [subject = ''] = step.split(':');
    const now = performance.now();
    if (subject === this.#subject && now - this.#lastAt < EVERY_MS) return;
    this.#subject = subject;
    this.#lastAt = now;
    process.stderr.write(`${step}\n`);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}
