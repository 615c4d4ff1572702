export const changedBy = ({ person, time }: { person: string; time: string }) =>
  `${person} changed this at ${time}. Here is what it is now.`
export const needsSecondPerson =
  'This is above what one person may do. Put it into a draft, which another person approves.'
export const changedMeanwhile = 'This was changed since you looked. Here is what it is now.'
/** `line` null: the files were imported before lines were stored. */
export const fromFiles = ({ file, line }: { file: string; line: number | null }) =>
  `This is set in ${file}${line === null ? '' : `, line ${line}`}. Change it there.`
export const catalogueChangedMeanwhile =
  'This was changed since you looked. Open it again and make your change there.'
/** `others`: what would not fit any more, and why. */
export const stillUsed = ({ others }: { others: readonly string[] }) =>
  `Something else does not fit with this: ${others.join(' ')}`
export const otherRow = ({ row, field, problem }: { row: string; field: string; problem: string }) =>
  field === '' ? `${row}: ${problem}` : `${row}, ${field}: ${problem}`
export const catalogueLists = {
  operator: 'Organisation',
  venues: 'Venue',
  activities: 'Activity',
  prices: 'Price',
  timetable: 'Timetable',
  sessions: 'One-off session',
  blocks: 'Kept places',
  memberships: 'Membership',
  packages: 'Package',
  restrictions: 'Waiver',
  terms: 'Terms',
  themes: 'Theme',
  instructors: 'Instructor',
  tags: 'Tag',
}
export const differenceNotFound = 'This is settled: there is no difference any more.'
export const unknownField = 'The files have no such field.'
export const uploadTooLarge = ({ megabytes, files }: { megabytes: number; files: number }) =>
  `This is more than ${megabytes} MB or ${files} files. Leave out large pictures, or import on the server with npm run import.`
export const notAZipFile = "This zip file can't be opened. Zip the folder again."
export const unusableName = ({ name }: { name: string }) =>
  `“${name}” can't be the name of a file here. Rename it and try again.`
