import * as messages from '#messages/desk/partners.ts'
import type { LoaderArgs, Redirect } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { Container, Empty } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'

/** Wraps a page's loader: other staff get null, and the page says who may open it. */
export const requireSupervisor = <Data, Needed extends string = never>(
  load: (args: LoaderArgs<Needed>) => Promise<Data>,
): ((args: LoaderArgs<Needed>) => Promise<Data | null | Redirect>) =>
  requireStaff<Data | null, Needed>(async (args) =>
    (await readCustomer(args.context))?.staffLevel === 'supervisor' ? load(args) : null,
  )

export const SupervisorsOnly = () => (
  <Container>
    <Empty title={messages.supervisorsOnly} />
  </Container>
)
