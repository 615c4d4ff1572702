const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

export const releaseNear = ({ at }: { at: string }) => `Places open at ${at}. Rehearse after that.`
export const noRoom = ({ free, needed }: { free: number; needed: number }) =>
  `The copy needs ${gigabytes(needed)} of disk, and ${gigabytes(free)} is free. Make room first.`
export const oneAtATime = 'A rehearsal is running. Wait until it is done, or stop it.'
export const noRelease = 'Booking does not open then. Choose another day.'
export const tooManyVisitors = ({ most }: { most: number }) => `Enter ${most} visitors or fewer.`
export const noReport = 'This rehearsal has no report.'
