/* What check-boundaries.mjs plants: one violation of every boundary, and what is legal. */

/** For each override of .oxlintrc.json, named by its first glob: a file it governs, and imports it must report. */
export const forbiddenImports = {
  'contract/**': {
    file: 'contract/planted.ts',
    imports: ['node:fs', '#server/app.ts', 'hono', './../web/ui/Button.tsx'],
  },
  'demo/**': {
    file: 'demo/simulation/planted.ts',
    imports: ['../a.ts', '#server/venues/sql.ts', '#web/a.ts'],
  },
  'server/*.ts': {
    file: 'server/planted.ts',
    imports: [
      '../contract/a.ts',
      '#web/entry-server.tsx',
      '#test/support/a.ts',
      '#messages/format.ts',
      '#server/venues/sql.ts',
      '#server/venues/sql/towns.ts',
      'pg',
      'node:process',
    ],
  },
  'server/jobs.ts': {
    file: 'server/jobs.ts',
    imports: [
      '../contract/a.ts',
      '#web/ui/a.ts',
      '#server/venues/rules.ts',
      'kysely',
      '@hono/node-server',
      'process',
    ],
  },
  'server/platform/**': {
    file: 'server/platform/planted.ts',
    imports: ['../contract/a.ts', '#server/venues/find.ts', '#web/ui/a.ts', 'node:process'],
  },
  'server/providers/**': {
    file: 'server/providers/planted.ts',
    imports: [
      '../contract/a.ts',
      '#server/venues/find.ts',
      '#test/a.ts',
      '@electric-sql/pglite',
      'hono/cookie',
      'process',
    ],
  },
  'server/providers/**/sql.ts': {
    file: 'server/providers/planted/sql.ts',
    imports: ['../a.ts', '#server/venues/find.ts', '#web/ui/a.ts', 'hono/cookie', 'node:process'],
  },
  'server/*/**': {
    file: 'server/planted/join.ts',
    imports: [
      '../contract/a.ts',
      '#server/venues/routes.ts',
      '#server/app.ts',
      '#web/ui/a.ts',
      'hono',
      'process',
    ],
  },
  'server/messages/*/**': {
    file: 'server/messages/en/planted.ts',
    imports: ['../a.ts', '#server/venues/rules.ts', '#messages/format.ts', 'zod'],
  },
  'server/*/**/routes.ts': {
    file: 'server/planted/routes.ts',
    imports: [
      '../a.ts',
      '#server/venues/routes.ts',
      '#server/platform/database.ts',
      '#web/a.ts',
      'kysely',
      'hono',
      'process',
    ],
  },
  'server/*/**/{present,messages}.ts': {
    file: 'server/planted/present.ts',
    imports: ['../a.ts', '#server/venues/routes.ts', '#web/a.ts', 'kysely', 'hono', 'process'],
  },
  'server/*/**/sql.ts': {
    file: 'server/planted/sql.ts',
    imports: ['../a.ts', '#server/venues/find.ts', './join.ts', '#test/a.ts', 'hono/cookie', 'node:process'],
  },
  'server/*/**/sql/*.ts': {
    file: 'server/planted/sql/entries.ts',
    imports: ['../a.ts', '#server/planted/join.ts', '#test/a.ts', 'hono/cookie', 'node:process'],
  },
  'server/*/**/rules.ts': {
    file: 'server/planted/rules.ts',
    imports: ['../a.ts', '#server/platform/database.ts', './join.ts', '#test/a.ts', 'node:fs'],
  },
  'web/**': {
    file: 'web/entry-planted.tsx',
    imports: ['../a.ts', '#server/app.ts', '#contract/baskets.ts', 'zod'],
  },
  'web/messages/**': {
    file: 'web/messages/en/bookings/planted.ts',
    imports: ['../a.ts', '#web/ui/Button.tsx', '#contract/a.ts', 'zod'],
  },
  'web/ui/**': { file: 'web/ui/Planted.tsx', imports: ['../a.ts', '#contract/money.ts', 'zod/mini'] },
  'web/platform/**': {
    file: 'web/platform/planted.ts',
    imports: ['../a.ts', '#web/features/baskets/a.ts', '#server/app.ts', '#contract/index.ts', 'zod'],
  },
  'web/features/**': {
    file: 'web/features/planted/Planted.tsx',
    imports: [
      '../a.ts',
      '#web/features/baskets/a.ts',
      '#web/pages/A.tsx',
      '#server/a.ts',
      '#contract/baskets.ts',
      'temporal-polyfill',
    ],
  },
  'web/pages/**': {
    file: 'web/pages/Planted.tsx',
    imports: ['../a.ts', '#web/apps/bookings/routes.tsx', '#test/a.ts', '#contract/a.ts', 'zod'],
  },
  'web/channels/**': {
    file: 'web/channels/planted.ts',
    imports: ['../a.ts', '#web/features/a/a.ts', '#server/a.ts', '#contract/a.ts', 'zod'],
  },
  'web/apps/**': {
    file: 'web/apps/planted/routes.tsx',
    imports: [
      '../a.ts',
      '#web/apps/bookings/routes.tsx',
      '#web/ui/Button.tsx',
      '#server/a.ts',
      '#contract/a.ts',
      'zod',
    ],
  },
  'main.ts': { file: 'planted/main.ts', imports: ['#server/app.ts'] },
  'test/**': { file: 'test/planted.test.ts', imports: ['../server/app.ts'] },
}

