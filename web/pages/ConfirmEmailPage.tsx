import * as messages from '#messages/shared/confirmEmail.ts'
import { ConfirmEmail } from '#web/features/sessions/ConfirmEmail.tsx'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useHiddenCode } from '#web/platform/useHiddenCode.ts'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'

/** The target of the links that prove an e-mail address: `/confirm-email?code=…`. */
const load = async ({ query }: LoaderArgs) => ({
  code: query.get('code') ?? '',
  isOldAddress: query.get('change') === 'old',
})

const ConfirmEmailPage = ({ data: { code, isOldAddress } }: PageProps<typeof load>) => {
  useHiddenCode()
  return (
    <Container narrow>
      <PageHeading>{isOldAddress ? messages.changeTitle : messages.title}</PageHeading>
      {code === '' ? (
        <Empty title={messages.linkIncomplete}>
          <p>{messages.linkIncompleteHelp}</p>
        </Empty>
      ) : (
        <Card>
          <ConfirmEmail code={code} isOldAddress={isOldAddress} />
        </Card>
      )}
    </Container>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: ConfirmEmailPage })
