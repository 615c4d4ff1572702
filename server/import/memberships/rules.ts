import { missingSlug } from '#server/import/files/references.ts'
import type { CatalogueIndex, ReportProblem } from '#server/import/files/references.ts'
import type { MembershipFile, PackageFile, PersonFile } from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'
import * as messages from '#server/messages/en/import.ts'

/* Checks of memberships.json and packages.json, and of what people have of them. */

/** Refuses plans that name what is not there. */
export const checkMemberships = (
  memberships: readonly Checked<MembershipFile>[],
  catalogue: CatalogueIndex,
  terms: ReadonlySet<string>,
): void => {
  for (const { value: plan, report } of memberships) {
    requireVenues(plan.venues, report, catalogue)
    if ((plan.ageMin ?? 0) > (plan.ageMax ?? Infinity)) {
      report('ageMax', messages.ageRange)
    }
    const takesNothing = plan.firstDays === 'free' && plan.joiningFee === 0 && plan.price > 0
    if (takesNothing && plan.soldOnline && plan.paymentMethods.includes('card')) {
      report('paymentMethods', messages.feeForCard)
    }
    for (const slug of plan.terms) if (!terms.has(slug)) report('terms', missingSlug(slug, 'terms.json'))
    for (const [index, benefit] of plan.benefits.entries()) {
      const field = `benefits.${index}`
      if (plan.benefits.findIndex(({ slug }) => slug === benefit.slug) !== index) {
        report(`${field}.slug`, messages.twice({ name: benefit.slug }))
      }
      if (benefit.percentOff !== undefined && benefit.price !== undefined) {
        report(`${field}.price`, messages.oneDiscount)
      }
      requireActivities(benefit.activities ?? [], report, catalogue, `${field}.activities`)
    }
  }
}

export const checkPackages = (packages: readonly Checked<PackageFile>[], catalogue: CatalogueIndex): void => {
  for (const { value, report } of packages) {
    requireVenues(value.venues, report, catalogue)
    requireActivities(value.activities, report, catalogue, 'activities')
  }
}

const requireVenues = (
  venues: readonly string[] | undefined,
  report: ReportProblem,
  catalogue: CatalogueIndex,
): void => {
  for (const slug of venues ?? []) {
    if (!catalogue.venueSlugs.has(slug)) report('venues', missingSlug(slug, messages.lists.venues))
  }
}

const requireActivities = (
  slugs: readonly string[],
  report: ReportProblem,
  catalogue: CatalogueIndex,
  field: string,
): void => {
  const there = new Set([...catalogue.activities.values()].map(({ slug }) => slug))
  for (const slug of slugs) if (!there.has(slug)) report(field, missingSlug(slug, 'activities.json'))
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
    if (references[of].has(reference)) report(field, messages.twice({ name: reference }))
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
        report(`${field}.venue`, missingSlug(held.venue, messages.lists.venues))
      else if (plan?.venues?.includes(held.venue) === false) {
        report(`${field}.venue`, messages.planElsewhere({ plan: held.plan, venue: held.venue }))
      }
      if (plan?.paymentMethods.includes(held.paymentMethod) === false) {
        report(`${field}.paymentMethod`, messages.planPaidOtherwise({ plan: held.plan }))
      }
      if (held.endsOn !== null && held.endsOn < held.startsOn) {
        report(`${field}.endsOn`, messages.endsBeforeStart)
      }
      if (held.frozenUntil !== null && (held.frozenFrom === null || held.frozenUntil <= held.frozenFrom)) {
        report(`${field}.frozenUntil`, messages.frozenBackwards)
      }
      if (held.failedPayment !== undefined && plan?.price === 0) {
        report(`${field}.failedPayment`, messages.planFree({ plan: held.plan }))
      }
      for (const reference of held.members ?? []) {
        if (!everybody.has(reference)) report(`${field}.members`, missingSlug(reference, 'people.json'))
      }
    }
    if (person.joining !== undefined) {
      const { plan: wanted, venue } = person.joining
      const plan = sold.memberships.find(({ slug }) => slug === wanted)
      if (plan === undefined) report('joining.plan', missingSlug(wanted, 'memberships.json'))
      if (!sold.venueSlugs.has(venue)) report('joining.venue', missingSlug(venue, messages.lists.venues))
    }
    for (const [index, held] of person.packages.entries()) {
      const field = `packages.${index}`
      once('package', held.reference, `${field}.reference`, report)
      const product = sold.packages.find(({ slug }) => slug === held.package)
      if (product === undefined) report(`${field}.package`, missingSlug(held.package, 'packages.json'))
      else if (held.usedOn.length > product.uses) {
        report(`${field}.usedOn`, messages.tooManyVisits({ visits: product.uses, pack: product.slug }))
      }
    }
  }
}
