import { NewPasswordForm } from '#web/features/sessions/NewPasswordForm.tsx'
import * as messages from '#messages/shared/login.ts'
import { passwordResetLink, links } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useHiddenCode } from '#web/platform/useHiddenCode.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'

/** The target of the reset link: `/new-password?code=…` (`token` in an address is the login token, wire §1.3). */
const load = async ({ query }: LoaderArgs) => ({ code: query.get('code') ?? '' })

const NewPasswordPage = ({ data: { code } }: PageProps<typeof load>) => {
  useHiddenCode()
  const { path } = useScreen()
  const context = usePageContext()
  const navigate = useNavigate()
  return (
    <Container narrow>
      <PageHeading>{messages.chooseNewPassword}</PageHeading>
      {code === '' ? (
        <Empty title={messages.linkIncomplete}>
          <p>{messages.linkIncompleteHelp}</p>
          <Link className={buttonClass({ variant: 'secondary' })} {...passwordResetLink(context, path)}>
            {messages.requestNewLink}
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

export const page = definePage({ load, title: () => messages.chooseNewPassword, Component: NewPasswordPage })
