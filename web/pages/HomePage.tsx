import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'

const load = async ({ read }: Load) => {
  await read(api.venues.all)
  return {}
}

const HomePage = () => {
  const { data: venues } = useRead(api.venues.all)
  return (
    <Container>
      <PageHeading>Book an activity</PageHeading>
      <ul>
        {venues.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={links.venue(slug)}>{name}</Link>
          </li>
        ))}
      </ul>
    </Container>
  )
}

export const page = definePage({ load, title: () => 'Book an activity', Component: HomePage })
