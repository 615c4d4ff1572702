import { DeskBasket } from '#web/features/baskets/DeskBasket.tsx'
import * as messages from '#messages/desk/orders.ts'
import { api } from '#web/platform/api.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { DeskCounter } from './DeskCounter.tsx'
import styles from './DeskPayPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** Payment for the basket at the desk. */
const load = requireStaff(async ({ read }: LoaderArgs) => {
  const basket = await read(api.baskets.read)
  await Promise.all([read(api.checkout.terms, {}), read(api.operator.config)])
  return { basketId: basket.id }
})

const DeskPayPage = () => {
  const { data: basket } = useRead(api.baskets.read)
  const buyer = useBuyer()
  if (basket.items.length === 0) {
    return (
      <Container narrow>
        <PageHeading>{messages.takePayment}</PageHeading>
        <Empty title={messages.emptyBasket}>
          <Link className={buttonClass()} to={deskLinks.home()}>
            {messages.backToToday}
          </Link>
        </Empty>
      </Container>
    )
  }
  return (
    <Container>
      <PageHeading
        lead={
          buyer === null
            ? messages.fromWalkIn
            : messages.from({ name: `${buyer.firstName} ${buyer.lastName}` })
        }
      >
        {messages.takePayment}
      </PageHeading>
      <div className={styles['columns']}>
        <Card>
          <DeskCounter basket={basket} />
        </Card>
        <aside className={styles['aside']} aria-label={messages.basket}>
          <DeskBasket basket={basket} />
        </aside>
      </div>
    </Container>
  )
}

export const page = defineStaffPage('sell', {
  load,
  title: () => messages.takePaymentPage,
  breadcrumbs: () => [{ label: messages.basketCrumb, to: links.basket() }, { label: messages.takePayment }],
  Component: DeskPayPage,
})
