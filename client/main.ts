import { busyForms } from './behaviours/busy-form';
import { exportReceipts } from './behaviours/export-receipt';
import { finishSignIn } from './behaviours/finish-sign-in';
import { focusAnchor } from './behaviours/focus-anchor';
import { islands } from './behaviours/islands';
import { searchKeys } from './behaviours/search-keys';
import { selections } from './behaviours/selections';

// Behaviors are independent: an error in one must not stop the others.
for (const start of [finishSignIn, busyForms, islands, exportReceipts, searchKeys, focusAnchor, selections]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
