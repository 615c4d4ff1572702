import * as messages from '#messages/shared/basket.ts'
import { BasketPanel } from '#web/features/baskets/BasketPanel.tsx'
import { api } from '#web/platform/api.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './BasketPage.module.css'
import { BasketPenalties } from './BasketPenalties.tsx'

/** The shopping basket (A07). */
const load = async ({ read }: LoaderArgs) => {
  await read(api.baskets.read)
  return {}
}

const BasketPage = () => (
  <Container narrow>
    <PageHeading>{messages.shoppingBasket}</PageHeading>
    <div className={styles['page']}>
      <BasketPenalties />
      <Card>
        <BasketPanel level={2} />
      </Card>
    </div>
  </Container>
)

export const page = definePage({
  load,
  title: () => messages.shoppingBasket,
  breadcrumbs: () => [{ label: messages.shoppingBasket }],
  Component: BasketPage,
})
