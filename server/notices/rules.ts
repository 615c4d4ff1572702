import type { Seller } from '#server/operator/service.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Message as Mail } from '#server/providers/mail/smtp.ts'

/** The content of a message, without its layout. Links are absolute. */
export type Message = {
  subject: string
  heading: string
  blocks: readonly Block[]
  attachments?: Mail['attachments']
}

export type Block =
  | { type: 'text'; text: string }
  | { type: 'link'; label: string; href: string }
  | { type: 'list'; items: readonly { title: string; lines: readonly string[] }[] }

/** What a message may need besides its facts. */
export type MessageContext = {
  tx: Tx
  seller: Seller
  /** Base URLs of our sites, without a trailing slash. */
  sites: { bookings: string; account: string }
  /** When the message is written. */
  now: Date
}

/**
 * A kind of message, defined by the noun of its event; server/messages.ts lists them all for the outbox. The facts
 * are stored with the event and rendered when the message is sent.
 */
export type MessageKind<Facts extends object> = {
  kind: string
  /** Identifies the event: a message of a kind is sent once for each event. */
  about: (facts: Facts) => string
  write: (facts: Facts, context: MessageContext) => Message | Promise<Message>
  /** The recipient's address is deleted once the message is sent. */
  forgetsRecipient?: true
}

/** A kind of message whose facts are read from the outbox. */
export type AnyMessageKind = MessageKind<never>
