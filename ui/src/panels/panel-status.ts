/** How a panel stands to what it shows: what is once there stays while it is read again. */
export function panelStatus({ data, isError }: { data: unknown; isError: boolean }): 'loading' | 'ready' | 'error' {
  if (data !== undefined) return 'ready';
  return isError ? 'error' : 'loading';
}
