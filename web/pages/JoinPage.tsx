import * as messages from '#messages/join/form.ts'
import { buyMembership } from '#messages/join/plans.ts'
import { api } from '#web/platform/api.ts'
import { lazyComponent, loadRendered } from '#web/platform/lazyComponent.tsx'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { definePage, notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { rememberVenue } from '#web/platform/venue.ts'
import { venueChoice } from '#web/platform/VenueField.tsx'

const JoinAsCustomer = lazyComponent(
  'web/pages/JoinAsCustomer.tsx',
  async () => (await import('./JoinAsCustomer.tsx')).JoinAsCustomer,
)
const JoinSignUp = lazyComponent(
  'web/pages/JoinSignUp.tsx',
  async () => (await import('./JoinSignUp.tsx')).JoinSignUp,
)

/**
 * Joining with one plan: start date, payment method, terms. Visitors sign up or log in on the same page first. The script
 * of what is displayed is loaded with the data: either is all there is on the page.
 */
const load = async ({ params, read, context }: LoaderArgs<'venueSlug' | 'planId'>) => {
  const { venueSlug, planId } = params
  const plans = await read(api.memberships.plans, { venue: venueSlug })
  const plan = plans.find(({ id }) => String(id) === planId)
  if (plan === undefined) return notFound()
  // Remembered, so that the pages after this one keep the venue's theme.
  rememberVenue(context, { venueSlug: plan.venueSlug })
  if ((await readCustomer(context)) === null) {
    await Promise.all([
      read(api.operator.config),
      read(api.venues.search, venueChoice(plan.venueSlug)),
      read(api.checkout.terms, {}),
      loadRendered(['web/pages/JoinSignUp.tsx']),
    ])
    return { plan, isVisitor: true }
  }
  await Promise.all([
    read(api.documents.mine),
    read(api.operator.config),
    read(api.memberships.overlaps, { venue: plan.venueSlug, planId: plan.id }),
    plan.maxMembers > 1 ? read(api.families.mine, {}) : null,
    loadRendered(['web/pages/JoinAsCustomer.tsx']),
  ])
  return { plan, isVisitor: false }
}

const JoinPage = ({ data: { plan, isVisitor } }: PageProps<typeof load>) =>
  isVisitor ? <JoinSignUp plan={plan} /> : <JoinAsCustomer plan={plan} />

export const page = definePage({
  load,
  title: ({ plan }) => messages.joinPage({ plan: plan.name, venue: plan.venueName }),
  breadcrumbs: ({ plan }) => [
    { label: buyMembership, to: joinLinks.home() },
    { label: plan.venueName, to: joinLinks.plans(plan.venueSlug) },
    { label: plan.name },
  ],
  Component: JoinPage,
})
