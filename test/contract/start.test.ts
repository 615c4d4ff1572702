import { describe, expect, it } from 'vitest'
import { missingPackages } from '#bin/packages.mjs'

describe('starting the program', () => {
  const required = {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/@types/react': { version: '19.0.0', devOptional: true },
    'node_modules/esbuild-sunos': { version: '1.0.0', optional: true },
  }

  it('installs nothing when all packages that the program needs are installed', () => {
    const installed = { 'node_modules/hono': { version: '4.0.0' } }
    expect(missingPackages(required, installed, false)).toEqual([])
    expect(missingPackages(required, installed, true)).toEqual([
      'node_modules/vitest',
      'node_modules/@types/react',
    ])
  })

  it('installs again after the lock file has changed', () => {
    const installed = { 'node_modules/hono': { version: '3.9.0' } }
    expect(missingPackages(required, installed, false)).toEqual(['node_modules/hono'])
  })
})
