/** `1 June 2017`: a day of the calendar, whatever zone the device is in. */
export const longDate = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
