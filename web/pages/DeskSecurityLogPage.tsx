import * as messages from '#messages/desk/securityLog.ts'
import { FilterGroup, LogFilters, readLogFilters } from '#web/features/sessions/LogFilters.tsx'
import { LogPager } from '#web/features/sessions/LogPager.tsx'
import { SecurityLog } from '#web/features/sessions/SecurityLog.tsx'
import { StaffTabs } from '#web/features/sessions/StaffTabs.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ query, read }: LoaderArgs) => {
  const { filters, before } = readLogFilters(query, 'event', messages.kinds)
  const args = { ...filters, before }
  await Promise.all([read(api.operator.config), read(api.securityEvents.list, args)])
  return { filters, args }
})

const DeskSecurityLogPage = ({ data: { filters, args } }: PageProps<typeof load>) => {
  const { data: config } = useRead(api.operator.config)
  const {
    data: { events, nextBefore },
  } = useRead(api.securityEvents.list, args)
  const pageBefore = (before: number | null) =>
    withQuery(deskLinks.securityLog(), { ...filters, before: before === null ? null : String(before) })
  return (
    <Container>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      <StaffTabs current="log" />
      <LogFilters
        key={JSON.stringify(filters)}
        path={deskLinks.securityLog()}
        kind={{
          name: 'event',
          label: messages.event,
          options: (
            <>
              <FilterGroup label={messages.done} of={messages.acts} />
              <FilterGroup label={messages.refused} of={messages.refusals} />
            </>
          ),
        }}
        personHint={messages.personHint}
        filters={filters}
      />
      {events.length === 0 ? (
        <Empty title={messages.nothing}>
          <p>{messages.nothingHelp}</p>
        </Empty>
      ) : (
        <SecurityLog events={events} zone={config.timezone} />
      )}
      <LogPager before={args.before} nextBefore={nextBefore} pathBefore={pageBefore} />
    </Container>
  )
}

export const page = defineStaffPage('audit', {
  load,
  title: () => messages.page,
  Component: DeskSecurityLogPage,
})
