export const addressNotAllowed =
  "We can't send to this address. Use one that begins with https:// and can be reached from the internet."

// Mail
export const offSubject = ({ host }: { host: string }) => `We stopped sending events to ${host}`
export const offReasons = {
  gone: ({ firstName, host }: { firstName: string; host: string }) =>
    `Hello ${firstName}, your program at ${host} answered that it no longer takes events (410).`,
  failing: ({ firstName, host }: { firstName: string; host: string }) =>
    `Hello ${firstName}, we couldn't send any event to your program at ${host} for 3 days.`,
}
export const offNext =
  'Events that were waiting are kept for 30 days. To go on, switch it on again in the settings.'
export const offLink = 'Open connections'
