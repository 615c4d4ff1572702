import { BasketPanel } from '#web/features/baskets/BasketPanel.tsx'
import { api } from '#web/platform/api.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { BasketPenalties } from './BasketPenalties.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'

/** The shopping basket (A07). */
const load = async ({ read }: Load) => {
  await read(api.baskets.read)
  return {}
}

const BasketPage = () => (
  <Container narrow>
    <PageHeading>Shopping basket</PageHeading>
    <BasketPenalties />
    <Card>
      <BasketPanel level={2} />
    </Card>
  </Container>
)

export const page = definePage({
  load,
  title: () => 'Shopping basket',
  breadcrumbs: () => [{ label: 'Shopping basket' }],
  Component: BasketPage,
})
