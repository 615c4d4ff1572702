import { api } from '#web/platform/api.ts'
import { toSite } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'

/** Where somebody arrives who has had their account deleted. */
const load = async ({ read }: Load) => {
  await read(api.operator.config)
  return {}
}

const GoodbyePage = () => {
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  return (
    <Container narrow>
      <PageHeading>Your account is deleted</PageHeading>
      <Card>
        <p>
          What told of you is gone. What you paid stays in our books, without your name. We have written to
          you once more, and will not do so again.
        </p>
        <p>
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={toSite(config.sites.bookings, '/', visit)}
          >
            Back to {config.name}
          </a>
        </p>
      </Card>
    </Container>
  )
}

export const page = definePage({ load, title: () => 'Your account is deleted', Component: GoodbyePage })
