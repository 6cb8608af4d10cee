import { KIBIBYTE } from '../../shared/units';

/** How much of what was sent a page repeats, in bytes of HTML (T86). */
const REPEATED_LIMIT = 64 * KIBIBYTE;

/** Whether a page may repeat a text that was sent: characters beyond ASCII and of HTML take several bytes. */
export function isRepeatable(text: string): boolean {
  if (text.length > REPEATED_LIMIT) return false;
  return text.replace(/[&<>"']|[^\0-\x7f]/g, '&quot;').length <= REPEATED_LIMIT;
}
