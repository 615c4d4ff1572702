export const vatNumber = ({ number }: { number: string }) => `VAT number ${number}`

// The outbox
export const outbox = 'Outbox'
export const closed =
  'Open the outbox with the link that the server printed when it started. The link works once. Or log in as staff first.'
export const empty = 'No messages yet.'
export const columns = { subject: 'Subject', to: 'To', written: 'Written', state: 'State' } as const
export const states = {
  waiting: 'waiting',
  stored: 'stored here',
  sent: 'sent',
  dropped: 'given up',
} as const
export const writtenAt = ({ time }: { time: string }) => `${time} UTC`
export const message = 'Message'
export const messageFrame = 'The message'
export const attached = 'Attached'
export const asText = 'As text'
export const secretHidden = '[Only the recipient can see this part.]'
export const notWritten = "This message hasn't been written yet."
