/** A fenced block of code in a Markdown file. */
export interface CodeBlock {
  /** For test output: `docs/operations.md:11`. */
  readonly place: string;
  /** 'ts', 'sh' …; empty for a block without one. */
  readonly language: string;
  /** The project's file that the block is, or is a part of: ` ```ts file=shared/paths.ts`. */
  readonly file: string | undefined;
  /** Text in the line of that file that the block follows, for a part: `after="dashboard:"`. */
  readonly after: string | undefined;
  /** Text in the line of that file that the block replaces: `replaces="const products ="`. */
  readonly replaces: string | undefined;
  readonly code: string;
}

/** Returns the code blocks of a Markdown text, without the indentation of lists. */
export function codeBlocks(path: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^([ \t]*)```(\w*)([^\n]*)\n(.*?)^\1```$/gms)].map(match => {
    const [, indent = '', language = '', attributes = '', code = ''] = match;
    return {
      place: `${path}:${text.slice(0, match.index).split('\n').length}`,
      language,
      file: /\bfile=(\S+)/.exec(attributes)?.[1],
      after: /\bafter="([^"]*)"/.exec(attributes)?.[1],
      replaces: /\breplaces="([^"]*)"/.exec(attributes)?.[1],
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

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
