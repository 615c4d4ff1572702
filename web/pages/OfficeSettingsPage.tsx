import { Catalogue } from '#web/features/catalogue/Catalogue.tsx'
import { DraftDetails } from '#web/features/catalogue/DraftDetails.tsx'
import { Drafts } from '#web/features/catalogue/Drafts.tsx'
import { Differences } from '#web/features/office/Differences.tsx'
import { ActivityFields, VenueFields } from '#web/features/office/FieldList.tsx'
import styles from '#web/features/office/Settings.module.css'
import { SettingsTabs } from '#web/features/office/SettingsTabs.tsx'
import { lead as catalogueLead } from '#messages/desk/catalogue.ts'
import { lead as draftsLead } from '#messages/desk/drafts.ts'
import { lead as rehearsalsLead } from '#messages/desk/rehearsals.ts'
import * as messages from '#messages/desk/settings.ts'
import { ApiKeys } from '#web/features/connections/ApiKeys.tsx'
import { Webhooks } from '#web/features/connections/Webhooks.tsx'
import { Rehearsals } from '#web/features/rehearsals/Rehearsals.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks, permissionOfTab, settingsTabs, type SettingsTab } from '#web/platform/deskLinks.ts'
import { notFound, type LoaderArgs, type NotFound, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { VenueField, venueChoice } from '#web/platform/VenueField.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { readDeskVenue } from './readDeskVenue.ts'
import { requireStaff } from './requireStaff.ts'

const isTab = (tab: string): tab is SettingsTab => (settingsTabs as readonly string[]).includes(tab)

/** Whether activities stand under this one. */
const isHeading = (activities: readonly { heading: string | null }[], name: string | undefined): boolean =>
  activities.some(({ heading }) => heading === name)

/** Texts and rules of venues and activities, and where they differ from the operator's files. */
type SettingsView = {
  tab: SettingsTab
  venue: string | undefined
  activityId: number | undefined
  list?: string | undefined
  row?: string | undefined
  draftId?: number | undefined
}

const load = requireStaff(
  async ({ params: { tab }, query, read, context }: LoaderArgs<'tab'>): Promise<SettingsView | NotFound> => {
    if (!isTab(tab)) return notFound()
    await read(api.operator.config)
    if (tab === 'catalogue') {
      await read(api.office.catalogue)
      return {
        tab,
        venue: query.get('venue') ?? undefined,
        activityId: undefined,
        list: query.get('list') ?? undefined,
        row: query.get('row') ?? undefined,
      }
    }
    if (tab === 'drafts') {
      const draft = query.get('draft')
      const draftId = draft !== null && /^\d{1,9}$/.test(draft) ? Number(draft) : undefined
      await Promise.all([
        read(api.office.catalogue),
        ...(draftId === undefined
          ? [read(api.drafts.list), read(api.drafts.publications)]
          : [read(api.drafts.one, { draftId })]),
      ])
      return { tab, venue: query.get('venue') ?? undefined, activityId: undefined, draftId }
    }
    if (tab === 'connections') {
      await Promise.all([read(api.apiKeys.list), read(api.webhooks.list), read(api.staff.options)])
      return { tab, venue: query.get('venue') ?? undefined, activityId: undefined }
    }
    if (tab === 'from-files') {
      await Promise.all([read(api.office.differences), read(api.office.liftedClosures)])
      return { tab, venue: query.get('venue') ?? undefined, activityId: undefined }
    }
    const venue = query.get('venue') ?? (await readDeskVenue({ read, context }))?.slug
    await read(api.venues.search, venueChoice(venue))
    if (venue === undefined) return { tab, venue, activityId: undefined }
    if (tab === 'rehearsals') {
      await Promise.all([read(api.rehearsals.releases, { venue }), read(api.rehearsals.list, { venue })])
      return { tab, venue, activityId: undefined }
    }
    if (tab === 'venues') {
      await read(api.office.venue, { venue })
      return { tab, venue, activityId: undefined }
    }
    const { activities } = await read(api.office.activities, { venue })
    const inAddress = Number(query.get('activity'))
    const chosen =
      activities.find(({ id }) => id === inAddress) ??
      activities.find(({ name }) => !isHeading(activities, name)) ??
      activities[0]
    const activityId = chosen?.id
    if (activityId !== undefined) await read(api.office.activity, { activityId })
    return { tab, venue, activityId }
  },
)

const leads: Readonly<Partial<Record<SettingsTab, string>>> = {
  catalogue: catalogueLead,
  drafts: draftsLead,
  rehearsals: rehearsalsLead,
}

const OfficeSettingsPage = ({ data: { tab, venue, activityId, ...catalogue } }: PageProps<typeof load>) => (
  <Container narrow>
    <PageHeading lead={leads[tab] ?? messages.lead}>{messages.title}</PageHeading>
    <SettingsTabs current={tab} venue={venue} />
    {tab === 'catalogue' ? <Catalogue list={catalogue.list} row={catalogue.row} /> : null}
    {tab === 'drafts' && catalogue.draftId === undefined ? <Drafts /> : null}
    {tab === 'drafts' && catalogue.draftId !== undefined ? (
      <DraftDetails key={catalogue.draftId} draftId={catalogue.draftId} />
    ) : null}
    {tab === 'from-files' ? <Differences /> : null}
    {tab === 'connections' ? (
      <>
        <ApiKeys />
        <Webhooks />
      </>
    ) : null}
    {tab === 'venues' && venue !== undefined ? (
      <>
        <div className={styles['choose']}>
          <ChooseVenue tab={tab} venue={venue} />
        </div>
        <VenueFields key={venue} venue={venue} />
      </>
    ) : null}
    {tab === 'rehearsals' && venue !== undefined ? (
      <>
        <div className={styles['choose']}>
          <ChooseVenue tab={tab} venue={venue} />
        </div>
        <Rehearsals key={venue} venue={venue} />
      </>
    ) : null}
    {tab === 'activities' && venue !== undefined ? <Activities {...{ venue, activityId }} /> : null}
    {(tab === 'venues' || tab === 'activities' || tab === 'rehearsals') && venue === undefined ? (
      <Empty title={messages.noVenues} />
    ) : null}
  </Container>
)

const ChooseVenue = ({ tab, venue }: { tab: SettingsTab; venue: string }) => {
  const navigate = useNavigate()
  return (
    <VenueField
      label={messages.venue}
      name="venue"
      selected={venue}
      onChosen={(chosen) => {
        void navigate(deskLinks.settings(tab, { venue: chosen }), { stay: true })
      }}
    />
  )
}

const Activities = ({ venue, activityId }: { venue: string; activityId: number | undefined }) => {
  const navigate = useNavigate()
  const {
    data: { activities },
  } = useRead(api.office.activities, { venue })
  const headings = [...new Set(activities.flatMap(({ heading }) => heading ?? []))]
  const options = (of: string | null) =>
    activities
      .filter(({ heading }) => heading === of)
      .map(({ id, name, overrides: count }) => (
        <option key={id} value={id}>
          {count === 0 ? name : messages.changedActivity({ name, count })}
        </option>
      ))
  return (
    <>
      <div className={styles['choose']}>
        <ChooseVenue tab="activities" venue={venue} />
        {activityId === undefined ? null : (
          <SelectField
            label={messages.activity}
            name="activity"
            value={activityId}
            onChange={({ currentTarget: { value } }) => {
              void navigate(deskLinks.settings('activities', { venue, activity: Number(value) }), {
                stay: true,
              })
            }}
          >
            {options(null)}
            {headings.map((heading) => (
              <optgroup key={heading} label={heading}>
                {options(heading)}
              </optgroup>
            ))}
          </SelectField>
        )}
      </div>
      {activityId === undefined ? (
        <Empty title={messages.noActivities}>
          <p>{messages.noActivitiesHelp}</p>
        </Empty>
      ) : (
        <>
          {isHeading(activities, activities.find(({ id }) => id === activityId)?.name) ? (
            <p className={styles['heading']}>{messages.isHeading}</p>
          ) : null}
          <ActivityFields key={activityId} activityId={activityId} />
        </>
      )}
    </>
  )
}

export const page = defineStaffPage(({ tab = '' }) => permissionOfTab(tab), {
  load,
  title: () => messages.page,
  Component: OfficeSettingsPage,
})
