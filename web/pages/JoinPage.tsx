import { useState } from 'react'
import { DocumentCard } from '#web/features/documents/DocumentCard.tsx'
import { documentName } from '#web/features/memberships/planCosts.ts'
import { JoinForm, type Start } from '#web/features/memberships/JoinForm.tsx'
import { JoiningSummary } from '#web/features/memberships/JoiningSummary.tsx'
import { api } from '#web/platform/api.ts'
import { joinLinks, withQuery } from '#web/platform/links.ts'
import { definePage, notFound, redirect, type Load, type PageProps } from '#web/platform/page.ts'
import { useLateRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { readCustomer } from '#web/platform/session.ts'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './JoinPage.module.css'

/** One membership: when it starts, how it is paid for. Whoever is not known yet says who they are first. */
const load = async ({ params, read, visit }: Load<'venueSlug' | 'planId'>) => {
  const { venueSlug, planId } = params
  const plans = await read(api.memberships.plans, { venue: venueSlug })
  const plan = plans.find(({ id }) => String(id) === planId)
  if (plan === undefined) return notFound()
  if ((await readCustomer(visit)) === null)
    return redirect(withQuery(joinLinks.login(), { redirect: joinLinks.plan(venueSlug, planId) }))
  await read(api.documents.mine)
  return { plan }
}

const JoinPage = ({ data: { plan: first } }: PageProps<typeof load>) => {
  const navigate = useNavigate()
  const { data: documents } = useRead(api.documents.mine)
  const [start, setStart] = useState<Start>({
    startDate: first.firstDays.from,
    billingDay: Number(first.nextPayment?.on.slice(8) ?? '1'),
  })
  const isDay = start.startDate >= first.startFrom && start.startDate <= first.startUntil
  const priced = useLateRead(
    api.memberships.plans,
    { venue: first.venueSlug, startDate: start.startDate, billingDay: start.billingDay },
    { when: isDay },
  )
  // While another day is worked out the last sums stand, marked as being worked out.
  const [shown, setShown] = useState(first)
  const now = priced.data?.find(({ id }) => id === first.id)
  if (now !== undefined && now !== shown) setShown(now)

  const { documentType } = first
  const sent = documents.find((one) => one.documentType.replaceAll('_', '-') === documentType)
  return (
    <Container>
      <PageHeading lead={first.description}>Join {first.name}</PageHeading>
      <div className={styles['columns']}>
        <JoinForm
          plan={shown}
          start={start}
          onStart={setStart}
          proof={
            documentType === null ? null : (
              <DocumentCard
                document={
                  sent ?? {
                    id: 0,
                    documentType,
                    name: documentName(documentType),
                    status: 'required',
                    uploadedAt: null,
                    expiresOn: null,
                    documentExpiringSoon: false,
                    daysToExpiry: null,
                    message: null,
                  }
                }
              />
            )
          }
          onJoining={({ id }) => {
            void navigate(joinLinks.pay(id))
          }}
        />
        <aside className={styles['aside']} aria-label="Your membership">
          <JoiningSummary plan={shown} busy={isDay && now === undefined}>
            <p>
              <Link to={joinLinks.plans(first.venueSlug)}>Choose another membership</Link>
            </p>
          </JoiningSummary>
        </aside>
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ plan }) => `Join ${plan.name} – ${plan.venueName}`,
  breadcrumbs: ({ plan }) => [
    { label: 'Buy a membership', to: joinLinks.home() },
    { label: plan.venueName, to: joinLinks.plans(plan.venueSlug) },
    { label: plan.name },
  ],
  Component: JoinPage,
})
