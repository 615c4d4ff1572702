import { NewPasswordForm } from '#web/features/sessions/NewPasswordForm.tsx'
import { forgottenFrom, links } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'

/** Where the e-mail of a forgotten password leads: `/new-password?code=…` (`token` is another thing, see wire §1.3). */
const load = async ({ query }: Load) => ({ code: query.get('code') ?? '' })

const NewPasswordPage = ({ data: { code } }: PageProps<typeof load>) => {
  const { path } = useScreen()
  const visit = useVisit()
  const navigate = useNavigate()
  return (
    <Container narrow>
      <PageHeading>Choose a new password</PageHeading>
      {code === '' ? (
        <Empty title="This address is not whole.">
          <p>Open it from the e-mail again, or ask for another e-mail.</p>
          <Link className={buttonClass({ variant: 'secondary' })} {...forgottenFrom(visit, path)}>
            Ask for another e-mail
          </Link>
        </Empty>
      ) : (
        <Card>
          <NewPasswordForm
            code={code}
            onDone={() => {
              void navigate(links.home(), { replace: true })
            }}
          />
        </Card>
      )}
    </Container>
  )
}

export const page = definePage({ load, title: () => 'Choose a new password', Component: NewPasswordPage })
