import { useState } from 'react'
import type { Plan } from '#contract/memberships.ts'
import { RegisterForm } from '#web/features/customers/RegisterForm.tsx'
import { JoiningSummary } from '#web/features/memberships/JoiningSummary.tsx'
import { LoginForm } from '#web/features/sessions/LoginForm.tsx'
import * as messages from '#messages/join/form.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { withQuery, mailedLinkPath } from '#web/platform/links.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './JoinPage.module.css'

/** The first step of joining for a visitor: an account, made or logged in to beside the plan they chose. */
export const JoinSignUp = ({ plan }: { plan: Plan }) => {
  const { data: config } = useRead(api.operator.config)
  const { data: terms } = useRead(api.checkout.terms, {})
  const navigate = useNavigate()
  const [hasAccount, setHasAccount] = useState(false)
  const here = joinLinks.plan(plan.venueSlug, plan.id)
  const goOn = (): void => {
    void navigate(here, { replace: true })
  }
  return (
    <Container>
      <PageHeading lead={plan.description}>{messages.join({ plan: plan.name })}</PageHeading>
      <div className={styles['columns']}>
        <Card as="section" className={styles['sign-up']} aria-labelledby="join-account">
          <h2 id="join-account">{hasAccount ? messages.logInFirst : messages.createAccountFirst}</h2>
          <p>
            {hasAccount ? messages.noAccountYet : messages.alreadyRegistered}{' '}
            <Button
              variant="text"
              size="lg"
              onClick={() => {
                setHasAccount(!hasAccount)
              }}
            >
              {hasAccount ? messages.createAccount : messages.logIn}
            </Button>
          </p>
          {hasAccount ? (
            <LoginForm
              forgottenTo={withQuery(joinLinks.forgottenPassword(), { redirect: here })}
              linkTo={withQuery(mailedLinkPath, { redirect: here })}
              onLoggedIn={goOn}
            />
          ) : (
            <RegisterForm
              clientId={config.clientId}
              homeVenueSlug={plan.venueSlug}
              terms={terms}
              onRegistered={goOn}
            />
          )}
        </Card>
        <aside className={styles['aside']} aria-label={messages.yourMembership}>
          <JoiningSummary plan={plan}>
            <p>
              <Link to={joinLinks.plans(plan.venueSlug)}>{messages.chooseAnother}</Link>
            </p>
          </JoiningSummary>
        </aside>
      </div>
    </Container>
  )
}
