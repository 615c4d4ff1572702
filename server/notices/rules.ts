import type { Seller } from '#server/operator/service.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Message as Mail } from '#server/providers/mail/smtp.ts'

/** What a message says, without its layout. Links are absolute. */
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
  /** Where our sites stand, with the base path and without a slash at the end. */
  sites: { bookings: string; account: string }
}

/**
 * A kind of message. It belongs to the noun of the event it tells of, which writes it; server/messages.ts lists them
 * all for the outbox. The facts are stored with the event, and written out when the message is sent.
 */
export type MessageKind<Facts extends object> = {
  kind: string
  /** Names the event: a message of a kind is sent once an event. */
  about: (facts: Facts) => string
  write: (facts: Facts, context: MessageContext) => Message | Promise<Message>
  /** The recipient's address is deleted once the message has gone. */
  forgetsRecipient?: true
}

/** A kind of message whose facts are read from the outbox. */
export type AnyMessageKind = MessageKind<never>
