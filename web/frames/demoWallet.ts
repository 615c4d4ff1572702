import type { FromWallets, ToWallets, WalletOwner } from '#contract/paymentFrames.ts'
import { applyLook, elementOf, openChannel, textOf, watchHeight } from './channel.ts'
import { callDemoCompany } from './demoCompany.ts'

/** The demo company's wallet (server/providers/cards/demo/wallets.ts). */

const owner = JSON.parse(textOf('payer')) as WalletOwner
const open = elementOf('open')
const sheet = elementOf('sheet')
const pay = elementOf<HTMLButtonElement>('pay')
const error = elementOf('error')
let session: string | null = null

const show = (isOpen: boolean): void => {
  sheet.hidden = !isOpen
  open.hidden = isOpen
  error.textContent = ''
  measure()
  if (isOpen) pay.focus()
  else open.focus()
}

const submit = async (sessionKey: string): Promise<void> => {
  pay.disabled = true
  error.textContent = ''
  try {
    const { status, body } = await callDemoCompany(sessionKey, 'card-identifiers', {
      cardDetails: {
        cardholderName: owner.cardholderName,
        cardNumber: `400000000000${elementOf<HTMLSelectElement>('card').value}`,
        expiryDate: '12/40',
        securityCode: '123',
      },
    })
    if (status === 401) tell({ type: 'wallet:expired' })
    else if (body.cardIdentifier === undefined) error.textContent = textOf('failed')
    else {
      show(false)
      tell({ type: 'wallet:done', cardIdentifier: body.cardIdentifier, ...owner })
    }
  } catch {
    error.textContent = textOf('failed')
  } finally {
    pay.disabled = false
    measure()
  }
}

const tell = openChannel<{ from: ToWallets; to: FromWallets }>((message) => {
  if (message.type === 'wallet:open') show(true)
  if (message.type !== 'wallet:start') return
  session = message.sessionKey
  pay.textContent = textOf('total').replace('{total}', message.formattedAmount)
  applyLook(message.look)
})
const measure = watchHeight(elementOf('wallet'), (height) => tell({ type: 'wallet:height', height }))

open.addEventListener('click', () => tell({ type: 'wallet:pressed' }))
elementOf('close').addEventListener('click', () => show(false))
sheet.addEventListener('submit', (event) => {
  event.preventDefault()
  if (session !== null && !pay.disabled) void submit(session)
})
sheet.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') show(false)
})
tell({ type: 'wallet:ready' })
measure()
