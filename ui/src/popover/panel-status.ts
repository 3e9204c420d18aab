/** Status of a panel's query; loaded data stays while it is refetched. */
export function panelStatus({ data, isError }: { data: unknown; isError: boolean }): 'loading' | 'ready' | 'error' {
  if (data !== undefined) return 'ready';
  return isError ? 'error' : 'loading';
}
