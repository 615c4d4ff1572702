import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import * as messages from '#messages/desk/permissions.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { definePage, type LoaderArgs, type Page, type PageProps } from '#web/platform/page.ts'
import { may } from '#web/platform/permissions.ts'
import { Link } from '#web/platform/router.tsx'
import { readCustomer } from '#web/platform/session.ts'
import type { Crumb } from '#web/ui/Breadcrumbs.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'

type Loaded<Load extends (args: never) => Promise<unknown>> = PageProps<Load>['data']

/** A page of the desk that staff with a permission may open. Others read who can give it to them. */
export const defineStaffPage = <Load extends (args: never) => Promise<unknown>>(
  needs: Permission | ((params: Readonly<Record<string, string>>) => Permission),
  page: {
    load: Load
    title: (data: Loaded<Load>) => string
    breadcrumbs?: (data: Loaded<Load>) => readonly Crumb[]
    Component: (props: PageProps<Load>) => ReactNode
  },
): Page => {
  const load = async (args: LoaderArgs) => {
    const person = await readCustomer(args.context)
    const permission = typeof needs === 'string' ? needs : needs(args.params)
    if (person?.role === 'staff' && !may(person, permission)) return null
    return (page.load as unknown as (args: LoaderArgs) => Promise<Loaded<Load>>)(args)
  }
  const { Component, breadcrumbs } = page
  return definePage({
    load,
    title: (data) => (data === null ? messages.page : page.title(data as Loaded<Load>)),
    ...(breadcrumbs === undefined
      ? {}
      : { breadcrumbs: (data) => (data === null ? [] : breadcrumbs(data as Loaded<Load>)) }),
    Component: ({ data, ...props }) =>
      data === null ? <NoPermission /> : <Component {...props} data={data} />,
  })
}

const NoPermission = () => (
  <Container narrow>
    <PageHeading>{messages.heading}</PageHeading>
    <Empty title={messages.text}>
      <p>{messages.whoCanHelp}</p>
      <Link className={buttonClass({ size: 'lg' })} to={deskLinks.home()}>
        {messages.goOn}
      </Link>
    </Empty>
  </Container>
)
