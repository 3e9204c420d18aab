// Runs the thread that prints from its sources, in development: a thread does not inherit the loader of TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('../src/report-exports/print/print.thread.ts');
