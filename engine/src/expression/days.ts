/** Whether a text is a day of the calendar, 'YYYY-MM-DD'. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isReal(text, `${text}T00:00:00Z`);

/** Whether a text is a day of the calendar with a time, 'YYYY-MM-DDTHH:MM:SS'. */
export const isDayWithTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text) && isReal(text, `${text}Z`);

/** JavaScript reads 30 February as 2 March. Years begin with 1: not every warehouse has a year 0. */
function isReal(text: string, time: string): boolean {
  if (text.startsWith('0000')) return false;
  const point = new Date(time);
  return !Number.isNaN(point.getTime()) && point.toISOString().startsWith(text);
}
