import type { InTheWay } from '#contract/privacy.ts'
import { localDay } from '#contract/time.ts'
import { removeItemsOfPeople } from '#server/baskets/remove.ts'
import { creditOf } from '#server/credits/balance.ts'
import { expireAllCredit } from '#server/credits/grant.ts'
import { removeFileJob } from '#server/documents/add.ts'
import { notifyGuest } from '#server/guest-passes/messages.ts'
import { listIssued, usablePasses } from '#server/guest-passes/passes.ts'
import { abandonJoining } from '#server/joining/join.ts'
import { endMandatesAtProvider } from '#server/memberships/paymentMethods.ts'
import { listMemberships } from '#server/memberships/list.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import { listPackages } from '#server/packages/list.ts'
import { deleteCardJob, deletePayerJob } from '#server/payments/cards.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, loggedOut, Refusal } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/queue.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { transact } from '#server/platform/transact.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import { requirePasswordOf } from '#server/sessions/passwords.ts'
import { hasSecondFactor, requireCodeIfOn } from '#server/sessions/secondFactor.ts'
import { leaveWaitlist } from '#server/waitlists/leave.ts'
import { listWaitlistEntries } from '#server/waitlists/list.ts'
import { leaveRange, listOpenRanges } from '#server/waitlists/ranges.ts'
import { whatIsForfeited, whyCannotClose } from './rules.ts'
import type { ClosingState } from './rules.ts'
import { anonymise, basketsWithLinesFor, household, lockForClosing, readMoneyBalance } from './sql.ts'
import type { ClosingCustomer } from './sql.ts'

export type ClosingServices = {
  db: Database
  loginHooks: Pick<LoginHooks, 'emptyBasket'>
  secondFactorKeys: SecretKeys
}

/** What closing the account now would involve. */
export const closingOf = async (
  tx: Tx,
  actor: Actor,
  customerId: number,
  now: Date,
): Promise<{ inTheWay: InTheWay[]; givesUp: string[]; along: string[]; asksCode: boolean }> => {
  const people = await household(tx, customerId)
  const state = await closingStateOf(tx, actor, people, now)
  const symbol = actor.operator.currencySymbol
  return {
    inTheWay: whyCannotClose(state, symbol).map(({ code, message }) => ({
      code,
      message: message(actor.messages),
    })),
    givesUp: whatIsForfeited(state, symbol).map((text) => text(actor.messages)),
    along: people.filter(({ id }) => id !== customerId).map(({ firstName }) => firstName),
    asksCode: await hasSecondFactor(tx, customerId),
  }
}

const closingStateOf = async (
  tx: Tx,
  actor: Actor,
  people: readonly ClosingCustomer[],
  now: Date,
): Promise<ClosingState> => {
  const ids = people.map(({ id }) => id)
  const memberships = new Map<number, string>()
  const packages: { name: string; usesLeft: number }[] = []
  let credit = 0
  let guestPasses = 0
  for (const id of ids) {
    for (const one of await listMemberships(tx, id, now))
      if (one.status !== 'ended') memberships.set(one.id, one.name)
    packages.push(...(await listPackages(tx, id, now)).filter(({ status }) => status === 'active'))
    const { general, membership } = await creditOf(tx, id, now)
    credit += general.balance + membership.balance
    guestPasses += await usablePasses(tx, { ...actor, customerId: id }, now)
  }
  const money = await readMoneyBalance(tx, ids, now)
  return { ...money, memberships: [...memberships.values()], credit, packages, guestPasses }
}

/**
 * Closes the account of the logged-in customer and of household members without a login. Personal data is
 * deleted here and at the providers; the accounts stay without names
 * (docs/decisions/0017-closing-an-account.md).
 * @throws Refusal `invalid` for a wrong password or a missing code, `invalid_code`, `too_many`; the reasons that prevent closing;
 * `credit_left`; `forbidden` for staff
 */