/** Code that must be reported by the rule named, wherever it stands. */
export const forbiddenCode = [
  {
    file: 'server/planted/env.ts',
    rule: 'node(no-process-env)',
    text: 'export const port = process.env.PORT\n',
  },
  { file: 'server/planted/default.ts', rule: 'import(no-default-export)', text: 'export default 1\n' },
  {
    file: 'contract/any.ts',
    rule: 'typescript(no-explicit-any)',
    text: 'export const a = (b: any): unknown => b\n',
  },
  {
    file: 'server/planted/floating.ts',
    rule: 'typescript(no-floating-promises)',
    text: 'const later = async (): Promise<void> => {}\nexport const now = (): void => {\n  later()\n}\n',
  },
  {
    file: 'server/planted/transaction.ts',
    rule: 'eslint(no-restricted-properties)',
    text: "import type { Tx } from '#server/platform/database.ts'\nexport const open = (db: Tx): unknown => db.transaction()\n",
  },
  {
    file: 'web/ui/cycle-a.ts',
    rule: 'import(no-cycle)',
    text: "import { b } from './cycle-b.ts'\nexport const a = (): number => b()\n",
  },
  {
    file: 'server/planted/cycle-c.ts',
    rule: 'import(no-cycle)',
    text: "import { d } from '#server/planted/cycle-d.ts'\nexport const c = (): number => d()\n",
  },
]

