import { busyForms } from './behaviours/busy-form';
import { exportReceipts } from './behaviours/export-receipt';
import { finishSignIn } from './behaviours/finish-sign-in';
import { islands } from './behaviours/islands';
import { searchKeys } from './behaviours/search-keys';

// Each stands alone: what one of them throws must not keep the others from working.
for (const start of [finishSignIn, busyForms, islands, exportReceipts, searchKeys]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
