import { useEffect, type ComponentProps } from 'react'
import * as messages from '#messages/shared/logOut.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import type { LoginForm as Form } from './LoginForm.tsx'

const LoginForm = lazyComponent(
  'web/features/sessions/LoginForm.tsx',
  async () => (await import('./LoginForm.tsx')).LoginForm,
  { preload: false },
)

/**
 * Stands in for a page whose session has ended. The page stays mounted, hidden, so that no input is lost; the login is
 * here because its own page would replace it.
 */
export const SignedOutNotice = (form: ComponentProps<typeof Form>) => {
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
