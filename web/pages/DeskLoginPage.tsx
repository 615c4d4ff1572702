import { LoginForm } from '#web/features/sessions/LoginForm.tsx'
import { LogOut } from '#web/features/sessions/LogOut.tsx'
import { accountLinks, deskLinks, safeRedirect } from '#web/platform/links.ts'
import { definePage, redirect, type Load, type PageProps } from '#web/platform/page.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Staff log in. A customer who comes here is told that they stand on the wrong side of the desk. */
const load = async ({ visit, query }: Load) => {
  const afterwards = safeRedirect(query.get('redirect'), visit) ?? deskLinks.home()
  const person = await readCustomer(visit)
  return person?.role === 'staff' ? redirect(afterwards) : { afterwards }
}

const DeskLoginPage = ({ data: { afterwards } }: PageProps<typeof load>) => {
  const navigate = useNavigate()
  const person = useCustomer()
  return (
    <Container narrow>
      <PageHeading lead="For staff. You are logged out after half an hour without use.">
        Front desk
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
            <Notice colour="warning" title={`${person.firstName}, this is the staff's side of the desk.`}>
              <p>You are logged in as a customer. Log out here to log in as staff.</p>
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

export const page = definePage({ load, title: () => 'Log in – Front desk', Component: DeskLoginPage })
