/** Whether a cell has something to see. */
export const isFilled = (cell: string | null | undefined): boolean =>
  cell !== null && cell !== undefined && cell.trim() !== '';
