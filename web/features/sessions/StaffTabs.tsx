import * as messages from '#messages/desk/securityLog.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useMay } from '#web/platform/permissions.ts'
import { Link } from '#web/platform/router.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

/** The pages about staff and what they do that one may open. */
export const StaffTabs = ({ current }: { current: 'staff' | 'log' | 'audit' }) => {
  const may = useMay()
  return (
    <Tabs
      label={messages.pages}
      Link={Link}
      items={[
        ...(may('staff')
          ? [{ label: messages.staffTab, to: deskLinks.staff(), current: current === 'staff' }]
          : []),
        ...(may('audit')
          ? [
              { label: messages.logTab, to: deskLinks.securityLog(), current: current === 'log' },
              { label: messages.auditTab, to: deskLinks.auditLog(), current: current === 'audit' },
            ]
          : []),
      ]}
    />
  )
}
