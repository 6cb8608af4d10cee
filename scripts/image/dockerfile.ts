export function readEnvironment(dockerfile: string): Record<string, string> {
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const lines = [...lastStage.matchAll(/^ENV (.*)$/gm)].map(([, line = '']) => line);
  const pairs = lines.flatMap(line => [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)]);
  return Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

/** The Node flags in the command of a Dockerfile's last stage. */
export function readNodeFlags(dockerfile: string): string[] {
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const command: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(lastStage)?.[1] ?? '[]');
  return command.filter(word => word.startsWith('--'));
}
