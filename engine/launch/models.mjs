// Runs the thread that reads models from its sources, in development: a thread does not inherit the loader of TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('../src/documents/models.thread.ts');
