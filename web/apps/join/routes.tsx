import { at, type Route } from '#web/platform/page.ts'

/** Routes of the joining site. */
export const routes: readonly Route[] = [
  at('/', 'JoinVenuesPage', () => import('#web/pages/JoinVenuesPage.tsx')),
  at('/login', 'LoginPage', () => import('#web/pages/LoginPage.tsx')),
  at('/forgotten-password', 'ForgottenPasswordPage', () => import('#web/pages/ForgottenPasswordPage.tsx')),
  at('/login-link', 'LoginLinkPage', () => import('#web/pages/LoginLinkPage.tsx')),
  at('/new-password', 'NewPasswordPage', () => import('#web/pages/NewPasswordPage.tsx')),
  at('/register', 'RegisterPage', () => import('#web/pages/RegisterPage.tsx')),
  at('/location/:venueSlug', 'PlansPage', () => import('#web/pages/PlansPage.tsx')),
  at('/location/:venueSlug/:planId', 'JoinPage', () => import('#web/pages/JoinPage.tsx')),
  at('/joining/:joiningId', 'JoiningPayPage', () => import('#web/pages/JoiningPayPage.tsx')),
  at('/member/:joiningId', 'MemberPage', () => import('#web/pages/MemberPage.tsx')),
]
