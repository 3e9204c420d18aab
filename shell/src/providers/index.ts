export { ApplicationProviders } from './application-providers.tsx';
export { ShellProvider, useShell } from './shell-context.ts';
