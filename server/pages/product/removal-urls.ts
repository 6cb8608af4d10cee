import { paths, withParameter } from '../../../shared/paths';

export const reviewUrl = (id: string) => withParameter(paths.reviewRemovals, 'review', id);
export const askFirstUrl = (id: string) => withParameter(paths.askFirst, 'review', id);
export const jobUrl = (id: string) => withParameter(paths.removalJob, 'run', id);
