import { PassCard } from '#web/features/guest-passes/PassCard.tsx'
import { SendPass } from '#web/features/guest-passes/SendPass.tsx'
import { api } from '#web/platform/api.ts'
import { withQuery } from '#web/platform/links.ts'
import { definePage, notFound, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate, useScreen } from '#web/platform/router.tsx'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** Passes for guests (G06); no such page where the operator has none. */
const load = requireCustomer(async ({ read }: Load) => {
  if (!(await read(api.operator.config)).onlineGuestPassesEnabled) return notFound()
  await Promise.all([read(api.guestPasses.mine), read(api.venues.all)])
  return {}
})

const GuestPassesPage = () => {
  const { data: passes } = useRead(api.guestPasses.mine)
  const { data: venues } = useRead(api.venues.all)
  const { path, query } = useScreen()
  const navigate = useNavigate()
  const chosen = passes.find(({ id, status }) => String(id) === query.get('send') && status === 'available')
  const close = (): void => {
    void navigate(withQuery(path, { send: null }), { replace: true, stay: true })
  }
  return (
    <>
      <PageHeading lead="Bring somebody along.">Guest passes</PageHeading>
      {passes.length === 0 ? (
        <Empty title="You have no guest passes.">
          <p>Passes that come with a membership stand here, to be sent to whom you like.</p>
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {passes.map((pass) => (
            <li key={pass.id}>
              <PassCard pass={pass} sendTo={withQuery(path, { send: String(pass.id) })} />
            </li>
          ))}
        </ul>
      )}
      {chosen === undefined ? null : (
        <Modal title="Send to a guest" onClose={close}>
          <SendPass pass={chosen} venues={venues} onSent={close} />
        </Modal>
      )}
    </>
  )
}

export const page = definePage({ load, title: () => 'Guest passes', Component: GuestPassesPage })
