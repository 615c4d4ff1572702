/** One-time codes in links, and what ends with the credentials of a person. */
export { addCode, codeOwner, consumeCode, endSessionsOf, mailboxOf } from './queries.ts'
export type { Mailbox } from './queries.ts'
