import * as messages from '#messages/desk/partners.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { useMay } from '#web/platform/permissions.ts'
import { Tabs } from '#web/ui/Tabs.tsx'

/** The pages about partners that one may open; who may open one alone needs no tabs. */
export const PartnerTabs = ({ current }: { current: 'list' | 'sales' | 'dues' }) => {
  const may = useMay()
  const items = [
    ...(may('connections')
      ? [{ label: messages.listTab, to: deskLinks.partners(), current: current === 'list' }]
      : []),
    ...(may('reports.money')
      ? [{ label: messages.salesTab, to: deskLinks.partnerSales(), current: current === 'sales' }]
      : []),
    ...(may('sell')
      ? [{ label: messages.duesTab, to: deskLinks.partnerDues(), current: current === 'dues' }]
      : []),
  ]
  if (items.length < 2) return null
  return <Tabs label={messages.pages} Link={Link} items={items} />
}
