import { busyForms } from './behaviours/busy-form';
import { finishSignIn } from './behaviours/finish-sign-in';

// Each stands alone: what one of them throws must not keep the others from working.
for (const start of [finishSignIn, busyForms]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
