import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import * as messages from '#messages/shared/logOut.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import type { LoginForm as Form } from './LoginForm.tsx'

const LoginForm = lazyComponent(
  'web/features/sessions/LoginForm.tsx',
  async () => (await import('./LoginForm.tsx')).LoginForm,
  { preload: false },
)

/**
 * A page of a customer. When their session has ended it stays mounted, hidden, so that no input is lost; the login is in
 * its place because the login page would replace it.
 */
export const LoginInPlace = ({
  isLoggedOut,
  forgottenTo,
  onOtherCustomer,
  children,
}: {
  isLoggedOut: boolean
  forgottenTo: string
  /** Called when another person has logged in, whose input it is not. */
  onOtherCustomer: () => void
  children: ReactNode
}) => {
  const customer = useCustomer()
  const [ownerId, setOwnerId] = useState(customer?.id)
  if (customer !== null && customer.id !== ownerId) setOwnerId(customer.id)
  return (
    <>
      {isLoggedOut ? (
        <SignedOutNotice
          forgottenTo={forgottenTo}
          onLoggedIn={({ user }) => {
            if (user.id !== ownerId) onOtherCustomer()
          }}
        />
      ) : null}
      <div hidden={isLoggedOut}>{children}</div>
    </>
  )
}

const SignedOutNotice = (form: ComponentProps<typeof Form>) => {
  useEffect(() => {
    focusHeading()
    return focusHeading
  }, [])
  return (
    <Container narrow>
      <PageHeading lead={messages.inputSaved}>{messages.loggedOut}</PageHeading>
      <Card>
        <LoginForm {...form} />
      </Card>
    </Container>
  )
}

/** Of what is shown now: this, or afterwards the page. */
const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus()
