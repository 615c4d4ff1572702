import { readFileSync, readdirSync } from 'node:fs'
import { loadModule } from '#test/faults/load.mjs'
const { findVariants } = await loadModule('/test/mutants/sqlVariants.ts')
const { equalVariants } = await loadModule('/test/mutants/equalVariants.ts')
const files = readdirSync('db/functions')
  .filter((n) => n.endsWith('.sql'))
  .sort()
const variants = files.flatMap((f) => findVariants(f, readFileSync('db/functions/' + f, 'utf8')))
const lines = (f) =>
  readFileSync(f, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l))
const tried = [
  ...lines('.cache/sql-mutants/tried.jsonl'),
  ...lines('.cache/sql-mutants/output.jsonl').map((l) => ({ ...l, variant: variants[l.variant].id })),
]
const by = new Map()
for (const t of tried) by.set(t.variant, [...(by.get(t.variant) ?? []), t])
let n = 0
for (const v of variants) {
  const own = by.get(v.id) ?? []
  if (own.some((o) => o.outcome === 'caught' || o.outcome === 'invalid')) continue
  if (equalVariants.has(v.id)) continue
  n++
  console.log(`${own.length}\t${v.file}:${v.line}\t${v.id}`)
}
console.log(n)
process.exit()
