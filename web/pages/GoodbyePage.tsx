import * as messages from '#messages/account/privacy.ts'
import { api } from '#web/platform/api.ts'
import { crossSiteUrl } from '#web/platform/links.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'

/** Displayed after a customer has deleted their account. */
const load = async ({ read }: LoaderArgs) => {
  await read(api.operator.config)
  return {}
}

const GoodbyePage = () => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  return (
    <Container narrow>
      <PageHeading>{messages.deleted}</PageHeading>
      <Card>
        <p>{messages.deletedHelp}</p>
        <p>
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={crossSiteUrl(config.sites.bookings, '/', context)}
          >
            {messages.backTo({ operator: config.name })}
          </a>
        </p>
      </Card>
    </Container>
  )
}

export const page = definePage({ load, title: () => messages.deleted, Component: GoodbyePage })
