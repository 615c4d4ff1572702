import type { AuditEntry } from '#contract/audit.ts'
import { csvOf, csvType } from '#contract/csv.ts'
import * as messages from '#messages/desk/auditLog.ts'
import { actName, AuditLog, factText } from '#web/features/sessions/AuditLog.tsx'
import { FilterGroup, LogFilters, readLogFilters } from '#web/features/sessions/LogFilters.tsx'
import { LogPager } from '#web/features/sessions/LogPager.tsx'
import { StaffTabs } from '#web/features/sessions/StaffTabs.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './OfficeAuditPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ query, read }: LoaderArgs) => {
  const { filters, before } = readLogFilters(query, 'act', messages.acts)
  const args = { ...filters, before }
  await Promise.all([read(api.operator.config), read(api.audit.entries, args)])
  return { filters, args }
})

const csvColumns = {
  at: 'instant',
  person: 'text',
  customer: 'text',
  act: 'text',
  subject: 'text',
  details: 'text',
} as const

/** Entries of one call of a download. */
const largestPage = 1000

const OfficeAuditPage = ({ data: { filters, args } }: PageProps<typeof load>) => {
  const { data: config } = useRead(api.operator.config)
  const {
    data: { entries, nextBefore },
  } = useRead(api.audit.entries, args)
  const older = useCall(api.audit.entries)
  const path = deskLinks.auditLog()
  const download = async (): Promise<void> => {
    const all: AuditEntry[] = []
    let before: number | null = null
    do {
      const page: typeof older.data = await older.sendAsync({ ...filters, before, most: largestPage })
      all.push(...page.entries)
      before = page.nextBefore
    } while (before !== null)
    const rows = all.map(({ at, actor, apiKey, customer, act, subject, facts }) => ({
      at,
      person: messages.by({ person: actor?.name ?? null, apiKey }),
      customer: customer?.name ?? '',
      act: actName(act),
      subject,
      details: facts.map(factText).join('; '),
    }))
    saveFile('audit.csv', csvOf(csvColumns, rows), csvType)
  }
  return (
    <Container>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      <StaffTabs current="audit" />
      <LogFilters
        key={JSON.stringify(filters)}
        path={path}
        kind={{
          name: 'act',
          label: messages.act,
          options: messages.groups.map(({ label, acts }) => (
            <FilterGroup key={label} label={label} of={acts} />
          )),
        }}
        personHint={messages.personHint}
        filters={filters}
      />
      {entries.length === 0 ? (
        <Empty title={messages.nothing}>
          <p>{messages.nothingHelp}</p>
        </Empty>
      ) : (
        <>
          <div className={styles['download']}>
            <Button
              variant="secondary"
              busy={older.requesting}
              onClick={() => {
                // A failure is in the state of the call.
                download().catch(() => undefined)
              }}
            >
              {messages.download}
            </Button>
          </div>
          <FormError error={older.error} />
          <AuditLog entries={entries} zone={config.timezone} />
        </>
      )}
      <LogPager
        before={args.before}
        nextBefore={nextBefore}
        pathBefore={(before) =>
          withQuery(path, { ...filters, before: before === null ? null : String(before) })
        }
      />
    </Container>
  )
}

export const page = defineStaffPage('audit', { load, title: () => messages.page, Component: OfficeAuditPage })
