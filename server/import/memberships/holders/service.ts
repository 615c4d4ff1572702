import type { OperatorFiles } from '#server/import/files/types.ts'
import { selectCustomerIds } from '#server/import/people/service.ts'
import { reconcile, recordCount } from '#server/import/reconcile/service.ts'
import type { Change, Reconciled } from '#server/import/reconcile/service.ts'
import { saveUnfinishedJoining } from '#server/joining/join.ts'
import { importFailedPayment } from '#server/memberships/unpaidPayments.ts'
import type { Tx } from '#server/platform/database.ts'
import { addDays } from '#server/platform/wallclock.ts'
import { frozenMembershipReferences, insertPastVisits, replaceMembers } from './queries.ts'

/** A joining that the files speak of may be finished for so long. */
const joiningGoodForMs = 30 * 86_400_000

/**
 * Who has a membership or a package. A membership follows the files; of a package the days do, and what has been
 * used of it here stays used.
 */
export const loadHolders = async (
  tx: Tx,
  operatorId: number,
  { people, memberships, packages }: OperatorFiles,
  { venues, plans, products }: { venues: Reconciled; plans: Reconciled; products: Reconciled },
  now: Date,
  changes: Change[],
): Promise<void> => {
  const ids = await selectCustomerIds(tx, operatorId)
  const idOf = (reference: string): number => {
    const id = ids.get(reference)
    if (id === undefined) throw new Error(`${reference} was not made.`)
    return id
  }
  const held = people.flatMap((payer) => payer.memberships.map((membership) => ({ payer, membership })))
  const byReference = ({ reference }: Readonly<Record<string, unknown>>) => String(reference)
  const frozen = await frozenMembershipReferences(tx, operatorId)
  const addedMemberships = new Set<string>()
  const membershipRows = await reconcile(
    tx,
    operatorId,
    {
      table: 'membership',
      what: 'membership',
      owner: 'operatorId',
      key: ['reference'],
      label: byReference,
      onlyNew: (row) => {
        addedMemberships.add(byReference(row))
        return { createdAt: now }
      },
      rows: held.map(({ payer, membership }) => {
        const plan = memberships.find(({ slug }) => slug === membership.plan)
        if (plan === undefined) throw new Error(`${membership.plan} was not checked.`)
        return {
          operatorId,
          reference: membership.reference,
          planId: plans.idOf(membership.plan),
          venueId: venues.idOf(membership.venue),
          payerId: idOf(payer.reference),
          // What was frozen here for a payment that is owed stays so, whatever the files know.
          status:
            membership.status === 'active' && frozen.has(membership.reference) ? 'frozen' : membership.status,
          startsOn: membership.startsOn,
          endsOn: membership.endsOn,
          price: plan.price,
          billingPeriod: plan.billingPeriod,
          paymentMethod: membership.paymentMethod,
          billingDay: membership.billingDay,
          nextBillingOn: membership.nextBillingOn,
          frozenFrom: membership.frozenFrom,
          frozenUntil: membership.frozenUntil,
        }
      }),
    },
    changes,
  )
  const members = held.flatMap(({ payer, membership }) =>
    (membership.members ?? [payer.reference]).map((reference) => ({
      membershipId: membershipRows.idOf(membership.reference),
      customerId: idOf(reference),
    })),
  )
  recordCount(changes, 'members of memberships', await replaceMembers(tx, members, now))

  for (const { payer, membership } of held) {
    const { reference, failedPayment } = membership
    if (failedPayment === undefined || !addedMemberships.has(reference)) continue
    await importFailedPayment(tx, membershipRows.idOf(reference), failedPayment, now)
    changes.push({ what: 'failed payment', which: reference, how: 'added' })
    if (failedPayment.againOn === null)
      changes.push({ what: 'penalty', which: payer.reference, how: 'added' })
  }
  for (const { reference, joining } of people) {
    if (joining === undefined) continue
    const left = {
      operatorId,
      customerId: idOf(reference),
      planId: plans.idOf(joining.plan),
      venueSlug: joining.venue,
      goodUntil: new Date(now.getTime() + joiningGoodForMs),
    }
    if (await saveUnfinishedJoining(tx, left, now))
      changes.push({ what: 'joining', which: reference, how: 'added' })
  }

  const bought = people.flatMap((owner) => owner.packages.map((one) => ({ owner, one })))
  const addedPackages = new Set<number>()
  const packageRows = await reconcile(
    tx,
    operatorId,
    {
      table: 'package',
      what: 'package of a customer',
      owner: 'operatorId',
      key: ['reference'],
      label: byReference,
      onlyNew: (row) => {
        const of = bought.find(({ one }) => one.reference === row['reference'])
        const product = packages.find(({ slug }) => slug === of?.one.package)
        if (of === undefined || product === undefined) throw new Error('A package was not checked.')
        addedPackages.add(bought.indexOf(of))
        return { totalUses: product.uses, usesLeft: product.uses - of.one.usedOn.length, createdAt: now }
      },
      rows: bought.map(({ owner, one }) => {
        const product = packages.find(({ slug }) => slug === one.package)
        if (product === undefined) throw new Error(`${one.package} was not checked.`)
        return {
          operatorId,
          reference: one.reference,
          productId: products.idOf(one.package),
          customerId: idOf(owner.reference),
          boughtOn: one.boughtOn,
          expiresOn: addDays(one.boughtOn, product.validDays),
        }
      }),
    },
    changes,
  )
  await insertPastVisits(
    tx,
    [...addedPackages].flatMap((index) => {
      const of = bought[index]
      const product = packages.find(({ slug }) => slug === of?.one.package)
      if (of === undefined || product === undefined) return []
      return of.one.usedOn.map((usedOn) => ({
        packageId: packageRows.idOf(of.one.reference),
        usedOn,
        name: product.name,
        createdAt: now,
      }))
    }),
  )
}
