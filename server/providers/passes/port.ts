import type { Messages } from '#server/messages/languages.ts'

/** An order as a pass of a phone's wallet shows it. Texts are ready to be shown. */
export type Pass = {
  /** The words beside them, in the language of who adds it, and which one that is: `en-GB`. */
  labels: Pick<Messages['providers'], 'day' | 'time' | 'people' | 'order' | 'where'>
  language: string
  /** The same for the same order: an added pass replaces the one before. */
  serial: string
  operator: string
  title: string
  day: string
  time: string
  place: string
  address: string
  people: string
  reference: string
  /** What the desk scans. */
  code: string
  startsAt: Date
}

/** Makes passes for the wallets of phones. Null where the settings name no such wallet. */
export type PassProvider = {
  /** A signed `.pkpass` file. */
  apple: ((pass: Pass) => Promise<Buffer>) | null
  /** The address that adds the pass to Google Wallet. */
  google: ((pass: Pass) => string) | null
}
