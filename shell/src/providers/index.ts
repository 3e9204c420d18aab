export { ApplicationProviders } from './application-providers.tsx';
export { PageProviders } from './page-providers.tsx';
export { ShellProvider, useShell } from './shell-context.ts';
