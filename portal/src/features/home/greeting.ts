/** By the reader's own clock. */
export function greetingAt(now: Date) {
  const hour = now.getHours();
  if (hour < 5 || hour >= 18) return 'home.greeting.evening';
  return hour < 12 ? 'home.greeting.morning' : 'home.greeting.day';
}