/** What the ones above need, and what is right to write: none of it may be reported. */
export const legal = {
  'contract/legal.ts':
    "import { z } from 'zod'\nimport { price } from './money.ts'\nexport const a = z.object({ price: z.literal(price) })\n",
  'contract/money.ts': 'export const price = 1\n',
  'main.ts':
    "import { app } from '#server/main.ts'\nimport { createRenderer } from '#web/entry-server.tsx'\nexport const a = [app, createRenderer]\n",
  'web/entry-server.tsx': 'export const createRenderer = 1\n',
  'server/main.ts': "import { a } from '#server/legal/join.ts'\nexport const app = a\n",
  'server/app.ts':
    "import { Hono } from 'hono'\nimport { a } from '#server/legal/routes.ts'\nexport const app = new Hono()\nexport const b = a\n",
  'server/legal/routes.ts':
    "import { a } from './join.ts'\nimport type { Tx } from '#server/platform/database.ts'\nexport { a }\nexport type T = Tx\n",
  'server/legal/join.ts':
    "import { sql } from 'kysely'\nimport * as messages from '#server/messages/en/legal.ts'\nimport { c } from '#server/other/rules.ts'\nimport { f } from './rules.ts'\nimport { d } from './sql.ts'\nimport { e } from './sql/entries.ts'\nexport const a = [c, d, e, f, messages.legal, sql`select 3`]\n",
  'server/messages/en/legal.ts': "import { count } from './format.ts'\nexport const legal = count\n",
  'server/messages/en/format.ts': 'export const count = 1\n',
  'server/legal/rules.ts': "import { c } from '#server/other/rules.ts'\nexport const f = c({ a: 1 })\n",
  'server/legal/sql.ts':
    "import { sql } from 'kysely'\nimport { f } from './rules.ts'\nexport const d = sql`select ${f}`\n",
  'server/legal/sql/entries.ts':
    "import { sql } from 'kysely'\nimport { d } from './lines.ts'\nexport const e = [d, sql`select 2`]\n",
  'server/legal/sql/lines.ts': "import { sql } from 'kysely'\nexport const d = sql`select 1`\n",
  'server/other/rules.ts':
    "import { price } from '#contract/money.ts'\nimport type { Row } from './sql.ts'\nexport const c = (row: Row): number => row.a * price\n",
  'server/other/sql.ts': 'export type Row = { a: number }\n',
  'server/platform/database.ts':
    "import { Kysely } from 'kysely'\nexport type Tx = Kysely<unknown>\nexport const made = Kysely\n",
  'server/platform/config.ts': 'export const port = process.env.PORT\n',
  'web/messages/en/bookings/legal.ts':
    "import { count } from '#messages/format.ts'\nexport const legal = count\n",
  'web/messages/en/format.ts': 'export const count = 1\n',
  'web/ui/Button.tsx': 'export const Button = () => <button type="button">Book</button>\n',
  'web/features/legal/Price.tsx':
    "import type { a } from '#contract/legal.ts'\nimport { price } from '#contract/money.ts'\nimport * as messages from '#messages/bookings/legal.ts'\nimport { Button } from '#web/ui/Button.tsx'\nexport type A = typeof a\nexport const Price = () => (\n  <p>\n    {price} {messages.legal} <Button />\n  </p>\n)\n",
  'web/pages/LegalPage.tsx':
    "import { Price } from '#web/features/legal/Price.tsx'\nexport const LegalPage = () => <Price />\n",
  'web/apps/legal/routes.tsx':
    "import { LegalPage } from '#web/pages/LegalPage.tsx'\nexport const routes = [{ path: '/', page: LegalPage }]\n",
  'test/legal.test.ts': "import { app } from '#server/app.ts'\nexport const tested = app\n",
}

/** The other half of a cycle: reported with the first, so neither expected nor forbidden. */
export const cycleEnds = {
  'web/ui/cycle-b.ts': "import { a } from './cycle-a.ts'\nexport const b = (): number => a()\n",
  'server/planted/cycle-d.ts': "import { c } from './cycle-c.ts'\nexport const d = (): number => c()\n",
}

/** What the three big walls, TypeScript's project references, must stop: file, code, error. */
export const forbiddenTypes = [
  {
    file: 'web/types-a.ts',
    text: "export { made } from '#server/platform/database.ts'\n",
    error: /TS6307|TS2307/,
  },
  {
    file: 'server/types-b.ts',
    text: "export { Button } from '#web/ui/Button.tsx'\n",
    error: /TS6307|TS2307/,
  },
  { file: 'contract/types-c.ts', text: "export { app } from '#server/app.ts'\n", error: /TS6307|TS2307/ },
  {
    file: 'server/types-d.ts',
    text: 'export const title = (): string => document.title\n',
    error: /TS2584|TS2304/,
  },
  {
    file: 'web/types-e.ts',
    text: 'export const home = (): string => process.cwd()\n',
    error: /TS2591|TS2580|TS2304/,
  },
  {
    file: 'contract/types-f.ts',
    text: 'export const title = (): string => document.title\n',
    error: /TS2584|TS2304/,
  },
  {
    file: 'contract/types-g.ts',
    text: 'export const home = (): string => process.cwd()\n',
    error: /TS2591|TS2580|TS2304/,
  },
]
