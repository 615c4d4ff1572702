// Counts what the Open Booking API's test suite reports: see openactive-suite.mjs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the reports in a folder say: assertions that passed and failed, and the files of the latter. */
export function counts(out) {
  let passed = 0
  let failed = 0
  const failedIn = []
  for (const file of readdirSync(join(out, 'json')).filter((name) => name !== 'summary.json')) {
    const { numPassingTests, numFailingTests } = tally(
      JSON.parse(readFileSync(join(out, 'json', file), 'utf8')),
    )
    passed += numPassingTests
    failed += numFailingTests
    if (numFailingTests > 0) failedIn.push([file, numFailingTests])
  }
  return { passed, failed, failedIn }
}

/** A report has each assertion twice: by its stage, and in the log. */
function tally({ flow }) {
  const statuses = JSON.stringify(flow).match(/"status":"(passed|failed)"/g) ?? []
  const numFailingTests = statuses.filter((one) => one.includes('failed')).length
  return { numPassingTests: statuses.length - numFailingTests, numFailingTests }
}
