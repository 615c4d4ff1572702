import * as messages from '#messages/desk/frame.ts'
import { LoginForm } from '#web/features/sessions/LoginForm.tsx'
import { LogOut } from '#web/features/sessions/LogOut.tsx'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { accountLinks, safeRedirect } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Login for staff. A customer who is logged in is asked to log out first. */
const load = async ({ context, query }: LoaderArgs) => {
  const afterwards = safeRedirect(query.get('redirect'), context) ?? deskLinks.home()
  const person = await readCustomer(context)
  return person?.role === 'staff' ? redirect(afterwards) : { afterwards }
}

const DeskLoginPage = ({ data: { afterwards } }: PageProps<typeof load>) => {
  const navigate = useNavigate()
  const person = useCustomer()
  const { idleMs } = usePageContext().channel
  return (
    <Container narrow>
      <PageHeading lead={idleMs === undefined ? undefined : messages.loginLead({ minutes: idleMs / 60_000 })}>
        {messages.frontDesk}
      </PageHeading>
      <Card>
        {person === null || person.role === 'staff' ? (
          <LoginForm
            forgottenTo={accountLinks.forgottenPassword()}
            onLoggedIn={() => {
              void navigate(afterwards, { replace: true })
            }}
          />
        ) : (
          <>
            <Notice colour="warning" title={messages.staffOnly}>
              <p>{messages.loggedInAsCustomer({ name: person.firstName })}</p>
            </Notice>
            <p>
              <LogOut className={buttonClass({ variant: 'secondary' })} />
            </p>
          </>
        )}
      </Card>
    </Container>
  )
}

export const page = definePage({ load, title: () => messages.loginPage, Component: DeskLoginPage })
