import { useCallback, useEffect, useRef } from 'react'
import * as messages from '#messages/shared/login.ts'
import { LogInByMailedLink } from '#web/features/sessions/LogInByMailedLink.tsx'
import { RequestMailedLink } from '#web/features/sessions/RequestMailedLink.tsx'
import { api } from '#web/platform/api.ts'
import { mailedLinkPath, safeRedirect } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useHiddenCode } from '#web/platform/useHiddenCode.ts'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'

/** Log-in by e-mail: requests the link, and is where it leads: `/login-link?code=…`. */
const load = async ({ read, context, query }: LoaderArgs) => {
  const config = await read(api.operator.config)
  const wanted = safeRedirect(query.get('redirect'), context, Object.values(config.sites)) ?? '/'
  // Where a browser without script has requested a link.
  const isRequested = query.has('requested')
  return {
    isRequested,
    code: query.get('code') ?? '',
    afterwards: wanted.startsWith(mailedLinkPath) ? '/' : wanted,
  }
}

const LoginLinkPage = ({ data: { code, isRequested, afterwards } }: PageProps<typeof load>) => {
  useHiddenCode()
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  const leave = useCallback((): void => {
    if (hasLeft.current) return
    hasLeft.current = true
    if (/^https?:/.test(afterwards)) location.assign(afterwards)
    else void navigate(afterwards, { replace: true })
  }, [afterwards, navigate])
  // The link has been followed in another tab.
  const isLoggedIn = useCustomer() !== null && code === ''
  useEffect(() => {
    if (isLoggedIn) leave()
  }, [isLoggedIn, leave])
  return (
    <Container narrow>
      <PageHeading>{code === '' ? messages.mailLink : messages.logIn}</PageHeading>
      <Card>
        {code === '' ? (
          <RequestMailedLink afterwards={afterwards} isRequested={isRequested} />
        ) : (
          <LogInByMailedLink code={code} onDone={leave} />
        )}
      </Card>
    </Container>
  )
}

export const page = definePage({ load, title: () => messages.logIn, Component: LoginLinkPage })
