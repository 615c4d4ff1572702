import { ForgottenPasswordForm } from '#web/features/sessions/ForgottenPasswordForm.tsx'
import * as messages from '#messages/shared/login.ts'
import { accountLinks, withQuery } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'

const load = async ({ query }: LoaderArgs) => ({ redirectValue: query.get('redirect') })

const ForgottenPasswordPage = ({ data: { redirectValue } }: PageProps<typeof load>) => (
  <Container narrow>
    <PageHeading>{messages.forgottenPassword}</PageHeading>
    <Card>
      <ForgottenPasswordForm loginTo={withQuery(accountLinks.login(), { redirect: redirectValue })} />
    </Card>
  </Container>
)

export const page = definePage({
  load,
  title: () => messages.forgottenPassword,
  Component: ForgottenPasswordPage,
})
