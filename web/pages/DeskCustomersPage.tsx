import { CustomerSearch } from '#web/features/customers/CustomerSearch.tsx'
import { deskLinks } from '#web/platform/links.ts'
import { definePage } from '#web/platform/page.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'

/** Find a customer, to see what is theirs; or register a new one. */
const load = requireStaff(async () => ({}))

const DeskCustomersPage = () => {
  const navigate = useNavigate()
  return (
    <Container narrow>
      <PageHeading>Customers</PageHeading>
      <Card>
        <CustomerSearch
          label="Find a customer"
          onChosen={({ id }) => void navigate(deskLinks.customer(id))}
        />
        <p>
          <Link className={buttonClass({ variant: 'secondary' })} to={deskLinks.newCustomer()}>
            Register a new customer
          </Link>
        </p>
      </Card>
    </Container>
  )
}

export const page = definePage({ load, title: () => 'Customers – Front desk', Component: DeskCustomersPage })
