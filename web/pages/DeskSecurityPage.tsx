import * as privacyMessages from '#messages/account/privacy.ts'
import { LoggedInDevices } from '#web/features/privacy/LoggedInDevices.tsx'
import { Passkeys } from '#web/features/sessions/Passkeys.tsx'
import { TwoStepVerification } from '#web/features/sessions/TwoStepVerification.tsx'
import * as passkeyMessages from '#messages/shared/passkeys.ts'
import * as messages from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Container, PageHeading, Section } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'

/** How the member of staff logs in, besides their password. */
const load = requireStaff(async ({ read }: LoaderArgs) => {
  await Promise.all([
    read(api.secondFactor.read),
    read(api.passkeys.list),
    read(api.devices.list),
    read(api.operator.config),
  ])
  return {}
})

const DeskSecurityPage = () => {
  const { data: config } = useRead(api.operator.config)
  return (
    <Container narrow>
      <PageHeading lead={messages.securityLead}>{messages.securityTitle}</PageHeading>
      <Section title={messages.title}>
        <TwoStepVerification zone={config.timezone} />
      </Section>
      <Section title={passkeyMessages.title}>
        <Passkeys zone={config.timezone} />
      </Section>
      <Section title={privacyMessages.devices}>
        <LoggedInDevices zone={config.timezone} />
      </Section>
    </Container>
  )
}

export const page = definePage({ load, title: () => messages.securityTitle, Component: DeskSecurityPage })
