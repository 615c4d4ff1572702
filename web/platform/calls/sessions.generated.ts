// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const sessions = {
  login: {
    method: 'POST',
    path: '/auth/customer/login',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  user: {
    method: 'GET',
    path: '/auth/user',
    bare: true,
    reads: ['session'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  handover: {
    method: 'POST',
    path: '/auth/handover',
  },
  forgottenPassword: {
    method: 'POST',
    path: '/auth/customer/forgotten-password',
    bare: true,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/customer/reset-password',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  requestLoginLink: {
    method: 'POST',
    path: '/auth/customer/login-link',
    bare: true,
  },
  logInByLink: {
    method: 'POST',
    path: '/auth/customer/login-link/use',
    bare: true,
    changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/customer/confirm-email',
    bare: true,
    changes: ['session', 'account'],
  },
  resendEmailLinks: {
    method: 'POST',
    path: '/my-account/email-links',
    bare: true,
  },
  withdrawEmailChange: {
    method: 'DELETE',
    path: '/my-account/email-change',
    bare: true,
    changes: ['account'],
  },
} as unknown as CallsOf<'sessions'>
