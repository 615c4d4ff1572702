import { Passkeys } from '#web/features/sessions/Passkeys.tsx'
import { TwoStepVerification } from '#web/features/sessions/TwoStepVerification.tsx'
import * as passkeyMessages from '#messages/shared/passkeys.ts'
import * as messages from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { PageHeading, Section } from '#web/ui/Layout.tsx'
import { requireCustomer } from './requireCustomer.ts'

/** How the person logs in, besides their password. */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await Promise.all([read(api.secondFactor.read), read(api.passkeys.list), read(api.operator.config)])
  return {}
})

const SecurityPage = () => {
  const { data: config } = useRead(api.operator.config)
  return (
    <>
      <PageHeading lead={messages.securityLead}>{messages.securityTitle}</PageHeading>
      <Section title={messages.title}>
        <TwoStepVerification zone={config.timezone} />
      </Section>
      <Section title={passkeyMessages.title}>
        <Passkeys zone={config.timezone} />
      </Section>
    </>
  )
}

export const page = definePage({ load, title: () => messages.securityTitle, Component: SecurityPage })
