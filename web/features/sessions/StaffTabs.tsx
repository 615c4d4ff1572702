import * as messages from '#messages/desk/securityLog.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

/** The pages about staff and what people log in with, for supervisors. */
export const StaffTabs = ({ current }: { current: 'staff' | 'log' | 'audit' }) => (
  <Tabs
    label={messages.pages}
    Link={Link}
    items={[
      { label: messages.staffTab, to: deskLinks.staff(), current: current === 'staff' },
      { label: messages.logTab, to: deskLinks.securityLog(), current: current === 'log' },
      { label: messages.auditTab, to: deskLinks.auditLog(), current: current === 'audit' },
    ]}
  />
)