export const closeAccount = async (
  { db, loginHooks, secondFactorKeys }: ClosingServices,
  actor: Actor,
  closing: { currentPassword: string; giveUpWhatIsLeft: boolean; code?: string | undefined },
  now: Date,
): Promise<void> => {
  const { person, operator } = actor
  if (person === null) throw loggedOut()
  if (person.role === 'staff') throw forbidden()
  const self: Actor = { ...actor, customerId: person.id }
  await requirePasswordOf(db, person.id, closing.currentPassword, now)
  const useCode = await requireCodeIfOn(db, secondFactorKeys, person.id, closing.code, now)

  await transact(db, async (tx) => {
    await useCode(tx)
    const people = await household(tx, person.id)
    const ids = people.map(({ id }) => id)
    await abandonJoining(tx, person.id, now)
    await lockForClosing(tx, ids)
    const state = await closingStateOf(tx, self, people, now)
    const [first] = whyCannotClose(state, operator.currencySymbol)
    if (first !== undefined) throw new Refusal(first.code, first.message)
    const left = whatIsForfeited(state, operator.currencySymbol)
    if (left.length > 0 && !closing.giveUpWhatIsLeft)
      throw new Refusal('credit_left', (messages) =>
        messages.privacy.confirmLoss({ items: left.map((text) => text(messages)) }),
      )

    await loginHooks.emptyBasket(tx, self, now)
    await removeItemsOfPeople(tx, await basketsWithLinesFor(tx, ids), ids, now)
    for (const { id, userId, status } of await listOpenRanges(tx, self, now))
      if (ids.includes(userId) && status !== 'left') await leaveRange(tx, self, id, now)
    for (const { id, userId, status } of await listWaitlistEntries(tx, self, now))
      if (ids.includes(userId) && (status === 'waiting' || status === 'offered'))
        await leaveWaitlist(tx, self, { id }, now)
    for (const id of ids) {
      await expireAllCredit(tx, id, now)
      await endMandatesAtProvider(tx, id)
    }
    const issued = await issuedTo(tx, self, ids, now)
    const { files, cards, payers } = await anonymise(tx, people, now)
    for (const fileKey of files) await enqueue(tx, removeFileJob, { fileKey }, { key: fileKey, dueAt: now })
    for (const card of cards)
      await enqueue(tx, deleteCardJob, card, { key: card.externalIdentifier, dueAt: now })
    for (const payer of payers)
      await enqueue(tx, deletePayerJob, payer, { key: `${payer.provider}:${person.id}`, dueAt: now })
    const to = people[0]?.email ?? ''
    if (to !== '') {
      const recipient = { operatorId: operator.id, to }
      await sendNotice(tx, accountClosed, recipient, { customerId: person.id }, now)
    }
    // Guests would come in vain. They are not told whose account it was, of which nothing is to be left.
    for (const pass of issued) await notifyGuest(tx, self, pass, operator.name, now)
  })
}

type IssuedPasses = Awaited<ReturnType<typeof listIssued>>

const issuedTo = async (
  tx: Tx,
  { operator }: Actor,
  ids: readonly number[],
  now: Date,
): Promise<IssuedPasses> => {
  const issued: IssuedPasses = []
  for (const id of ids) issued.push(...(await listIssued(tx, id, localDay(now, operator.timezone))))
  return issued
}

/**
 * The last message to a customer. It has no personal data, since it may be stored longer than the account.
 */
export const accountClosed: NoticeKind<{ customerId: number }> = {
  kind: 'account_closed',
  about: ({ customerId }) => `closed:${customerId}`,
  forgetsRecipient: true,
  write: (_, { messages, seller }) => ({
    subject: messages.privacy.accountDeleted,
    heading: messages.privacy.accountDeleted,
    blocks: [
      {
        type: 'text',
        text: messages.privacy.accountDeletedText({ seller: seller.name }),
      },
      {
        type: 'text',
        text: messages.privacy.accountDeletedContact,
      },
    ],
  }),
}
