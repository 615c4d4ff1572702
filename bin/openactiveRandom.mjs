// What the Open Booking API's test suite needs in the feeds where it picks from them (`--random`): see openactive-suite.mjs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The suite books each once; many more than it counts, since some fit several of its criteria and are booked by the first. */
const spare = 3

/**
 * Makes through the test interface what the suite's own generator says that its tests need.
 * @param {{ folder: string, node: string, env: NodeJS.ProcessEnv, selected: string[], testInterface: string, netSeller: string | undefined }} options
 *   `env` has the suite's configuration; `selected` are categories and features, or none for all; `netSeller` is the
 *   seller whose prices are net of tax
 * @returns {Promise<number>} how many there are
 */
export async function addOpportunities({ folder, node, env, selected, testInterface, netSeller }) {
  let count = 0
  for (const words of selected.length === 0 ? [[]] : selected.map((name) => [name])) {
    const needs = generate(folder, node, env, words)
    for (const { item, 'test:numberOfInstancesInDistribution': needed } of needs) {
      for (let n = 0; n < Math.ceil(needed * spare); n += 1) {
        const answer = await fetch(`${testInterface}/datasets/onside/opportunities`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sellerOf(item, netSeller)),
        })
        if (!answer.ok) throw new Error(`An opportunity was not made: ${await answer.text()}`)
        count += 1
      }
    }
  }
  return count
}

/** The generator names the first seller for what the tests of net prices look for at the one that sells net of tax. */
function sellerOf(item, netSeller) {
  if (netSeller === undefined || !item['test:testOpportunityCriteria'].endsWith('TaxNet')) return item
  const seller = { '@type': 'Organization', '@id': netSeller }
  return item['@type'] === 'Slot'
    ? { ...item, facilityUse: { ...item.facilityUse, provider: seller } }
    : { ...item, superEvent: { ...item.superEvent, organizer: seller } }
}

/** What the suite's generator lists for a category, a feature or all of them. */
function generate(folder, node, env, words) {
  const made = mkdtempSync(join(tmpdir(), 'onside-open-booking-data-'))
  try {
    const { status } = spawnSync(
      node,
      ['test-data-generator/test-data-generator.js', ...words, '--output-dir', made],
      { cwd: join(folder, 'packages', 'openactive-integration-tests'), stdio: 'ignore', env },
    )
    if (status !== 0) throw new Error('The test data were not generated.')
    return JSON.parse(readFileSync(join(made, 'opportunity-test-data.json'), 'utf8')).itemListElement
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
