import type { Body } from '#contract/endpoint.ts'
import type { BookingQuestion, WaiverRequest, waivers } from '#contract/waivers.ts'
import { findBasket, loadBasket, lockBasketForChange } from '#server/baskets/find.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { readWaiver, saveWaivers } from '#server/waivers/agreements.ts'
import { readQuestions, saveAnswers } from '#server/waivers/answers.ts'
import { openWaivers, totalWaivers } from '#server/waivers/rules.ts'

/* Questions and waivers of the caller's basket, which must be complete before payment. */

/** @throws Refusal `not_found` for a basket that is not the caller's */
export const questionsOfBasket = async (
  tx: Tx,
  actor: Actor,
  cartId: number,
  now: Date,
): Promise<BookingQuestion[]> => {
  const basket = await findBasket(tx, actor)
  if (basket === null || basket.id !== cartId) throw notFound()
  return readQuestions(tx, (await loadBasket(tx, basket, now)).live)
}

/**
 * Stores answers for the lines of the caller's basket that belong to one occurrence.
 * @param occurrence its id in either form
 * @throws Refusal `not_found` when no line belongs to it; `invalid` with field paths such as `answers.0.value`
 */
export const answerQuestions = async (
  tx: Tx,
  actor: Actor,
  occurrence: number | string,
  body: Body<typeof waivers.answers>,
  now: Date,
) => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) throw notFound()
  const { live } = await loadBasket(tx, basket, now)
  const lines = live.filter((line) => line.occurrenceId === occurrence || line.publicId === occurrence)
  if (lines.length === 0) throw notFound()
  return saveAnswers(tx, lines, body, now)
}

/** The text of a waiver, and the lines of the caller's basket that still need it. */
export const readWaiverRequests = async (
  tx: Tx,
  actor: Actor,
  restrictionId: number,
  now: Date,
): Promise<WaiverRequest> => {
  const basket = await findBasket(tx, actor)
  const lines = basket === null ? [] : (await loadBasket(tx, basket, now)).live
  return readWaiver(tx, actor, restrictionId, lines)
}

/**
 * Stores waiver agreements for lines of the caller's basket: all of them, or none. That staff have is audited.
 * @throws Refusal `invalid` with field paths such as `waivers.0.attendee.first_name`
 */
export const sendWaivers = async (tx: Tx, actor: Actor, sent: Body<typeof waivers.send>, now: Date) => {
  const basket = await lockBasketForChange(tx, actor, now)
  const lines = basket === null ? [] : (await loadBasket(tx, basket, now)).live
  const saved = await saveWaivers(tx, actor, basket === null ? null : { id: basket.id, lines }, sent, now)
  if (saved.length > 0) {
    const restrictions = [...new Set(saved.map(({ restrictionId }) => restrictionId))]
    const subject = restrictions.map((id) => `waiver:${id}`).join(' ')
    await auditForSelected(tx, actor, { act: acts.waiversGiven, subject }, now)
  }
  const after = basket === null ? [] : (await loadBasket(tx, basket, now)).live
  const needs = after.flatMap(({ waiverNeeds }) => waiverNeeds)
  const total = totalWaivers(needs)
  return {
    waivers: saved,
    totalWaiversRequired: total,
    totalWaiversCompleted: total - openWaivers(needs),
  }
}
