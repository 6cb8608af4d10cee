// A worker's program for tests: blocks of downloads and some other tasks never end, everything else does at once.
export const hang = () => new Promise(() => {});
export const spin = () => {
  for (;;);
};
export const echo = input => input;
export const fail = () => {
  throw new Error('failed');
};

export const formatCsv = hang;
export const readScannerAnswer = () => 'answer';
export const sortTable = () => 'sorted';
export const findEmails = () => 'found';
