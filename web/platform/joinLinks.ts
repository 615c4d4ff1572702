const encode = encodeURIComponent

/** Paths of the joining site. */
export const joinLinks = {
  home: () => '/',
  login: () => '/login',
  forgottenPassword: () => '/forgotten-password',
  register: () => '/register',
  newPassword: () => '/new-password',
  plans: (venueSlug: string) => `/location/${encode(venueSlug)}`,
  plan: (venueSlug: string, planId: string | number) =>
    `/location/${encode(venueSlug)}/${encode(String(planId))}`,
  /** Payment of the amount due today. */
  pay: (joiningId: string | number) => `/joining/${encode(String(joiningId))}`,
  member: (joiningId: string | number) => `/member/${encode(String(joiningId))}`,
} as const
