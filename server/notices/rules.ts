import type { Messages } from '#server/messages/languages.ts'
import type { Seller } from '#server/operator/find.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Message as Mail } from '#server/providers/mail/smtp.ts'
import type { PassProvider } from '#server/providers/passes/port.ts'

/** The content of a notice, without its layout. Links are absolute. */
export type NoticeContent = {
  subject: string
  heading: string
  blocks: readonly Block[]
  /** What a list of messages shows after the subject; the first words of the message without it. */
  preview?: string
  /** The venue it is about: the message has its colours, and its foot how to reach it. */
  venueId?: number
  attachments?: Mail['attachments']
  /** Where its reader gets no more of its kind, by one request of their mail program (RFC 8058). */
  wayOut?: { href: string }
}

/** `isSecret`: whoever reads it can do what the recipient can. Only they do; it is not stored once it is sent. */
export type Block = { isSecret?: boolean } & (
  | { type: 'text'; text: string }
  /** `isSecondary`: less prominent than the message's own link. */
  | { type: 'link'; label: string; href: string; isSecondary?: true }
  | { type: 'list'; items: readonly ListItem[] }
)

/** `image` stands below the lines; `alt` says the same where pictures are not displayed. */
type ListItem = {
  title: string
  lines: readonly string[]
  image?: Picture
}

/** A PNG that comes with the message: programs for mail load none from elsewhere before they are told to. */
export type Picture = { name: string; content: Buffer; alt: string; size: number }

/** What a notice may need besides its facts. */
export type NoticeContext = {
  tx: Tx
  seller: Seller
  /** Base URLs of our sites, without a trailing slash. */
  sites: { bookings: string; account: string; desk: string }
  /** What we write, in the recipient's language. */
  messages: Messages
  /** The wallets of phones that orders are offered for. */
  passes: PassProvider
  /** When the message is written. */
  now: Date
}

/**
 * A kind of notice, defined by the noun of its event; server/noticeKinds.ts lists them all for the outbox. The facts
 * are stored with the event and rendered when the notice is sent.
 */
export type NoticeKind<Facts extends object> = {
  kind: string
  /** Identifies the event: a notice of a kind is sent once for each event. */
  about: (facts: Facts) => string
  write: (facts: Facts, context: NoticeContext) => NoticeContent | Promise<NoticeContent>
  /** Whether it has nothing to say any more: a mail server may be down for days. It is then not sent. */
  isOutdated?: (facts: Facts, context: NoticeContext) => Promise<boolean>
  /** The recipient's address is deleted once the notice is sent. */
  forgetsRecipient?: true
  /** The page has said it all, so in a rush the message goes after customers' calls, half a minute later at most. */
  goesAfterCalls?: true
}

/** A kind of notice whose facts are read from the outbox. */
export type AnyNoticeKind = NoticeKind<never>

/** Facts that people have typed as their own or another person's name. */
const namesOfPeople: readonly string[] = [
  'firstName',
  'lastName',
  'inviter',
  'memberName',
  'members',
  'senderName',
  'guestFirstName',
  'guestLastName',
]

/** A name that no mail program turns into a link, on one line: a stranger may have chosen it. */
export const asPlainName = (name: string): string =>
  name
    // Full-width and other forms of a sign become the sign itself.
    .normalize('NFKC')
    .replace(/:?[/\\\u2044\u2215]|@|\u3002|(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The facts of a notice without addresses and line breaks in names of people. */
export const factsWithPlainNames = (facts: unknown, areNames = false): unknown => {
  if (typeof facts === 'string') return areNames ? asPlainName(facts) : facts
  if (Array.isArray(facts)) return facts.map((one) => factsWithPlainNames(one, areNames))
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      factsWithPlainNames(value, namesOfPeople.includes(key)),
    ]),
  )
}

/** A page of the bookings site for one person: anyone who is logged out sees the login over it, and then the page. */
export const throughLogin = (path: string): string => `${path}?login=1&redirect=${encodeURIComponent(path)}`
