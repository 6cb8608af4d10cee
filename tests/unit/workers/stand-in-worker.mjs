// A worker for tests: `formatCsv`, `hang` and `spin` never finish, all other tasks finish immediately.
export const hang = () => new Promise(() => {});
export const spin = () => {
  for (;;);
};
export const echo = input => input;
export const fail = () => {
  throw new Error('failed');
};

export const formatCsv = hang;
export const parseScannerStats = () => 'answer';
export const sortTable = () => 'sorted';
export const findEmails = () => 'found';
