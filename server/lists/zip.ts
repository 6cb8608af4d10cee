/** The next bytes of a file in an archive, and its checksum and size up to their end. */
export interface ZipPart {
  readonly deflated: Uint8Array;
  /** CRC-32 of the file up to here. */
  readonly checksum: number;
  /** The size of this part without compression, in bytes. */
  readonly size: number;
}

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  checksum: number;
  deflatedSize: number;
  size: number;
}

/** Version 2.0; names are UTF-8, checksum and sizes follow the data; deflated; on 1 January 1980. */
const COMMON = fields([2, 20], [2, 0x0808], [2, 8], [2, 0], [2, 0x21]);

/** Writes a zip archive, file by file and part by part, as APPNOTE.TXT 6.3 describes it. Each function returns the next bytes. */
export function createZip() {
  const entries: Entry[] = [];
  let offset = 0;

  function write(...parts: readonly Uint8Array[]): Uint8Array {
    const bytes = Buffer.concat(parts);
    offset += bytes.length;
    return bytes;
  }

  const sizes = ({ checksum, deflatedSize, size }: Entry) =>
    fields([4, checksum], [4, deflatedSize], [4, size]);

  /** The data descriptor of the file before. */
  function endOfFile(): Uint8Array {
    const last = entries.at(-1);
    return last ? Buffer.concat([fields([4, 0x08074b50]), sizes(last)]) : new Uint8Array();
  }

  return {
    /** Begins a file. */
    begin(path: string): Uint8Array {
      const end = endOfFile();
      const entry = {
        name: Buffer.from(path),
        offset: offset + end.length,
        checksum: 0,
        deflatedSize: 0,
        size: 0,
      };
      entries.push(entry);
      const { name } = entry;
      return write(
        end,
        fields([4, 0x04034b50]),
        COMMON,
        sizes(entry),
        fields([2, name.length], [2, 0]),
        name,
      );
    },

    /** Adds to the file that was begun last. */
    add({ deflated, checksum, size }: ZipPart): Uint8Array {
      const entry = entries.at(-1);
      if (!entry) throw new Error('No file has begun');
      entry.checksum = checksum;
      entry.deflatedSize += deflated.length;
      entry.size += size;
      return write(deflated);
    },

    /** Ends the archive with its directory. */
    end(): Uint8Array {
      const end = endOfFile();
      const directory = Buffer.concat(
        entries.flatMap(entry => [
          fields([4, 0x02014b50], [2, 20]),
          COMMON,
          sizes(entry),
          fields([2, entry.name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]),
          entry.name,
        ]),
      );
      const start = offset + end.length;
      const count = entries.length;
      return write(
        end,
        directory,
        fields(
          [4, 0x06054b50],
          [2, 0],
          [2, 0],
          [2, count],
          [2, count],
          [4, directory.length],
          [4, start],
          [2, 0],
        ),
      );
    },
  };
}

/** Little-endian numbers of 2 or 4 bytes. */
function fields(...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array {
  return Buffer.concat(
    numbers.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
