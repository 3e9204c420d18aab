// Runs the process that reads pictures from its sources, in development: it does not inherit the loader of TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('../src/report-pictures/picture.process.ts');
