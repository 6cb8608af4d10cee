import { busyForms } from './behaviors/busy-form';
import { copyButtons } from './behaviors/copy-buttons';
import { exportToasts } from './behaviors/export-toast';
import { finishSignIn } from './behaviors/finish-sign-in';
import { focusAnchor } from './behaviors/focus-anchor';
import { islands } from './behaviors/islands';
import { localTimes } from './behaviors/local-times';
import { pageScripts } from './behaviors/page-scripts';

// Behaviors are independent: an error in one must not stop the others.
for (const start of [
  finishSignIn,
  busyForms,
  islands,
  exportToasts,
  focusAnchor,
  localTimes,
  pageScripts,
  copyButtons,
]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
