import { useState } from 'react'
import type { Plan } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import { list } from '#messages/format.ts'
import { DocumentCard } from '#web/features/documents/DocumentCard.tsx'
import { documentName } from '#web/features/memberships/planCosts.ts'
import { JoinForm, type Start } from '#web/features/memberships/JoinForm.tsx'
import { AddChild } from '#web/features/families/AddChild.tsx'
import { MembersField } from '#web/features/memberships/MembersField.tsx'
import { JoiningSummary } from '#web/features/memberships/JoiningSummary.tsx'
import { LoginInPlace } from '#web/features/sessions/LoginInPlace.tsx'
import * as messages from '#messages/join/form.ts'
import * as membersMessages from '#messages/shared/membershipMembers.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { accountLinks, crossSiteUrl } from '#web/platform/links.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './JoinPage.module.css'

/** A customer's choices for a plan: who belongs to it, from when, how it is paid. */
export const JoinAsCustomer = ({ plan }: { plan: Plan }) => {
  const navigate = useNavigate()
  return (
    <LoginInPlace
      isLoggedOut={useCustomer() === null}
      forgottenTo={accountLinks.forgottenPassword()}
      onOtherCustomer={() => void navigate(joinLinks.plans(plan.venueSlug))}
    >
      <JoinWithPlan plan={plan} />
    </LoginInPlace>
  )
}

const JoinWithPlan = ({ plan: initialPlan }: { plan: Plan }) => {
  const navigate = useNavigate()
  const { data: documents } = useRead(api.documents.mine)
  const [start, setStart] = useState<Start>({
    startDate: initialPlan.firstDays.from,
    billingDay: Number(initialPlan.nextPayment?.on.slice(8) ?? '1'),
  })
  const isValidStart = start.startDate >= initialPlan.startFrom && start.startDate <= initialPlan.startUntil
  const priced = useDeferredRead(
    api.memberships.plans,
    { venue: initialPlan.venueSlug, startDate: start.startDate, billingDay: start.billingDay },
    { when: isValidStart },
  )
  // The last sums stay, marked as busy, while those for another start date load.
  const [plan, setPlan] = useState(initialPlan)
  const pricedPlan = priced.data?.find(({ id }) => id === initialPlan.id)
  if (pricedPlan !== undefined && pricedPlan !== plan) setPlan(pricedPlan)

  const { documentType, maxMembers, maxAdults } = initialPlan
  const isForSeveral = maxMembers > 1
  const family = useDeferredRead(api.families.mine, {}, { when: isForSeveral }).data ?? []
  const [memberIds, setMemberIds] = useState<readonly number[]>([])
  const buyerId = family.find(({ relation }) => relation === null)?.id
  const document = documents.find((existing) => existing.documentType.replaceAll('_', '-') === documentType)
  return (
    <Container>
      <PageHeading lead={initialPlan.description}>{messages.join({ plan: initialPlan.name })}</PageHeading>
      <Overlaps plan={initialPlan} />
      <div className={styles['columns']}>
        <JoinForm
          plan={plan}
          start={start}
          onStart={setStart}
          memberIds={memberIds}
          {...(isForSeveral && {
            renderMembers: (errors) => (
              <>
                <MembersField
                  people={family}
                  chosenIds={memberIds}
                  {...(buyerId !== undefined && { requiredId: buyerId })}
                  most={maxMembers}
                  mostAdults={maxAdults}
                  errors={errors}
                  isOwn
                  onChoose={setMemberIds}
                >
                  <AddChild
                    lastName={family[0]?.lastName ?? ''}
                    onAdded={(child) => {
                      setMemberIds([...memberIds, child.id])
                    }}
                  />
                </MembersField>
                <p>
                  {membersMessages.addPeople} {membersMessages.changeLater}
                </p>
              </>
            ),
          })}
          documentUpload={
            documentType === null ? null : (
              <DocumentCard
                document={
                  document ?? {
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
        <aside className={styles['aside']} aria-label={messages.yourMembership}>
          <JoiningSummary plan={plan} busy={isValidStart && pricedPlan === undefined}>
            <p>
              <Link to={joinLinks.plans(initialPlan.venueSlug)}>{messages.chooseAnother}</Link>
            </p>
          </JoiningSummary>
        </aside>
      </div>
    </Container>
  )
}

/** Warns of memberships that cover the same, before the form. */
const Overlaps = ({ plan: { id: planId, venueSlug: venue } }: { plan: Plan }) => {
  const { data: overlaps } = useRead(api.memberships.overlaps, { venue, planId })
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  return overlaps.map(({ membershipUserId, name, endsOn, activities, isAll }) => {
    const ends = endsOn === null ? null : longDate(endsOn)
    return (
      <Notice key={membershipUserId} colour="warning" title={messages.alreadyHave({ membership: name })}>
        <p>
          {isAll ? messages.overlapAll({ ends }) : messages.overlap({ activities: list(activities), ends })}
        </p>
        <p>
          <a href={crossSiteUrl(config.sites.myAccount, accountLinks.memberships(), context)}>
            {messages.seeMemberships}
          </a>
        </p>
      </Notice>
    )
  })
}
