import { TakeOverForm } from '#web/features/families/TakeOverForm.tsx'
import * as messages from '#messages/account/family.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { accountLinks, withQuery } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The target of an invitation's link: `/family/invitation?code=…`. */
const load = async ({ read, query }: LoaderArgs) => {
  const code = query.get('code') ?? ''
  if (code === '') return { code, invitation: null }
  try {
    return { code, invitation: await read(api.families.readInvitation, { code }) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'token_expired') return { code, invitation: null }
    throw error
  }
}

const FamilyInvitationPage = ({ data: { code, invitation } }: PageProps<typeof load>) => {
  const navigate = useNavigate()
  if (invitation === null) {
    return (
      <Container narrow>
        <PageHeading>{messages.invitationTitle}</PageHeading>
        <Empty title={messages.invitationGone}>
          <p>{messages.invitationGoneHelp}</p>
        </Empty>
      </Container>
    )
  }
  const { inviterName: inviter, person, email } = invitation
  if (person !== null) {
    return (
      <Container narrow>
        <PageHeading lead={messages.takeOverLead({ inviter, email })}>
          {messages.takeOverTitle({ name: person.firstName })}
        </PageHeading>
        <Card>
          <TakeOverForm
            code={code}
            onDone={() => {
              void navigate(accountLinks.dashboard(), { replace: true })
            }}
          />
        </Card>
      </Container>
    )
  }
  return (
    <Container narrow>
      <PageHeading lead={messages.invitationLead({ inviter })}>{messages.invitationTitle}</PageHeading>
      <Card>
        <p>{messages.invitationMeans({ inviter })}</p>
        <Join code={code} />
      </Card>
    </Container>
  )
}

/** Joins for somebody who is logged in; others log in first and come back. */
const Join = ({ code }: { code: string }) => {
  const customer = useCustomer()
  const navigate = useNavigate()
  const { path } = useScreen()
  const accept = useCall(api.families.acceptInvitation, {
    onSuccess: () => {
      void navigate(accountLinks.family(), { replace: true })
    },
  })
  const { error } = accept
  if (customer === null) {
    return (
      <p>
        <Link className={buttonClass()} to={withQuery(accountLinks.login(), { redirect: path })}>
          {messages.logInToJoin}
        </Link>{' '}
        <Link
          className={buttonClass({ variant: 'secondary' })}
          to={withQuery(accountLinks.register(), { redirect: path })}
        >
          {messages.registerToJoin}
        </Link>
      </p>
    )
  }
  return (
    <>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.validationMessages['code']?.[0] ?? error.message}</p>
        </Notice>
      )}
      <p>
        <Button
          busy={accept.requesting}
          onClick={() => {
            accept.send({ code })
          }}
        >
          {messages.join}
        </Button>
      </p>
    </>
  )
}

export const page = definePage({
  load,
  title: () => messages.invitationTitle,
  Component: FamilyInvitationPage,
})
