import { daysAfter } from '#contract/time.ts'
import { saveUnfinishedJoining } from '#server/joining/join.ts'
import { importFailedPayment } from '#server/memberships/unpaidPayments.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { missingSlug } from './files/references.ts'
import type { ReportProblem } from './files/references.ts'
import type { MembershipFile, OperatorFiles, PackageFile, PersonFile } from './files/types.ts'
import type { Checked } from './files/validation.ts'
import { selectCustomerIds } from './people.ts'
import { reconcile, recordCount } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import {
  collectedMembershipReferences,
  frozenMembershipReferences,
  insertPastVisits,
  replaceMembers,
} from './sql/people.ts'

/** A joining that the files speak of may be finished for so long. */
const joiningGoodForMs = 30 * 86_400_000

/**
 * Who has a membership or a package. A membership follows the files until it is collected here: from then on its payer
 * changes it here. Of a package the days follow the files, and what has been used of it here stays used.
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
  const collected = await collectedMembershipReferences(tx, operatorId)
  const held = people.flatMap((payer) =>
    payer.memberships
      .filter(({ reference }) => !collected.has(reference))
      .map((membership) => ({ payer, membership })),
  )
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
          minimumUntil: membership.minimumUntil,
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
          expiresOn: daysAfter(one.boughtOn, product.validDays),
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

type Sold = {
  memberships: readonly MembershipFile[]
  packages: readonly PackageFile[]
  venueSlugs: ReadonlySet<string>
}

/** Refuses what people are said to have and is not sold, or is said twice. */
export const checkHolders = (people: readonly Checked<PersonFile>[], sold: Sold): void => {
  const references = { membership: new Set<string>(), package: new Set<string>() }
  const once = (of: keyof typeof references, reference: string, field: string, report: ReportProblem) => {
    if (references[of].has(reference)) report(field, operatorMessages().importing.twice({ name: reference }))
    references[of].add(reference)
  }
  const everybody = new Set(
    people.flatMap(({ value }) => [value.reference, ...value.children.map((child) => child.reference)]),
  )
  for (const { value: person, report } of people) {
    for (const [index, held] of person.memberships.entries()) {
      const field = `memberships.${index}`
      once('membership', held.reference, `${field}.reference`, report)
      const plan = sold.memberships.find(({ slug }) => slug === held.plan)
      if (plan === undefined) report(`${field}.plan`, missingSlug(held.plan, 'memberships.json'))
      if (!sold.venueSlugs.has(held.venue))
        report(`${field}.venue`, missingSlug(held.venue, operatorMessages().importing.lists.venues))
      else if (plan?.venues?.includes(held.venue) === false) {
        report(
          `${field}.venue`,
          operatorMessages().importing.planElsewhere({ plan: held.plan, venue: held.venue }),
        )
      }
      if (plan?.paymentMethods.includes(held.paymentMethod) === false) {
        report(`${field}.paymentMethod`, operatorMessages().importing.planPaidOtherwise({ plan: held.plan }))
      }
      if (held.endsOn !== null && held.endsOn < held.startsOn) {
        report(`${field}.endsOn`, operatorMessages().importing.endsBeforeStart)
      }
      if (held.frozenUntil !== null && (held.frozenFrom === null || held.frozenUntil <= held.frozenFrom)) {
        report(`${field}.frozenUntil`, operatorMessages().importing.frozenBackwards)
      }
      if (held.failedPayment !== undefined && plan?.price === 0) {
        report(`${field}.failedPayment`, operatorMessages().importing.planFree({ plan: held.plan }))
      }
      for (const reference of held.members ?? []) {
        if (!everybody.has(reference)) report(`${field}.members`, missingSlug(reference, 'people.json'))
      }
    }
    if (person.joining !== undefined) {
      const { plan: wanted, venue } = person.joining
      const plan = sold.memberships.find(({ slug }) => slug === wanted)
      if (plan === undefined) report('joining.plan', missingSlug(wanted, 'memberships.json'))
      if (!sold.venueSlugs.has(venue))
        report('joining.venue', missingSlug(venue, operatorMessages().importing.lists.venues))
    }
    for (const [index, held] of person.packages.entries()) {
      const field = `packages.${index}`
      once('package', held.reference, `${field}.reference`, report)
      const product = sold.packages.find(({ slug }) => slug === held.package)
      if (product === undefined) report(`${field}.package`, missingSlug(held.package, 'packages.json'))
      else if (held.usedOn.length > product.uses) {
        report(
          `${field}.usedOn`,
          operatorMessages().importing.tooManyVisits({ visits: product.uses, pack: product.slug }),
        )
      }
    }
  }
}
