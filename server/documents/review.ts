import type { documents } from '#contract/documents.ts'
import type { Body } from '#contract/endpoint.ts'
import type { CustomerDocument } from '#contract/sessions.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import { findAddresses } from '#server/linked-people/list.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { documentAccepted, documentRefused } from './messages.ts'
import { nameOf, photoType, presentDocument, usuallyHoldsDays } from './rules.ts'
import { lockDocument, saveReview } from './sql.ts'
import type { LockedDocument } from './sql.ts'

/**
 * Reviews a document at the desk. The later of two concurrent reviews is refused.
 * @throws Refusal `already_reviewed`; `invalid` by field
 */
export const reviewAtDesk = async (
  tx: Tx,
  actor: Actor,
  id: number,
  body: Body<typeof documents.review>,
  now: Date,
): Promise<CustomerDocument> => {
  const document = await lockDocument(tx, actor.operator.id, id)
  if (document === undefined || document.documentType === photoType) throw notFound()
  if (document.status !== 'in_review')
    throw new Refusal('already_reviewed', (messages) => messages.documents.alreadyReviewed)
  const { accepted, expiresOn, message = '' } = body
  if (accepted && expiresOn !== undefined && expiresOn < localDay(now, actor.operator.timezone))
    throw invalid({ expires_on: [(messages) => messages.documents.alreadyExpired] })
  const review = accepted
    ? { accepted, ...(expiresOn === undefined ? {} : { expiresOn }) }
    : { accepted, message }
  return reviewDocument(tx, actor, id, review, now)
}

/**
 * Accepts or refuses a document, of which its owner is written to. Repeating it replaces the earlier review.
 * @throws Refusal `forbidden`, `not_found`; `invalid` when a refusal has no reason
 */
export const reviewDocument = async (
  tx: Tx,
  actor: Actor,
  id: number,
  review: { accepted: true; expiresOn?: string } | { accepted: false; message: string },
  now: Date,
): Promise<CustomerDocument> => {
  if (actor.person === null || !actor.isStaff) throw forbidden()
  const document = await lockDocument(tx, actor.operator.id, id)
  if (document === undefined) throw notFound()
  const today = localDay(now, actor.operator.timezone)
  if (!review.accepted && review.message.trim() === '')
    throw invalid({ message: [(messages) => messages.documents.reasonRequired] })
  const settled = await saveReview(tx, id, {
    status: review.accepted ? 'accepted' : 'refused',
    message: review.accepted ? null : review.message,
    expiresOn: review.accepted ? (review.expiresOn ?? daysAfter(today, usuallyHoldsDays)) : null,
    reviewedBy: actor.person.id,
    reviewedAt: now,
  })
  const done = { actorId: actor.person.id, forCustomerId: document.customerId }
  await recordAudit(
    tx,
    {
      ...done,
      act: acts.documentReviewed[review.accepted ? 'accepted' : 'refused'],
      subject: document.documentType,
    },
    now,
  )
  await notifyOwner(tx, actor, document, review, settled.expiresOn, now)
  return presentDocument(settled, today)
}

/** Writes to the owner, or of a child's document to a person who books for them. */
const notifyOwner = async (
  tx: Tx,
  { operator }: Actor,
  { id: documentId, customerId, documentType, firstName }: LockedDocument,
  review: Parameters<typeof reviewDocument>[3],
  until: string | null,
  now: Date,
): Promise<void> => {
  const [address] = await findAddresses(tx, [customerId])
  if (address === undefined) return
  const to = { operatorId: operator.id, to: address.email }
  const facts = { documentId, firstName, name: nameOf(documentType), isOfOther: !address.isOwn }
  if (!review.accepted)
    await sendNotice(tx, documentRefused, to, { ...facts, reason: review.message.trim() }, now)
  else if (until !== null) await sendNotice(tx, documentAccepted, to, { ...facts, until }, now)
}
