// The floor for downloads: a bare pipeline that sends the prepared lines of a file.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const lines = readFileSync(process.env.FILE ?? '', 'utf8').split(/(?<=\r\n)/);

const server = createServer((_request, response) => {
  pipeline(Readable.from(lines), response).catch(() => {});
});
server.listen(Number(process.env.PORT), '127.0.0.1');
