import * as messages from '#messages/desk/partners.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Tabs } from '#web/ui/Tabs.tsx'

/** The pages about partners. Staff who are not supervisors have one of them, so they need no tabs. */
export const PartnerTabs = ({ current }: { current: 'list' | 'sales' | 'dues' }) => {
  const isSupervisor = useCustomer()?.staffLevel === 'supervisor'
  if (!isSupervisor) return null
  return (
    <Tabs
      label={messages.pages}
      Link={Link}
      items={[
        { label: messages.listTab, to: deskLinks.partners(), current: current === 'list' },
        { label: messages.salesTab, to: deskLinks.partnerSales(), current: current === 'sales' },
        { label: messages.duesTab, to: deskLinks.partnerDues(), current: current === 'dues' },
      ]}
    />
  )
}
