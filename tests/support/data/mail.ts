export function mailOf(...parts: readonly string[]): string {
  const head = 'From: hr@acme.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n';
  const body = parts.map(part => `--x\n${part}\n`).join('');
  return `${head}${body}${parts.length > 0 ? '--x--\n' : ''}`.replaceAll(/\r?\n/g, '\r\n');
}
