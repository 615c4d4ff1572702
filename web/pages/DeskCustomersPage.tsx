import { CustomerSearch } from '#web/features/customers/CustomerSearch.tsx'
import { MissedPayments } from '#web/features/memberships/MissedPayments.tsx'
import { OrdersFound } from '#web/features/bookings/OrdersFound.tsx'
import * as messages from '#messages/desk/customers.ts'
import { findAnything, findAnythingHelp } from '#messages/desk/orderSearch.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useMay } from '#web/platform/permissions.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './DeskCustomersPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async () => ({}))

const DeskCustomersPage = () => {
  const navigate = useNavigate()
  const may = useMay()
  return (
    <Container narrow>
      <PageHeading>{messages.customers}</PageHeading>
      <Card className={styles['card']}>
        <CustomerSearch
          label={findAnything}
          help={findAnythingHelp}
          onChosen={({ id }) => void navigate(deskLinks.customer(id))}
        >
          {(query) => <OrdersFound query={query} />}
        </CustomerSearch>
        <p>
          <Link className={buttonClass({ variant: 'secondary' })} to={deskLinks.newCustomer()}>
            {messages.registerNew}
          </Link>
        </p>
      </Card>
      {may('waive') ? <MissedPayments /> : null}
    </Container>
  )
}

export const page = defineStaffPage('customers.view', {
  load,
  title: () => messages.customersPage,
  Component: DeskCustomersPage,
})
