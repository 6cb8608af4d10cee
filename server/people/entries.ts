/** A part of a text: lines, or an entry of a calendar. */
interface Part {
  readonly text: string;
  readonly isCalendar: boolean;
}

const CARD_PROPERTY = /^(?:[\w-]{1,100}\.)?(FN|EMAIL|NOTE|CATEGORIES)(?:;[^:]{0,1000})?:(.*)$/i;

/** Separates calendars from other text, in which each vCard becomes a line for each of its addresses. */
export function splitEntries(text: string): readonly Part[] {
  if (!/^BEGIN:V(?:CARD|CALENDAR)\s*$/im.test(text)) return [{ text, isCalendar: false }];
  const parts: Part[] = [];
  let lines: string[] = [];
  const unaddressed: string[] = [];
  let card: Card | undefined;
  let isCalendar = false;
  const endPart = () => {
    if (lines.length > 0) parts.push({ text: lines.join('\n'), isCalendar });
    lines = [];
  };
  const endCard = () => {
    if (card?.emails.length === 0) unaddressed.push(`- ${card.name}`);
    else if (card) lines.push(...linesOf(card));
    card = undefined;
  };
  for (const line of unfold(text)) {
    const mark = line.trim().toUpperCase();
    if (mark === 'BEGIN:VCALENDAR' || mark === 'END:VCALENDAR') {
      endCard();
      endPart();
      isCalendar = mark === 'BEGIN:VCALENDAR';
    } else if (isCalendar) lines.push(line);
    else if (mark === 'BEGIN:VCARD' || mark === 'END:VCARD') {
      endCard();
      if (mark === 'BEGIN:VCARD') card = { name: '', emails: [] };
    } else if (card) {
      const [, property = '', value = ''] = CARD_PROPERTY.exec(line) ?? [];
      if (property.toUpperCase() === 'FN') card.name ||= value.replace(/[\\,;|\t]+/g, ' ').trim();
      else if (property.toUpperCase() === 'EMAIL') card.emails.push(value.trim());
      // Notes may say anything about the person.
      else if (property !== '') lines.push(value);
    } else lines.push(line);
  }
  endCard();
  // In the form of a list, so that they are named, and below all others, so that they are no headings.
  lines.push('', ...unaddressed);
  endPart();
  return parts;
}

interface Card {
  name: string;
  readonly emails: string[];
}

/** A name must fit its address. */
function linesOf({ name, emails }: Card): readonly string[] {
  return emails.map(email => (name === '' ? `- ${email}` : `- ${name} <${email}>`));
}

/** The lines of entries: those that begin with a space continue the one before. Other text keeps its lines. */
function unfold(text: string): readonly string[] {
  const lines: string[][] = [];
  let depth = 0;
  for (const line of text.split('\n')) {
    const [, mark] = /^(BEGIN|END):V(?:CARD|CALENDAR)\s*$/i.exec(line) ?? [];
    if (mark) depth = mark.toUpperCase() === 'BEGIN' ? 1 : 0;
    const last = lines.at(-1);
    if (depth > 0 && last && /^[ \t]/.test(line)) last.push(line.slice(1));
    else lines.push([line]);
  }
  return lines.map(parts => parts.join(''));
}
