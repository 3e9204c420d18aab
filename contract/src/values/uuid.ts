const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID of any version, which makes it safe inside an SQL literal. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
