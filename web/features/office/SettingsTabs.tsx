import { tab as catalogueTab } from '#messages/desk/catalogue.ts'
import { tab as draftsTab } from '#messages/desk/drafts.ts'
import { tab as rehearsalsTab } from '#messages/desk/rehearsals.ts'
import * as messages from '#messages/desk/settings.ts'
import { deskLinks, permissionOfTab, settingsTabs, type SettingsTab } from '#web/platform/deskLinks.ts'
import { useMay, useWorksEverywhere } from '#web/platform/permissions.ts'
import { Link } from '#web/platform/router.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

/** The parts of the settings; a venue that was chosen stays so. */
export const SettingsTabs = ({ current, venue }: { current: SettingsTab; venue: string | undefined }) => {
  const of = venue === undefined ? {} : { venue }
  const may = useMay()
  const worksEverywhere = useWorksEverywhere()
  return (
    <Tabs
      label={messages.tabs}
      Link={Link}
      items={[
        { label: messages.venuesTab, to: deskLinks.settings('venues', of), current: current === 'venues' },
        {
          label: messages.activitiesTab,
          to: deskLinks.settings('activities', of),
          current: current === 'activities',
        },
        { label: catalogueTab, to: deskLinks.catalogue(), current: current === 'catalogue' },
        { label: draftsTab, to: deskLinks.drafts(), current: current === 'drafts' },
        {
          label: messages.fromFilesTab,
          to: deskLinks.settings('from-files'),
          current: current === 'from-files',
        },
        {
          label: messages.connectionsTab,
          to: deskLinks.settings('connections'),
          current: current === 'connections',
        },
        {
          label: rehearsalsTab,
          to: deskLinks.settings('rehearsals', of),
          current: current === 'rehearsals',
        },
      ].filter(
        (_, index) =>
          may(permissionOfTab(settingsTabs[index] ?? '')) &&
          // Staff of some venues draft in the week of one.
          (settingsTabs[index] !== 'catalogue' || worksEverywhere),
      )}
    />
  )
}
