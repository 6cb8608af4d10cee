import { busyForms } from './behaviors/busy-form';
import { copyButtons } from './behaviors/copy-buttons';
import { exportReceipts } from './behaviors/export-receipt';
import { finishSignIn } from './behaviors/finish-sign-in';
import { focusAnchor } from './behaviors/focus-anchor';
import { islands } from './behaviors/islands';
import { searchKeys } from './behaviors/search-keys';
import { selections } from './behaviors/selections';

// Behaviors are independent: an error in one must not stop the others.
for (const start of [
  finishSignIn,
  busyForms,
  islands,
  exportReceipts,
  searchKeys,
  focusAnchor,
  selections,
  copyButtons,
]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
