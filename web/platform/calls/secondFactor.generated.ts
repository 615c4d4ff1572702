// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const secondFactor = {
  finishLogin: {
    method: 'POST',
    path: '/auth/customer/second-factor',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  beginAtLogin: {
    method: 'POST',
    path: '/auth/customer/second-factor-setup',
  },
  confirmAtLogin: {
    method: 'POST',
    path: '/auth/customer/second-factor-setup/confirm',
  },
  finishSetup: {
    method: 'POST',
    path: '/auth/customer/second-factor-setup/finish',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  read: {
    method: 'GET',
    path: '/my-account/second-factor',
    reads: ['account'],
  },
  begin: {
    method: 'POST',
    path: '/my-account/second-factor',
  },
  confirm: {
    method: 'POST',
    path: '/my-account/second-factor/confirm',
    changes: ['account'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/my-account/second-factor/recovery-codes',
    changes: ['account'],
  },
  turnOff: {
    method: 'POST',
    path: '/my-account/second-factor/turn-off',
    changes: ['account'],
  },
} as unknown as CallsOf<'secondFactor'>
