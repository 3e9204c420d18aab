// Runs the process that reads PDFs from its sources, in development: it does not inherit the loader of TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('../src/knowledge/pdf.process.ts');
