/** Shows the moments of the page in the reader's time zone. */
export function localTimes(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const moment = new Date(element.dateTime);
    const time = moment.toLocaleTimeString('en-GB', { timeStyle: 'short' });
    const isToday = moment.toDateString() === new Date().toDateString();
    const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
    element.textContent = `${isToday ? 'today' : `on ${day}`} at ${time}`;
  }
}
