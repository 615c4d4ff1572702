import { PassCard } from '#web/features/guest-passes/PassCard.tsx'
import { SendPass } from '#web/features/guest-passes/SendPass.tsx'
import * as messages from '#messages/account/guestPasses.ts'
import { api } from '#web/platform/api.ts'
import { withQuery } from '#web/platform/links.ts'
import { definePage, notFound, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate, useScreen } from '#web/platform/router.tsx'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** Guest passes (G06); 404 where the operator does not offer them. */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  if (!(await read(api.operator.config)).onlineGuestPassesEnabled) return notFound()
  await Promise.all([read(api.guestPasses.mine), read(api.venues.search, {})])
  return {}
})

const GuestPassesPage = () => {
  const { data: passes } = useRead(api.guestPasses.mine)
  const { path, query } = useScreen()
  const navigate = useNavigate()
  const passToSend = passes.find(
    ({ id, status }) => String(id) === query.get('send') && status === 'available',
  )
  const close = (): void => {
    void navigate(withQuery(path, { send: null }), { replace: true, stay: true })
  }
  return (
    <>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      {passes.length === 0 ? (
        <Empty title={messages.none}>
          <p>{messages.noneHelp}</p>
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
      {passToSend === undefined ? null : (
        <Modal title={messages.send} onClose={close}>
          <SendPass pass={passToSend} onSent={close} />
        </Modal>
      )}
    </>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: GuestPassesPage })
