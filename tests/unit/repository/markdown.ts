/** Returns the text without its blocks of code. */
export function prose(text: string): string {
  return text.replace(/^([ \t]*)```.*?^\1```$/gms, '');
}

/** Returns the anchors of the headings, as GitHub generates them. */
export function anchors(text: string): readonly string[] {
  return [...prose(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}
