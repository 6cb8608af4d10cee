/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly keyword: string;
  /** What stands before the rest as `--name=value`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
}

/** What begins with one FROM. */
export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/**
 * The stages of a Dockerfile. It knows what our own uses: comments, lines that go on, flags, and variables that ARG
 * gives a default. There are parsers for all of Docker's language; none runs a step.
 * Thrown when an instruction stands before the first FROM: an Error that names it.
 */
export function readDockerfile(text: string): Stage[] {
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const instruction of readInstructions(text)) {
    if (instruction.keyword === 'FROM') {
      const [base = '', , name] = instruction.rest.split(/\s+/);
      stages.push({ base, name, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${instruction.keyword} stands before the first FROM.`);
    stage.instructions.push(instruction);
  }
  return stages;
}

function readInstructions(text: string): Instruction[] {
  return text
    .split('\n')
    .filter(line => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line !== '')
    .map(readInstruction);
}

function readInstruction(line: string): Instruction {
  const [, keyword = '', afterwards = ''] = /^\s*(\w+)\s+(.*?)\s*$/.exec(line) ?? [];
  const [, flags = '', rest = ''] = /^((?:--[\w-]+=\S+\s+)*)(.*)$/.exec(afterwards) ?? [];
  const pairs = [...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
  return { keyword: keyword.toUpperCase(), flags: Object.fromEntries(pairs), rest };
}

/** `name=value` pairs of LABEL and ENV, in quotes or without. */
export function readPairs(rest: string): Record<string, string> {
  const pairs = rest.matchAll(/([\w.-]+)=(?:"([^"]*)"|(\S*))/g);
  return Object.fromEntries([...pairs].map(([, name, quoted, plain]) => [name, quoted ?? plain ?? '']));
}

/** The environment that a Dockerfile gives whoever runs its image. */
export function readEnvironment(text: string): Record<string, string> {
  const instructions = readDockerfile(text).at(-1)?.instructions ?? [];
  return Object.assign(
    {},
    ...instructions.filter(({ keyword }) => keyword === 'ENV').map(({ rest }) => readPairs(rest)),
  );
}

/**
 * The words of a command in exec form.
 * Thrown when it is in shell form, which would put a shell between Node and the signals: an Error.
 */
export function readCommand(rest: string): string[] {
  if (!rest.startsWith('[')) throw new Error(`Not in exec form: ${rest}`);
  return JSON.parse(rest);
}

/** The flags that a Dockerfile's CMD gives Node. */
export function readNodeFlags(text: string): string[] {
  const instructions = readDockerfile(text).at(-1)?.instructions ?? [];
  const command = instructions.findLast(({ keyword }) => keyword === 'CMD');
  return readCommand(command?.rest ?? '[]').filter(word => word.startsWith('--'));
}

/** Whether a .dockerignore keeps a path out of the build: the last pattern that fits decides, as Docker has it. */
export function createIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => ({ ignored: !line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }));
  return path => rules.findLast(({ pattern }) => pattern.test(path))?.ignored ?? false;
}

/** A pattern fits a path, and everything below a folder that it fits. */
function toPattern(glob: string): RegExp {
  const parts = glob
    .replace(/^\/|\/$/g, '')
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map(part => wildcards[part] ?? part.replace(/[.+^$()[\]{}|\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('')}(/.*)?$`);
}

const wildcards: Readonly<Record<string, string>> = {
  '**/': '(.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};
