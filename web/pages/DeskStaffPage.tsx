import { StaffLogins } from '#web/features/sessions/StaffLogins.tsx'
import { StaffTabs } from '#web/features/sessions/StaffTabs.tsx'
import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { readCustomer } from '#web/platform/session.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'

/** The operator's staff, for supervisors: how they log in. */
const load = requireStaff(async ({ read, context }: LoaderArgs) => {
  const isSupervisor = (await readCustomer(context))?.staffLevel === 'supervisor'
  await Promise.all([read(api.operator.config), ...(isSupervisor ? [read(api.staff.list)] : [])])
  return { isSupervisor }
})

const DeskStaffPage = ({ data: { isSupervisor } }: { data: { isSupervisor: boolean } }) => {
  const { data: config } = useRead(api.operator.config)
  return (
    <Container narrow>
      <PageHeading lead={isSupervisor ? messages.lead : undefined}>{messages.title}</PageHeading>
      {isSupervisor ? <StaffTabs current="staff" /> : null}
      {isSupervisor ? <StaffLogins zone={config.timezone} /> : <Empty title={messages.supervisorsOnly} />}
    </Container>
  )
}

export const page = definePage({ load, title: () => messages.page, Component: DeskStaffPage })
