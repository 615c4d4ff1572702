import { StaffLogins } from '#web/features/sessions/StaffLogins.tsx'
import { StaffTabs } from '#web/features/sessions/StaffTabs.tsx'
import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** The operator's staff: what they may do, until when, and how they log in. */
const load = requireStaff(async ({ read }: LoaderArgs) => {
  await Promise.all([read(api.operator.config), read(api.staff.list), read(api.staff.options)])
  return {}
})

const DeskStaffPage = () => {
  const { data: config } = useRead(api.operator.config)
  return (
    <Container narrow>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      <StaffTabs current="staff" />
      <StaffLogins zone={config.timezone} />
    </Container>
  )
}

export const page = defineStaffPage('staff', { load, title: () => messages.page, Component: DeskStaffPage })
