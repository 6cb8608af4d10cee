/** Shows the moments of the page in the reader's time zone. */
export function localTimes(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const moment = new Date(element.dateTime);
    const isToday = moment.toDateString() === new Date().toDateString();
    element.textContent = isToday
      ? `today at ${moment.toLocaleTimeString('en-GB', { timeStyle: 'short' })}`
      : `on ${moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}`;
  }
}
