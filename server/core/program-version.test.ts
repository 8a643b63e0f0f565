import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { versionIn } from './program-version.ts'

test('two builds of different sources have different versions, two of the same sources one', () => {
  const installation = (stamp?: string) => {
    const root = mkdtempSync(join(tmpdir(), 'haiyilian-version-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    mkdirSync(join(root, 'dist/portal'), { recursive: true })
    if (stamp !== undefined) writeFileSync(join(root, 'dist/portal/stamp.json'), stamp)
    return versionIn(root)
  }
  const old = installation(JSON.stringify({ times: '1', texts: 'a'.repeat(64) }))
  expect(old).toBe(`${packageJson.version}+aaaaaaaa`)
  expect(installation(JSON.stringify({ times: '2', texts: 'a'.repeat(64) }))).toBe(old)
  expect(installation(JSON.stringify({ times: '1', texts: 'b'.repeat(64) }))).not.toBe(old)
  // Run from sources without a build, or after an interrupted build.
  expect(installation()).toBe(packageJson.version)
  expect(installation('{"texts"')).toBe(packageJson.version)
})
